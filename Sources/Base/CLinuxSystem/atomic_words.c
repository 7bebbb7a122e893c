#define _GNU_SOURCE
#include "atomic_words.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Swift does not see _Atomic, so the words and numbers come as plain ones; both have the same size and alignment here.
_Static_assert(sizeof(_Atomic uint32_t) == sizeof(uint32_t), "atomic words are plain words");
_Static_assert(sizeof(_Atomic int64_t) == sizeof(int64_t), "atomic numbers are plain numbers");
_Static_assert(sizeof(time_t) == 8, "the call takes 64-bit times");

uint32_t sign_word_load(const uint32_t *word) {
    return atomic_load_explicit((const _Atomic uint32_t *)word, memory_order_seq_cst);
}

int sign_word_replace(uint32_t *word, uint32_t expected, uint32_t value) {
    return atomic_compare_exchange_strong((_Atomic uint32_t *)word, &expected, value);
}

void sign_word_wait(const uint32_t *word, uint32_t expected, int64_t deadline) {
    struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    if (deadline < 0) return;
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, deadline == INT64_MAX ? NULL : &time,
            NULL, FUTEX_BITSET_MATCH_ANY);
}

void sign_word_wake(const uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}

int64_t sign_number_load(const int64_t *number) {
    return atomic_load_explicit((const _Atomic int64_t *)number, memory_order_seq_cst);
}

void sign_number_store(int64_t *number, int64_t value) {
    atomic_store_explicit((_Atomic int64_t *)number, value, memory_order_seq_cst);
}

void sign_number_add(int64_t *number, int64_t value) {
    _Atomic int64_t *atomic = (_Atomic int64_t *)number;
    int64_t sum = atomic_load_explicit(atomic, memory_order_relaxed) + value;
    atomic_store_explicit(atomic, sum, memory_order_relaxed);
}
