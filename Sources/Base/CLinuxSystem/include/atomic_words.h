/// Atomic words and numbers that two threads share, and sleep on a word until an instant (futex(2)).
#ifndef ATOMIC_WORDS_H
#define ATOMIC_WORDS_H

#include <stdint.h>

/// Reads a word; what was written before the word was stored is seen afterwards.
uint32_t sign_word_load(const uint32_t *word);

/// Replaces a word if it is still the expected one, and returns whether it was; sequentially consistent.
int sign_word_replace(uint32_t *word, uint32_t expected, uint32_t value);

/// Sleeps while a word is the expected one, until CLOCK_MONOTONIC shows a time in nanoseconds (INT64_MAX: without a limit) or
/// until it is woken; may return early, so the caller looks again (futex(2), FUTEX_WAIT_BITSET).
void sign_word_wait(const uint32_t *word, uint32_t expected, int64_t deadline);

/// Wakes the thread that sleeps on a word.
void sign_word_wake(const uint32_t *word);

/// Reads a number that another thread writes; what was written before it is seen afterwards.
int64_t sign_number_load(const int64_t *number);

/// Writes a number that other threads read; sequentially consistent.
void sign_number_store(int64_t *number, int64_t value);

/// Adds to a number that only this thread writes and others may read.
void sign_number_add(int64_t *number, int64_t value);

#endif
