#define _GNU_SOURCE
#include "native_thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct beginning {
    void (*body)(void *);
    void *context;
};

static void *begin(void *argument) {
    struct beginning beginning = *(struct beginning *)argument;
    free(argument);
    beginning.body(beginning.context);
    return NULL;
}

int sign_thread_start(pthread_t *thread, const char *name, void (*body)(void *), void *context) {
    struct beginning *beginning = malloc(sizeof *beginning);
    if (beginning == NULL) return ENOMEM;
    beginning->body = body;
    beginning->context = context;
    // A thread inherits the mask of its creator; blocked faults would end the process without running the handlers.
    static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    sigset_t mask;
    sigset_t before;
    sigfillset(&mask);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) sigdelset(&mask, faults[index]);
    int code = pthread_sigmask(SIG_SETMASK, &mask, &before);
    if (code == 0) {
        code = pthread_create(thread, NULL, begin, beginning);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (code != 0) {
        free(beginning);
        return code;
    }
    pthread_setname_np(*thread, name);
    return 0;
}

// The thread sanitizer knows no join by another clock, and would take every thread that ends by it for a leak.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define JOIN_CLOCK CLOCK_REALTIME
#define join_until(thread, limit) pthread_timedjoin_np(thread, NULL, limit)
#endif
#endif
#ifndef JOIN_CLOCK
// Not the wall clock, which a time service may set meanwhile.
#define JOIN_CLOCK CLOCK_MONOTONIC
#define join_until(thread, limit) pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, limit)
#endif

int sign_thread_join(pthread_t thread, int64_t nanoseconds) {
    struct timespec limit;
    clock_gettime(JOIN_CLOCK, &limit);
    limit.tv_sec += nanoseconds / 1000000000;
    limit.tv_nsec += nanoseconds % 1000000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_nsec -= 1000000000;
        limit.tv_sec++;
    }
    return join_until(thread, &limit);
}

int32_t sign_thread_number(void) { return gettid(); }

int sign_thread_exists(int32_t number) { return syscall(SYS_tgkill, getpid(), number, 0) == 0 || errno != ESRCH; }
