/// What two threads need in order to work on one picture without waiting for each other: atomic words and numbers, sleep on
/// a word until an instant, and an event for poll(2). C11 atomics and Linux calls that Swift does not see.
#ifndef CSIGNRUNTIME_H
#define CSIGNRUNTIME_H

#include <pthread.h>
#include <stdint.h>

/// Reads a word; what was written before the word was stored is seen afterwards.
uint32_t sign_word_load(const uint32_t *word);

/// Replaces a word where it is still the expected one, and returns whether it was; the most orderly kind (seq_cst).
int sign_word_replace(uint32_t *word, uint32_t expected, uint32_t value);

/// Sleeps while a word is the expected one, until CLOCK_MONOTONIC shows a time in nanoseconds (INT64_MAX: for ever), until
/// it is woken, or a little less: whoever calls looks again (futex(2), FUTEX_WAIT_BITSET).
void sign_word_wait(const uint32_t *word, uint32_t expected, int64_t deadline);

/// Wakes whoever sleeps on a word.
void sign_word_wake(const uint32_t *word);

/// Reads a number that another thread writes; what was written before it is seen afterwards.
int64_t sign_number_load(const int64_t *number);

/// Writes a number that other threads read; the most orderly kind (seq_cst).
void sign_number_store(int64_t *number, int64_t value);

/// Adds to a number that this thread alone writes, and others read at times.
void sign_number_add(int64_t *number, int64_t value);

/// Makes an event that poll(2) sees (eventfd(2)): its descriptor, or -1 and errno.
int sign_event_open(void);

/// Raises an event; it stays raised until it is cleared.
void sign_event_raise(int descriptor);

/// Clears an event.
void sign_event_clear(int descriptor);

/// Starts a thread which leaves all signals to the others but those of its own faults; 0 or the error number.
int sign_thread_start(pthread_t *thread, const char *name, void (*body)(void *), void *context);

/// Waits for a thread to end, at most some nanoseconds; 0, ETIMEDOUT, or another error number.
int sign_thread_join(pthread_t thread, int64_t nanoseconds);

/// The kernel's number of the calling thread (gettid(2)).
int32_t sign_thread_number(void);

/// Whether this process has a thread of that number (tgkill(2) without a signal).
int sign_thread_exists(int32_t number);

#endif
