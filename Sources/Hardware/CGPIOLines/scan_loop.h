// The loops that play scan programs, with names for the parts that differ between registers and tests.
//
// A file that includes this defines
//   SCAN_PORT                         the type of `port`
//   SCAN_STORE(port, offset, value)   one store to the register at a byte offset
//   SCAN_BARRIER(port)                waits until the stores before it have left the processor
//   SCAN_LOAD(port, offset)           one load of the register at a byte offset
//   SCAN_NOW(port)                    the time in nanoseconds
//   SCAN_SLEEP(port, deadline)        sleeps until a time
//   SCAN_PLAY_BCM, SCAN_PLAY_RP1      the names of the two loops
#include <stdbool.h>

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

// Whether a mark is followed by a wait that is too short for the clock: reading it takes as long as a short pulse, and
// stores that wait in the processor's buffer would not have reached the lines.
static inline bool scan_is_short(const uint32_t *words, size_t count, const struct linux_scan_manner *manner)
{
    return count > 1 && words[1] >> 28 == scan_wait_after_mark && (words[1] & 0x0FFFFFFF) < manner->short_wait;
}

// Waits by stores: as many as bring the next store to its time after the last.
static inline void scan_wait_by_stores(SCAN_PORT port, uint32_t nanoseconds, uint32_t harmless,
                                       const struct linux_scan_manner *manner)
{
    const int64_t stores = (int64_t)((nanoseconds * manner->store_rate + (1 << 19)) >> 20);
    const int64_t slowed = manner->slowdown > 0 ? manner->slowdown : 0;
    for (int64_t i = 1 + slowed; i < stores; i++) SCAN_STORE(port, harmless, 0);
}

#include "scan_calibrate.h"

// Waits for a time after the mark; the last stretch by stores, and no store more than brings the next one to its time.
static inline void scan_wait_exactly(SCAN_PORT port, int64_t deadline, uint32_t harmless,
                                     const struct linux_scan_manner *manner)
{
    const int64_t margin = manner->mark_margin;
    for (;;) {
        const int64_t left = deadline - SCAN_NOW(port);
        if (left <= 0) return;
        if (left < manner->fine) {
            const int64_t stores = (int64_t)(((uint64_t)left * manner->store_rate + (1 << 19)) >> 20);
            for (int64_t i = 0; i < stores; i++) SCAN_STORE(port, harmless, 0);
            return;
        }
        if (margin >= 0 && left > margin + scan_least_sleep) SCAN_SLEEP(port, deadline - margin);
    }
}

