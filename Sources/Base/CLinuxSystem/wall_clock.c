#define _GNU_SOURCE
#include "wall_clock.h"

#include <errno.h>
#include <limits.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

int wall_clock_is_synchronized(void) {
    struct timex state = {.modes = 0};
    int answer = adjtimex(&state);
    if (answer >= 0 && answer != TIME_ERROR && !(state.status & STA_UNSYNC)) return 1;
    // The kernel gives up some hours after the last answer of a server; systemd-timesyncd's mark stays until the machine is off.
    return access("/run/systemd/timesync/synchronized", F_OK) == 0;
}

/// Arms the timer for a time that never comes: only a step of the clock ends the wait.
static int arm(int descriptor) {
    // The kernel makes this the last time that it knows; an earlier one would pass where the clock is set to a later year.
    struct itimerspec never = {.it_value = {.tv_sec = LONG_MAX}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, 0);
}

int wall_clock_open_steps(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor < 0) return -1;
    if (arm(descriptor) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int wall_clock_step_result(long count, int error) {
    if (count >= 0) return 1;
    if (error == ECANCELED) return 1;
    return error == EAGAIN || error == EINTR ? 0 : -1;
}

int wall_clock_take_step(int descriptor) {
    uint64_t expirations;
    ssize_t count = read(descriptor, &expirations, sizeof expirations);
    int result = wall_clock_step_result(count, errno);
    // A timer reports one step; arming it again waits for the next.
    if (result == 1 && arm(descriptor) != 0 && errno != ECANCELED) return -1;
    return result;
}
