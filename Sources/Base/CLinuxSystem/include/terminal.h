/// What must happen to a terminal when a process ends in any way, in C because signal handlers may call only what
/// signal-safety(7) lists.
#ifndef TERMINAL_H
#define TERMINAL_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The longest sequence that `terminal_restore_arm` takes, in bytes.
#define TERMINAL_RESTORE_CAPACITY 128

/// Remembers how to restore a terminal, and from now on restores it at exit(3) and on fatal signals (fatal_signals.h). Returns 0,
/// or -1 if the sequence is too long or a handler cannot be installed.
int terminal_restore_arm(int input, int output, const struct termios *modes, const char *sequence, size_t length);

/// Restores the terminal now, once; does nothing if it is not armed. Safe in signal handlers.
void terminal_restore_now(void);

/// Makes a pipe into which the handlers of SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH and SIGUSR1
/// write the signal's number, and installs them. The second signal to end (SIGINT, SIGTERM, SIGQUIT, and SIGHUP where
/// `ends_at_hangup` is not 0) restores the terminal and ends the process at once, so that a stuck process can be ended.
/// Returns the pipe's reading end, which does not block and belongs to this module, or -1 with errno.
int terminal_signals_open(int ends_at_hangup);

/// Puts the handlers back that were there before and closes the pipe.
void terminal_signals_close(void);

/// Stops this process as SIGTSTP does by default; returns when it continues, or at once if no process could continue it.
void terminal_signals_stop(void);

/// Waits as ppoll(2) does, which Swift does not see, for that many nanoseconds; without a limit if they are negative.
int terminal_poll(struct pollfd *descriptors, nfds_t count, int64_t nanoseconds);

#endif
