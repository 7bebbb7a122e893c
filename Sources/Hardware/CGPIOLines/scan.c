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

#ifdef __aarch64__
// The nanoseconds of a count times 2 to the power of 32; 0 while the clock is used.
static uint64_t counter_scale;
// An instant by both.
static _Thread_local int64_t aligned_time;
static _Thread_local uint64_t aligned_count;

static inline uint64_t read_counter(void)
{
    uint64_t count;
    // Not before what comes before it.
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(count)::"memory");
    return count;
}

static inline int64_t counter_time(void)
{
    const uint64_t counts = read_counter() - aligned_count;
    return aligned_time + (int64_t)(((unsigned __int128)counts * counter_scale) >> 32);
}

static void align_counter(void)
{
    if (counter_scale == 0) return;
    aligned_count = read_counter();
    aligned_time = linux_scan_now();
}

static inline int64_t quick_now(void) { return counter_scale == 0 ? linux_scan_now() : counter_time(); }
#else
static void align_counter(void) {}

static inline int64_t quick_now(void) { return linux_scan_now(); }
#endif

static int64_t time_readings(int64_t (*read)(void))
{
    enum { attempts = 16, reads = 64 };
    int64_t least = INT64_MAX;
    for (int attempt = 0; attempt < attempts; attempt++) {
        const int64_t start = linux_scan_now();
        for (int i = 0; i < reads; i++) (void)read();
        const int64_t time = linux_scan_now() - start;
        if (time < least) least = time;
    }
    return least / reads;
}

static int64_t read_quickly(void) { return quick_now(); }

int64_t linux_scan_use_counter(void)
{
#ifdef __aarch64__
    uint64_t frequency;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    // Slower ones are not what the clock is made of.
    if (frequency < 1000000) return 0;
    counter_scale = (uint64_t)(((unsigned __int128)1000000000 << 32) / frequency);
    align_counter();
    // Where the kernel reads it for us, it is slow.
    if (time_readings(read_quickly) <= time_readings(linux_scan_now)) {
        return (int64_t)((1000000000 + frequency - 1) / frequency);
    }
    counter_scale = 0;
#endif
    return 0;
}

void linux_scan_warm_up(int64_t nanoseconds)
{
    const int64_t end = linux_scan_now() + nanoseconds;
    while (linux_scan_now() < end) {}
}

int64_t linux_scan_time_clock(void) { return time_readings(read_quickly); }

static void sleep_until(int64_t deadline)
{
    // Without it the kernel may sleep 50 us too long, to wake up less often.
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
#define SCAN_LOAD(port, offset) ((void)(port)[(offset) / 4])
#define SCAN_BARRIER(port) ((void)(port), barrier())
#define SCAN_NOW(port) ((void)(port), quick_now())
#define SCAN_SLEEP(port, deadline) ((void)(port), sleep_until(deadline))
#define SCAN_PLAY_BCM play_bcm
#define SCAN_PLAY_RP1 play_rp1
#include "scan_loop.h"

void linux_scan_play_bcm(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         struct linux_scan_manner *manner)
{
    align_counter();
    play_bcm(registers, words, count, manner);
}

void linux_scan_play_rp1(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         struct linux_scan_manner *manner)
{
    align_counter();
    play_rp1(registers, words, count, manner);
}

void linux_scan_write(volatile uint32_t *registers, size_t offset, uint32_t value) { registers[offset / 4] = value; }

uint32_t linux_scan_read(const volatile uint32_t *registers, size_t offset) { return registers[offset / 4]; }

void linux_scan_wait(int64_t deadline, int64_t margin)
{
    align_counter();
    scan_wait(NULL, deadline, margin);
}

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

int64_t linux_scan_time_read_stores(volatile uint32_t *registers, size_t offset, size_t read_offset, uint32_t count)
{
    const int64_t start = linux_scan_now();
    for (uint32_t i = 0; i < count; i++) {
        registers[offset / 4] = 0;
        (void)registers[read_offset / 4];
    }
    return linux_scan_now() - start;
}
