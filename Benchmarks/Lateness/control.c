// What a program that does nothing but wake up in time can reach on this machine: the measure for the sign's lateness.
//
// usage: control FRAMES PERIOD_NS (fifo|ordinary) [DEVICE]
//
// Wakes up at absolute instants of CLOCK_MONOTONIC, asks of the kernel what the sign's refresh thread asks, and prints for
// each frame the nanoseconds between the instant and the first reading of the clock after it. The last line is the
// processor time of all frames. With an SPI DEVICE it also sends a message of seven transfers per frame, as a text that
// scrolls on four modules does: the difference between a run with and a run without is what the device costs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

static int64_t now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

enum { transfers = 7, modules = 4 };

// One message of a frame; other bytes each time.
static int send_frame(int device, long frame)
{
    static uint8_t bytes[transfers][2 * modules];
    struct spi_ioc_transfer message[transfers];
    memset(message, 0, sizeof message);
    for (int number = 0; number < transfers; number++) {
        memset(bytes[number], (int)frame, sizeof bytes[number]);
        message[number].tx_buf = (uintptr_t)bytes[number];
        message[number].len = sizeof bytes[number];
        message[number].cs_change = number < transfers - 1;
    }
    return ioctl(device, SPI_IOC_MESSAGE(transfers), message);
}

int main(int count, char **arguments)
{
    if (count != 4 && count != 5) return 2;
    int device = -1;
    if (count == 5) {
        device = open(arguments[4], O_RDWR | O_CLOEXEC);
        if (device < 0) {
            perror(arguments[4]);
            return 1;
        }
    }
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
    const int64_t start = now(CLOCK_MONOTONIC) + period;
    const int64_t before = now(CLOCK_PROCESS_CPUTIME_ID);
    for (long frame = 0; frame < frames; frame++) {
        const int64_t due = start + frame * period;
        const struct timespec time = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
        lateness[frame] = now(CLOCK_MONOTONIC) - due;
        if (device >= 0 && send_frame(device, frame) < 0) {
            perror("SPI_IOC_MESSAGE");
            return 1;
        }
    }
    const int64_t work = now(CLOCK_PROCESS_CPUTIME_ID) - before;
    for (long frame = 0; frame < frames; frame++) printf("%lld\n", (long long)lateness[frame]);
    printf("%lld\n", (long long)work);
    return 0;
}
