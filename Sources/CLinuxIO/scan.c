// Plays scan programs on mapped registers.
#include <stdbool.h>
#include <sys/prctl.h>
#include <time.h>

#include "include/linux_scan.h"

static inline void barrier(void)
{
#ifdef __aarch64__
    __asm__ volatile("dsb st" ::: "memory");
#else
    __sync_synchronize();
#endif
}

int64_t linux_scan_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void sleep_until(int64_t deadline)
{
    // Without it the kernel may sleep 50 us longer than it is asked to, to wake up less often.
    static _Thread_local bool has_slack_set;
    if (!has_slack_set) {
        has_slack_set = true;
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    }
    struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

#define SCAN_PORT volatile uint32_t *
#define SCAN_STORE(port, offset, value) ((port)[(offset) / 4] = (value))
#define SCAN_BARRIER(port) ((void)(port), barrier())
#define SCAN_NOW(port) ((void)(port), linux_scan_now())
#define SCAN_SLEEP(port, deadline) ((void)(port), sleep_until(deadline))
#define SCAN_PLAY_BCM play_bcm
#define SCAN_PLAY_RP1 play_rp1
#include "scan_loop.h"

void linux_scan_play_bcm(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         const struct linux_scan_manner *manner)
{
    play_bcm(registers, words, count, manner);
}

void linux_scan_play_rp1(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         const struct linux_scan_manner *manner)
{
    play_rp1(registers, words, count, manner);
}

void linux_scan_write(volatile uint32_t *registers, size_t offset, uint32_t value) { registers[offset / 4] = value; }

uint32_t linux_scan_read(const volatile uint32_t *registers, size_t offset) { return registers[offset / 4]; }

void linux_scan_wait(int64_t deadline, int64_t margin) { scan_wait(NULL, deadline, margin); }

int64_t linux_scan_time_stores(volatile uint32_t *registers, size_t offset, uint32_t count)
{
    barrier();
    const int64_t start = linux_scan_now();
    for (uint32_t i = 0; i < count; i++) registers[offset / 4] = 0;
    barrier();
    return linux_scan_now() - start;
}

int64_t linux_scan_time_completed_stores(volatile uint32_t *registers, size_t offset, uint32_t count)
{
    const int64_t start = linux_scan_now();
    for (uint32_t i = 0; i < count; i++) {
        registers[offset / 4] = 0;
        barrier();
    }
    return linux_scan_now() - start;
}

int64_t linux_scan_time_clock(void)
{
    enum { attempts = 16, reads = 64 };
    int64_t least = INT64_MAX;
    for (int attempt = 0; attempt < attempts; attempt++) {
        const int64_t start = linux_scan_now();
        int64_t end = start;
        for (int i = 0; i < reads; i++) end = linux_scan_now();
        if (end - start < least) least = end - start;
    }
    return least / reads;
}
