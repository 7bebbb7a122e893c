#define _GNU_SOURCE
#include "real_time.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The argument of sched_setattr(2): the kernel's header for it declares again what the C library's header has.
struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

int real_time_fifo(int priority)
{
    struct sched_param parameter = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameter) == 0 ? 0 : errno;
}

int real_time_slice(uint64_t nanoseconds, uint64_t *granted)
{
    // The C library has no function for it before 2.41.
    struct attributes attributes;
    memset(&attributes, 0, sizeof attributes);
    *granted = 0;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return errno;
    attributes.size = sizeof attributes;
    attributes.runtime = nanoseconds;
    if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0) return errno;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return errno;
    *granted = attributes.runtime;
    return 0;
}

int real_time_timer_slack(unsigned long nanoseconds)
{
    return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0) == 0 ? 0 : errno;
}

int real_time_pin(const int *processors, size_t count)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < count; i++) {
        if (processors[i] < 0 || processors[i] >= CPU_SETSIZE) return EINVAL;
        CPU_SET(processors[i], &set);
    }
    return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

int real_time_lock(const void *start, size_t length) { return mlock(start, length) == 0 ? 0 : errno; }

int real_time_lock_loaded(const void *start, size_t length)
{
    return mlock2(start, length, MLOCK_ONFAULT) == 0 ? 0 : errno;
}

int real_time_unload(void *start, size_t length) { return madvise(start, length, MADV_DONTNEED) == 0 ? 0 : errno; }

void real_time_trim_heap(void)
{
    malloc_trim(0);
}

int real_time_stack(void **start, size_t *length)
{
    pthread_attr_t attributes;
    int code = pthread_getattr_np(pthread_self(), &attributes);
    if (code != 0) return code;
    code = pthread_attr_getstack(&attributes, start, length);
    pthread_attr_destroy(&attributes);
    return code;
}

void real_time_touch_stack(size_t length)
{
    enum { page = 4096 };
    volatile char room[length];
    for (size_t i = 0; i < length; i += page) {
        room[i] = 0;
        (void)room[i];
    }
}

uintptr_t real_time_code_address(void) { return (uintptr_t)&real_time_lock; }