// Counts a heartbeat, and checks whether the loop must end; no other code counts them. If it must end, the word before the
// mark may have lit a row.
static inline bool scan_goes_on(SCAN_PORT port, const struct linux_scan_manner *manner)
{
    if (manner->heartbeats) {
        const uint64_t heartbeats = __atomic_load_n(manner->heartbeats, __ATOMIC_RELAXED);
        __atomic_store_n(manner->heartbeats, heartbeats + 1, __ATOMIC_RELAXED);
    }
    if (!manner->abandon) return true;
    uint32_t demand = __atomic_load_n(manner->abandon, __ATOMIC_RELAXED);
    if (__builtin_expect(demand == 0, true)) return true;
    SCAN_STORE(port, manner->dark_offset, manner->dark_value);
    const uint32_t answer = demand == 3 ? 0 : 2;
    __atomic_compare_exchange_n(manner->abandon, &demand, answer, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return false;
}

// Notes the time before a word that begins a pulse of light which the clock times.
static inline void scan_begin_light(SCAN_PORT port, const uint32_t *words, size_t count,
                                    const struct linux_scan_manner *manner, struct scan_times *times)
{
    if (!manner->account || count < 2 || words[1] >> 28 != scan_mark) return;
    if (!scan_is_short(words + 1, count - 1, manner)) times->before = SCAN_NOW(port);
}

// Whether a word lights the panel.
static inline bool scan_lights(uint32_t word, const struct linux_scan_manner *manner)
{
    return word == ((uint32_t)scan_clear_low << 28 | manner->dark_value);
}

// Begins a row whose words follow: those that owe look at the pulses that are to come.
static inline void scan_begin_row(const uint32_t *words, size_t count, const struct linux_scan_manner *manner,
                                  size_t row)
{
    struct linux_scan_account *account = manner->account;
    if (!account || !linux_scan_account_begin(account, row)) return;
    bool is_pulse = false;
    for (size_t i = 0; i < count && words[i] >> 28 != scan_wait_after_start; i++) {
        switch (words[i] >> 28) {
        case scan_mark:
            is_pulse = i > 0 && scan_lights(words[i - 1], manner) && !scan_is_short(words + i, count - i, manner);
            break;
        case scan_wait_after_mark:
            if (is_pulse) linux_scan_account_expect(account, words[i] & 0x0FFFFFFF);
            is_pulse = false;
            break;
        default: break;
        }
    }
    const uint32_t last = count > 0 ? words[count - 1] : 0;
    linux_scan_account_decide(account, last >> 28 == scan_wait_after_start ? last & 0x0FFFFFFF : 0);
}

// Waits for the end of a pulse of light, ends it, and records how long it was; returns how many words were played.
static inline size_t scan_end_light(SCAN_PORT port, const uint32_t *words, size_t count, uint32_t harmless,
                                    const struct linux_scan_manner *manner, struct scan_times *times)
{
    const int64_t length = words[0] & 0x0FFFFFFF;
    const bool ends = count > 1 && words[1] == ((uint32_t)scan_set_low << 28 | manner->dark_value);
    const int64_t cut = ends ? linux_scan_account_cut(manner->account, length) : 0;
    scan_wait_exactly(port, times->mark + length - cut - manner->lead, harmless, manner);
    times->before = -1;
    if (!ends) return 1;
    scan_write(port, manner->dark_offset, manner->dark_value, harmless, manner->slowdown);
    // A shorter pulse may end while the shift under it is still on its way.
    if (cut > 0 && harmless == scan_rp1_clear) SCAN_LOAD(port, scan_rp1_levels);
    const int64_t lit = SCAN_NOW(port) - times->mark;
    linux_scan_account_note(manner->account, length, lit > length - cut ? lit : length - cut);
    return 2;
}

// Words that let time pass, `count` of them to the end of the program; returns how many were played.
//
// Returns `count` at a mark where the loop must end.
static inline size_t scan_pass_time(SCAN_PORT port, const uint32_t *words, size_t count, uint32_t harmless,
                                    struct linux_scan_manner *manner, struct scan_times *times)
{
    const uint32_t payload = words[0] & 0x0FFFFFFF;
    switch (words[0] >> 28) {
    case scan_pad:
        for (uint32_t i = 0; i < payload; i++) scan_write(port, harmless, 0, harmless, manner->slowdown);
        return 1;
    case scan_mark:
        if (!scan_goes_on(port, manner)) return count;
        if (scan_is_short(words, count, manner)) {
            times->short_wait = words[1] & 0x0FFFFFFF;
            scan_wait_by_stores(port, words[1] & 0x0FFFFFFF, harmless, manner);
            return 2;
        }
        // The time at which the store before left, not at which it was put into the processor's buffer. A barrier does not
        // wait for an RP1, whose stores queue on the way; a load does, because it does not pass them.
        SCAN_BARRIER(port);
        if (harmless == scan_rp1_clear) SCAN_LOAD(port, scan_rp1_levels);
        times->mark = SCAN_NOW(port);
        times->short_wait = -1;
        if (times->before >= 0) times->mark = scan_latest_mark(times->mark, times->before, manner->mark_gap);
        return 1;
    case scan_wait_after_mark:
        // A second wait after a mark whose time was not read: at least as long ago as the first wait.
        if (times->short_wait >= 0) times->mark = SCAN_NOW(port) - times->short_wait;
        times->short_wait = -1;
        if (times->before >= 0) return scan_end_light(port, words, count, harmless, manner, times);
        scan_wait_exactly(port, times->mark + payload - manner->lead, harmless, manner);
        return 1;
    case scan_wait_after_start:
        scan_calibrate(port, times->start + payload, harmless, manner);
        scan_wait(port, times->start + payload, manner->start_margin);
        scan_begin_row(words + 1, count - 1, manner, ++times->row);
        return 1;
    default: return 1;
    }
}

// The lines 28 to 31 lie in the first bank, the lines from 32 in the next one.
static inline void scan_write_high(SCAN_PORT port, uint32_t offset, uint32_t lines, int32_t slowdown)
{
    if (lines & 0xF) scan_write(port, offset, lines << 28, scan_bcm_clear, slowdown);
    if (lines >> 4) scan_write(port, offset + scan_bcm_next_bank, lines >> 4, scan_bcm_clear, slowdown);
}

static inline void SCAN_PLAY_BCM(SCAN_PORT port, const uint32_t *words, size_t count,
                                 struct linux_scan_manner *manner)
{
    if (!scan_goes_on(port, manner)) return;
    scan_take_figures(manner);
    SCAN_BARRIER(port);
    const int32_t slowdown = manner->slowdown;
    const uint32_t light = (uint32_t)scan_clear_low << 28 | manner->dark_value;
    const int64_t start = SCAN_NOW(port);
    struct scan_times times = {start, start, -1, -1, 0};
    size_t next = 0;
    scan_begin_row(words, count, manner, 0);
    while (next < count) {
        const uint32_t payload = words[next] & 0x0FFFFFFF;
        switch (words[next] >> 28) {
        case scan_set_low: scan_write(port, scan_bcm_set, payload, scan_bcm_clear, slowdown); break;
        case scan_clear_low:
            if (words[next] == light) scan_begin_light(port, words + next, count - next, manner, &times);
            scan_write(port, scan_bcm_clear, payload, scan_bcm_clear, slowdown);
            break;
        case scan_clear_low_with_next: scan_write(port, scan_bcm_clear, payload, scan_bcm_clear, slowdown); break;
        case scan_set_high: scan_write_high(port, scan_bcm_set, payload, slowdown); break;
        case scan_clear_high:
        case scan_clear_high_with_next: scan_write_high(port, scan_bcm_clear, payload, slowdown); break;
        default: next += scan_pass_time(port, words + next, count - next, scan_bcm_clear, manner, &times); continue;
        }
        next++;
    }
    SCAN_BARRIER(port);
}

static inline void SCAN_PLAY_RP1(SCAN_PORT port, const uint32_t *words, size_t count,
                                 struct linux_scan_manner *manner)
{
    if (!scan_goes_on(port, manner)) return;
    scan_take_figures(manner);
    SCAN_BARRIER(port);
    const int32_t slowdown = manner->slowdown;
    const uint32_t light = (uint32_t)scan_clear_low << 28 | manner->dark_value;
    const int64_t start = SCAN_NOW(port);
    struct scan_times times = {start, start, -1, -1, 0};
    size_t next = 0;
    scan_begin_row(words, count, manner, 0);
    while (next < count) {
        const uint32_t payload = words[next] & 0x0FFFFFFF;
        switch (words[next] >> 28) {
        case scan_set_low: scan_write(port, scan_rp1_set, payload, scan_rp1_clear, slowdown); break;
        case scan_clear_low:
            if (words[next] == light) scan_begin_light(port, words + next, count - next, manner, &times);
            scan_write(port, scan_rp1_clear, payload, scan_rp1_clear, slowdown);
            break;
        case scan_clear_low_with_next: scan_write(port, scan_rp1_clear, payload, scan_rp1_clear, slowdown); break;
        case scan_toggle_low: scan_write(port, scan_rp1_invert, payload, scan_rp1_clear, slowdown); break;
        default: next += scan_pass_time(port, words + next, count - next, scan_rp1_clear, manner, &times); continue;
        }
        next++;
    }
    SCAN_BARRIER(port);
}
