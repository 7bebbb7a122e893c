/// The kernel's wall clock: its state, and a descriptor that tells when it is set.
#ifndef WALL_CLOCK_H
#define WALL_CLOCK_H

#include <stdint.h>

/// Whether a time service has set the system's clock: 1 where the kernel says so (adjtimex(2), STA_UNSYNC) or where
/// systemd-timesyncd has left its mark, else 0, also where the kernel does not answer.
int wall_clock_is_synchronized(void);

/// Opens a timer of CLOCK_REALTIME that only tells when the clock is set (timerfd_create(2)): a descriptor, or -1 and errno.
int wall_clock_open_steps(void);

/// Whether the clock was set since the last call, and waits for the next time: 1 or 0; -1 and errno.
int wall_clock_take_step(int descriptor);

/// What a read of such a timer tells, by its result and errno: 1 the clock was set, 0 nothing, -1 an error.
int wall_clock_step_told(long count, int error);

#endif
