// The owner's side of the dead man's switch, and of the guardian's own health.
//
// The switch is a timer that both processes have open: each heartbeat of the refresh thread restarts it, and it wakes the
// guardian only when it goes off.
#define _GNU_SOURCE
#include "plan.h"

#include <events.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

// How often the switch is set in its interval at most, and how often the guardian is checked.
enum { settings_per_interval = 8, look_nanoseconds = 100000000 };

// The guardian's stat file. Another one replaces it at the same number, so that the refresh thread never reads from
// a file of another process.
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
    // The name in parentheses may contain any character.
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
    if (alarm_descriptor < 0) alarm_descriptor = sign_event_open();
    return alarm_descriptor;
}

void fail_dark_take_alarm(void) { sign_event_clear(alarm_descriptor); }

void fail_dark_heartbeat(int64_t now)
{
    // Used by the refresh thread only.
    static int64_t set, looked;
    const int64_t interval = atomic_load_explicit(&fail_dark_shared->interval, memory_order_relaxed);
    const int64_t since = now - set;
    if (interval <= 0 || (since >= 0 && since < interval / settings_per_interval)) return;
    set = now;
    fail_dark_set_switch(fail_dark_switch, interval);
    if (now - looked >= 0 && now - looked < look_nanoseconds) return;
    looked = now;
    if (fail_dark_guardian_is_stopped()) sign_event_raise(alarm_descriptor);
}

void fail_dark_limit(int64_t interval, int64_t silence)
{
    atomic_store(&fail_dark_shared->silence, silence);
    atomic_store(&fail_dark_shared->interval, interval);
    // This also finds a process that is stopped before its first heartbeat.
    fail_dark_set_switch(fail_dark_switch, interval);
}
