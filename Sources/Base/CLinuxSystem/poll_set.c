#define _GNU_SOURCE
#include "poll_set.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

int poll_set_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int poll_set_watch(int poll, int descriptor, bool reads, bool writes)
{
    struct epoll_event event = {.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0), .data.fd = descriptor};
    if (!reads && !writes) return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event);
    if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) : -1;
}

int poll_set_take(int poll, int32_t *descriptors, int count)
{
    enum { maximum = 64 };
    struct epoll_event events[maximum];
    int ready;
    do {
        ready = epoll_wait(poll, events, count < maximum ? count : maximum, 0);
    } while (ready < 0 && errno == EINTR);
    for (int i = 0; i < ready; i++) descriptors[i] = events[i].data.fd;
    return ready;
}

int poll_timer_open(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

int poll_timer_set(int timer, int64_t nanoseconds)
{
    struct itimerspec setting = {0};
    if (nanoseconds != INT64_MAX) {
        // All zeros would stop the timer.
        if (nanoseconds < 1) nanoseconds = 1;
        setting.it_value.tv_sec = nanoseconds / 1000000000;
        setting.it_value.tv_nsec = nanoseconds % 1000000000;
    }
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}
