// Counts the allocations of each thread of the test process.
#include "CAllocationProbe.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>

static _Thread_local uint64_t count;
static _Thread_local int64_t kept;

uint64_t allocation_probe_count(void) { return count; }

int64_t allocation_probe_kept_bytes(void) { return kept; }

// GCC knows this since version 14.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if __has_feature(thread_sanitizer)

// Where a lock of Swift's Synchronization is taken already, its library waits for it, which the sanitizer cannot see: what the
// lock protects would seem to be a race. These take the place of the library's functions; the word is the thread that has it.
#include <sched.h>

#define SWIFT_METHOD(name) __asm__("$s15Synchronization12_MutexHandleV" name)
#define SELF __attribute__((swift_context)) uint32_t *

__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF word) SWIFT_METHOD("9_lockSlowyys6UInt32VF");
__attribute__((swiftcall)) bool try_lock_slow(SELF word) SWIFT_METHOD("12_tryLockSlowSbyF");
__attribute__((swiftcall)) void unlock_slow(SELF word) SWIFT_METHOD("11_unlockSlowyyF");

__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF word) {
    uint32_t none = 0;
    while (!__atomic_compare_exchange_n(word, &none, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        none = 0;
        sched_yield();
    }
}

__attribute__((swiftcall)) bool try_lock_slow(SELF word) {
    (void)word;
    return false;
}

__attribute__((swiftcall)) void unlock_slow(SELF word) {
    __atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

#endif

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)

// Memory is the sanitizer's own there, which calls these hooks (sanitizer/allocator_interface.h). They are part of it, so
// they are not checked themselves.
#include <sanitizer/allocator_interface.h>

__attribute__((no_sanitize("thread", "address"))) static void allocated(const volatile void *block, size_t size) {
    (void)block;
    count++;
    kept += (int64_t)size;
}

__attribute__((no_sanitize("thread", "address"))) static void freed(const volatile void *block) {
    if (block != NULL) kept -= (int64_t)__sanitizer_get_allocated_size(block);
}

__attribute__((constructor)) static void count_allocations(void) {
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
}

#else

// Overrides glibc's allocation functions. The work itself is done by glibc's own __libc_ entry points, which are made for
// this purpose.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/// Counts a block that was allocated.
static void *noted(void *block) {
    count++;
    if (block != NULL) kept += (int64_t)malloc_usable_size(block);
    return block;
}

void *malloc(size_t size) {
    return noted(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
    return noted(__libc_calloc(number, size));
}

void *realloc(void *old, size_t size) {
    const int64_t before = old == NULL ? 0 : (int64_t)malloc_usable_size(old);
    void *block = __libc_realloc(old, size);
    // Where it fails, the old block stays; with a size of 0 it is freed.
    if (block != NULL || size == 0) kept -= before;
    return noted(block);
}

void free(void *block) {
    if (block != NULL) kept -= (int64_t)malloc_usable_size(block);
    __libc_free(block);
}

void *reallocarray(void *old, size_t number, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(number, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

void *memalign(size_t alignment, size_t size) {
    return noted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
    return noted(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = noted(__libc_memalign(alignment, size));
    if (block == NULL && size != 0) return ENOMEM;
    *result = block;
    return 0;
}

#endif
