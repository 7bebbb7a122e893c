// The owner's side of the dead man's switch, and of the guardian's own health.
//
// The switch is a timer that both processes have open: each beat of the refreshing thread restarts it, and it wakes the
// guardian only when it goes off.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// The switch is set at most so many times in its interval, and the guardian looked at no more often than this.
enum { settings_per_interval = 8, look_nanoseconds = 100000000 };

// The guardian's stat file. Another one takes its place at the same number, so that the refreshing thread never reads from
// a file of something else.
static _Atomic int guardian_status = -1;
static int alarm_descriptor = -1;

void fail_dark_set_switch(int descriptor, int64_t nanoseconds)
{
    const struct itimerspec time = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    timerfd_settime(descriptor, 0, &time, NULL);
}

char fail_dark_state(int descriptor)
{
    char text[128];
    ssize_t count = pread(descriptor, text, sizeof text - 1, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    // The name in parentheses may have anything in it.
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end[2] : 'S';
}

void fail_dark_watch_guardian(pid_t process)
{
    char path[64] = "/dev/null";
    if (process > 0) snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    const int present = atomic_load(&guardian_status);
    if (present < 0) {
        atomic_store(&guardian_status, descriptor);
        return;
    }
    dup3(descriptor, present, O_CLOEXEC);
    close(descriptor);
}

int fail_dark_guardian_is_stopped(void)
{
    const int descriptor = atomic_load(&guardian_status);
    const char state = descriptor < 0 ? 0 : fail_dark_state(descriptor);
    return state == 'T' || state == 't';
}

int fail_dark_alarm(void)
{
    if (alarm_descriptor < 0) alarm_descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return alarm_descriptor;
}

void fail_dark_take_alarm(void)
{
    uint64_t count;
    if (read(alarm_descriptor, &count, sizeof count) < 0) errno = 0;
}

void fail_dark_beat(int64_t now)
{
    // Those of the one thread that refreshes.
    static int64_t set, looked;
    const int64_t interval = atomic_load_explicit(&fail_dark_shared->interval, memory_order_relaxed);
    const int64_t since = now - set;
    if (interval <= 0 || (since >= 0 && since < interval / settings_per_interval)) return;
    set = now;
    fail_dark_set_switch(fail_dark_switch, interval);
    if (now - looked >= 0 && now - looked < look_nanoseconds) return;
    looked = now;
    const uint64_t one = 1;
    if (fail_dark_guardian_is_stopped() && write(alarm_descriptor, &one, sizeof one) < 0) errno = 0;
}

void fail_dark_limit(int64_t interval, int64_t silence)
{
    atomic_store(&fail_dark_shared->silence, silence);
    atomic_store(&fail_dark_shared->interval, interval);
    // A process that is stopped before its first beat is found, too.
    fail_dark_set_switch(fail_dark_switch, interval);
}
