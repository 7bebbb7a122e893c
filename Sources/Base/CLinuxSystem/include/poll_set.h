/// One descriptor for many (epoll(7)), and a wake-up at an instant (timerfd_create(2)), which Swift does not see.
///
/// A call that fails returns -1 and sets errno.
#ifndef POLL_SET_H
#define POLL_SET_H

#include <stdbool.h>
#include <stdint.h>

/// Opens a descriptor that is readable when one of the watched ones is ready.
int poll_set_open(void);

/// Watches a descriptor for reading, for writing or for both; stops watching it for neither.
int poll_set_watch(int poll, int descriptor, bool reads, bool writes);

/// Takes descriptors that are ready now, at most `count`, without waiting; returns how many.
int poll_set_take(int poll, int32_t *descriptors, int count);

/// Opens a timer of CLOCK_MONOTONIC that is readable when its instant has come; it is not set.
int poll_timer_open(void);

/// Sets the instant in nanoseconds; INT64_MAX for never, the past for now.
int poll_timer_set(int timer, int64_t nanoseconds);

#endif
