/// The kernel's wall clock: its state, and a descriptor that is readable when it is set.
#ifndef WALL_CLOCK_H
#define WALL_CLOCK_H

#include <stdint.h>

/// Whether a time service has set the system's clock: 1 where the kernel says so (adjtimex(2), STA_UNSYNC) or where
/// systemd-timesyncd has left its mark, else 0, also if the kernel does not answer.
int wall_clock_is_synchronized(void);

/// Opens a timer of CLOCK_REALTIME that is readable when the clock is set (timerfd_create(2)): a descriptor, or -1 and errno.
int wall_clock_open_steps(void);

/// Whether the clock was set since the last call: 1 or 0; -1 and errno. Watches for the next step.
int wall_clock_take_step(int descriptor);

/// What the result and errno of a read of such a timer mean: 1 the clock was set, 0 it was not, -1 an error.
int wall_clock_step_result(long count, int error);

#endif
