#ifndef CALLOCATIONPROBE_H
#define CALLOCATIONPROBE_H

#include <stdint.h>

/// The number of heap allocations that the calling thread has made so far: malloc, calloc, realloc, reallocarray,
/// posix_memalign, aligned_alloc and memalign, through glibc's public entry points.
uint64_t allocation_probe_count(void);

#endif
