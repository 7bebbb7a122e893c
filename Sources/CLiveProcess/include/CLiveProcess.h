// Programs in process groups of their own, so that whatever they start can be ended with them.
#ifndef CLIVEPROCESS_H
#define CLIVEPROCESS_H

#include <stdbool.h>
#include <sys/types.h>

enum { live_program_most_descriptors = 4 };

// A running program.
struct live_program {
    pid_t process;
    // Becomes readable when the program has ended (pidfd_open(2), Linux 5.3).
    int ended;
};

// Starts a program, looked for in PATH, with no descriptors but those given, as 0, 1, 2 ...; -1 stands for /dev/null.
// The folder may be NULL. Signals are as a program expects them, and when memory is short the program is ended before a
// caller that is spared (oom_score_adj of proc(5)). Returns 0, or an error number.
int live_program_start(struct live_program *program, char *const *arguments, const char *folder,
                       const int *descriptors, int count);

// How a program has ended: its status, the negative number of the signal that killed it, or -1000 where nobody knows.
// Ends whatever is left of its group, and forgets the program. Only for one whose descriptor is readable.
int live_program_reap(struct live_program *program);

// Kills a program and all of its group; its descriptor becomes readable soon.
void live_program_kill(const struct live_program *program);

// Makes a pipe that no program inherits, whose reading end does not block. Returns 0, or -1 with errno.
int live_pipe_open(int ends[2]);

// Makes a counter to wait for (eventfd(2)) that no program inherits and that does not block. Returns -1 with errno.
int live_event_open(void);

// Names the calling thread; at most 15 characters.
void live_thread_name(const char *name);

#endif
