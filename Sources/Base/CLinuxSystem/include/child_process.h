/// Programs in process groups of their own, so that everything they start can be ended with them.
#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

enum { child_process_maximum_descriptors = 4 };

/// A running program.
struct child_process {
    pid_t process;
    /// Becomes readable when the program has ended (pidfd_open(2), Linux 5.3).
    int ended;
};

/// Starts a program, looked for in PATH, with only the given descriptors, as 0, 1, 2 ...; -1 stands for /dev/null.
///
/// The executable may be NULL for the first of the arguments, the environment for that of the caller, and the folder. Signals are as a program expects them, and when memory is short the program is ended before a
/// caller that the kernel spares (oom_score_adj of proc(5)). Returns 0, or an error number.
int child_process_start(struct child_process *program, const char *executable, char *const *arguments,
                        char *const *environment, const char *folder, const int *descriptors, int count);

/// How a program has ended: its status, the negative number of the signal that killed it, or -1000 if that is unknown.
///
/// Ends what is left of its group. Only for a program whose descriptor is readable.
int child_process_reap(struct child_process *program);

/// Kills a program and all of its group; its descriptor becomes readable soon.
void child_process_kill(const struct child_process *program);

/// Makes a file in memory that no program inherits and that begins with some bytes, to be read from its start. Returns its
/// descriptor, or -1 with errno.
int child_input_open(const void *bytes, size_t count);

/// Makes a pipe that no program inherits, whose reading end does not block. Returns 0, or -1 with errno.
int child_pipe_open(int ends[2]);

#endif
