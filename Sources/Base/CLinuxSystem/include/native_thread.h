/// Threads that leave all signals to the others, except those of their own faults.
#ifndef NATIVE_THREAD_H
#define NATIVE_THREAD_H

#include <pthread.h>
#include <stdint.h>

/// Starts a thread; returns 0 or an error number.
int sign_thread_start(pthread_t *thread, const char *name, void (*body)(void *), void *context);

/// Waits for a thread to end, at most some nanoseconds; returns 0, ETIMEDOUT, or another error number.
int sign_thread_join(pthread_t thread, int64_t nanoseconds);

/// The kernel's number of the calling thread (gettid(2)).
int32_t sign_thread_number(void);

/// Whether this process has a thread of that number (tgkill(2) without a signal).
int sign_thread_exists(int32_t number);

#endif
