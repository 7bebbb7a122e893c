/// What a thread asks of the Linux kernel to be on time; every call is about the calling thread or about memory.
///
/// What fails returns the error number (errno), what succeeds 0.
#ifndef REAL_TIME_H
#define REAL_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Runs the thread before all ordinary ones (SCHED_FIFO, 1 to 99); programs it starts are ordinary (sched(7)).
int real_time_fifo(int priority);

/// Asks for short turns of the processor, so that the thread gets one soon after it wakes up: 0.1 to 100 ms, kernel 6.12
/// and newer (sched_setattr(2), kernel documentation of the EEVDF scheduler). `granted` is 0 where the kernel knows none.
int real_time_slice(uint64_t nanoseconds, uint64_t *granted);

/// Sets by how much the kernel may delay the thread's timers to join them with others (PR_SET_TIMERSLACK); usually 50 us.
int real_time_timer_slack(unsigned long nanoseconds);

/// Keeps the thread on some processors; `count` numbers from 0 to 1023.
int real_time_pin(const int *processors, size_t count);

/// Keeps the pages of some memory from being moved out or loaded late (mlock(2)); ENOMEM beyond the limit.
int real_time_lock(const void *start, size_t length);

/// Keeps the pages of some memory from being moved out once they are loaded (mlock2(2), MLOCK_ONFAULT); ENOMEM beyond the limit.
int real_time_lock_loaded(const void *start, size_t length);

/// Drops the pages of some code from memory; each is loaded again when it is used (madvise(2), MADV_DONTNEED). Not for memory
/// that can be written: what was written would be lost.
int real_time_unload(void *start, size_t length);

/// Gives what was freed back to the kernel, of the arenas of all threads (malloc_trim(3)); takes about a millisecond.
void real_time_trim_heap(void);

/// Finds the calling thread's stack, without its guard page.
int real_time_stack(void **start, size_t *length);

/// Writes to the lower pages of the calling thread's stack, so that they are there before they are needed.
void real_time_touch_stack(size_t length);

/// An address in the code that these functions are part of, which in a program is the program's own.
uintptr_t real_time_code_address(void);

#endif
