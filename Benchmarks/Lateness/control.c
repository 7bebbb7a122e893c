// What a program that does nothing but wake up in time can reach on this machine: the measure for the sign's lateness.
//
// usage: control FRAMES PERIOD_NS (fifo|ordinary)
//
// Wakes up at absolute instants of CLOCK_MONOTONIC, asks of the kernel what the sign's refresh thread asks, and prints for
// each frame the nanoseconds between the instant and the first reading of the clock after it.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The argument of sched_setattr(2).
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int count, char **arguments)
{
    if (count != 4) return 2;
    const long frames = atol(arguments[1]);
    const int64_t period = atoll(arguments[2]);
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    if (strcmp(arguments[3], "fifo") == 0) {
        struct sched_param parameter = {.sched_priority = 40};
        if (sched_setscheduler(0, SCHED_FIFO, &parameter) != 0) {
            perror("sched_setscheduler");
            return 1;
        }
    } else {
        struct attributes attributes = {.size = sizeof attributes, .runtime = 100000};
        syscall(SYS_sched_setattr, 0, &attributes, 0);
    }
    int64_t *lateness = calloc((size_t)frames, sizeof *lateness);
    const int64_t start = now() + period;
    for (long frame = 0; frame < frames; frame++) {
        const int64_t due = start + frame * period;
        const struct timespec time = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
        lateness[frame] = now() - due;
    }
    for (long frame = 0; frame < frames; frame++) printf("%lld\n", (long long)lateness[frame]);
    return 0;
}
