// The loops that play scan programs, with names for what is different between registers and tests.
//
// Whoever includes this defines
//   SCAN_PORT                         the type of `port`
//   SCAN_STORE(port, offset, value)   one store to the register at a byte offset
//   SCAN_BARRIER(port)                waits until the stores before it have left the processor
//   SCAN_NOW(port)                    the time in nanoseconds
//   SCAN_SLEEP(port, deadline)        sleeps until a time
//   SCAN_PLAY_BCM, SCAN_PLAY_RP1      the names of the two loops
#include "scan_words.h"

static inline void scan_wait(SCAN_PORT port, int64_t deadline, int64_t margin)
{
    for (;;) {
        int64_t left = deadline - SCAN_NOW(port);
        if (left <= 0) return;
        if (margin >= 0 && left > margin + scan_least_sleep) SCAN_SLEEP(port, deadline - margin);
    }
}

// A store, and what slows it down.
static inline void scan_write(SCAN_PORT port, uint32_t offset, uint32_t value, uint32_t harmless, int32_t slowdown)
{
    SCAN_STORE(port, offset, value);
    if (slowdown < 0) SCAN_BARRIER(port);
    for (int32_t i = 0; i < slowdown; i++) SCAN_STORE(port, harmless, 0);
}

// The words that let time pass.
static inline void scan_pass_time(SCAN_PORT port, uint32_t operation, uint32_t payload, uint32_t harmless,
                                  const struct linux_scan_manner *manner, struct scan_times *times)
{
    switch (operation) {
    case scan_pad:
        for (uint32_t i = 0; i < payload; i++) SCAN_STORE(port, harmless, 0);
        break;
    case scan_mark:
        // The time at which the store before left, not at which it was put into the processor's buffer.
        SCAN_BARRIER(port);
        times->mark = SCAN_NOW(port);
        break;
    case scan_wait_after_mark: scan_wait(port, times->mark + payload - manner->lead, manner->mark_margin); break;
    case scan_wait_after_start: scan_wait(port, times->start + payload, manner->start_margin); break;
    default: break;
    }
}

// The lines 28 to 31 lie in the first bank, the lines from 32 in the next one.
static inline void scan_write_high(SCAN_PORT port, uint32_t offset, uint32_t lines, int32_t slowdown)
{
    if (lines & 0xF) scan_write(port, offset, lines << 28, scan_bcm_clear, slowdown);
    if (lines >> 4) scan_write(port, offset + scan_bcm_next_bank, lines >> 4, scan_bcm_clear, slowdown);
}

static inline void SCAN_PLAY_BCM(SCAN_PORT port, const uint32_t *words, size_t count,
                                 const struct linux_scan_manner *manner)
{
    SCAN_BARRIER(port);
    const int32_t slowdown = manner->slowdown;
    const int64_t start = SCAN_NOW(port);
    struct scan_times times = {start, start};
    for (size_t i = 0; i < count; i++) {
        const uint32_t operation = words[i] >> 28, payload = words[i] & 0x0FFFFFFF;
        switch (operation) {
        case scan_set_low: scan_write(port, scan_bcm_set, payload, scan_bcm_clear, slowdown); break;
        case scan_clear_low:
        case scan_clear_low_with_next: scan_write(port, scan_bcm_clear, payload, scan_bcm_clear, slowdown); break;
        case scan_set_high: scan_write_high(port, scan_bcm_set, payload, slowdown); break;
        case scan_clear_high:
        case scan_clear_high_with_next: scan_write_high(port, scan_bcm_clear, payload, slowdown); break;
        default: scan_pass_time(port, operation, payload, scan_bcm_clear, manner, &times); break;
        }
    }
    SCAN_BARRIER(port);
}

static inline void SCAN_PLAY_RP1(SCAN_PORT port, const uint32_t *words, size_t count,
                                 const struct linux_scan_manner *manner)
{
    SCAN_BARRIER(port);
    const int32_t slowdown = manner->slowdown;
    const int64_t start = SCAN_NOW(port);
    struct scan_times times = {start, start};
    for (size_t i = 0; i < count; i++) {
        const uint32_t operation = words[i] >> 28, payload = words[i] & 0x0FFFFFFF;
        switch (operation) {
        case scan_set_low: scan_write(port, scan_rp1_set, payload, scan_rp1_clear, slowdown); break;
        case scan_clear_low:
        case scan_clear_low_with_next: scan_write(port, scan_rp1_clear, payload, scan_rp1_clear, slowdown); break;
        case scan_toggle_low: scan_write(port, scan_rp1_invert, payload, scan_rp1_clear, slowdown); break;
        default: scan_pass_time(port, operation, payload, scan_rp1_clear, manner, &times); break;
        }
    }
    SCAN_BARRIER(port);
}
