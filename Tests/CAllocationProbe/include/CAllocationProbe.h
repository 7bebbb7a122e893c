#ifndef CALLOCATIONPROBE_H
#define CALLOCATIONPROBE_H

#include <stdint.h>

/// The number of heap allocations that the calling thread has made so far: malloc, calloc, realloc, reallocarray,
/// posix_memalign, aligned_alloc and memalign, through glibc's public entry points.
uint64_t allocation_probe_count(void);

/// The bytes of the heap that the calling thread has allocated so far, less those that it has freed.
int64_t allocation_probe_kept_bytes(void);

#endif
