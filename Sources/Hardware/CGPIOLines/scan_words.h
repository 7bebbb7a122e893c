// The meaning of the words of scan programs, and the registers that they write.
#ifndef SCAN_WORDS_H
#define SCAN_WORDS_H

#include "include/linux_scan.h"

// The operation of a word, in its bits 31 to 28 (ScanWord.Operation).
enum {
    scan_set_low = 1,
    scan_clear_low = 2,
    scan_toggle_low = 3,
    scan_set_high = 4,
    scan_clear_high = 5,
    scan_clear_low_with_next = 6,
    scan_clear_high_with_next = 7,
    scan_pad = 8,
    scan_mark = 9,
    scan_wait_after_mark = 10,
    scan_wait_after_start = 11
};

// Byte offsets of registers. BCM: lines 0 to 31, the register after it has the lines from 32. RP1: SYS_RIO OUT of the
// lines 0 to 27, which is only read, and its aliases that invert, set and clear bits.
enum {
    scan_bcm_set = 0x1C,
    scan_bcm_clear = 0x28,
    scan_bcm_next_bank = 4,
    scan_rp1_levels = 0x10000,
    scan_rp1_invert = 0x11000,
    scan_rp1_set = 0x12000,
    scan_rp1_clear = 0x13000
};

// The shortest time for a sleep, in nanoseconds.
enum { scan_least_sleep = 5000 };

// The times that waits count from, and the short wait that replaced reading the clock for the mark; -1 without one.
struct scan_times {
    int64_t start, mark, short_wait;
    // The time before a pulse of light that the clock times; -1 outside of one.
    int64_t before;
    // The place of the present row: the waits after the start until now.
    size_t row;
};

// The time at which a pulse of light began, of which the mark was read at one time and the clock before it at another: what
// came between them, beyond what is usual, was light.
static inline int64_t scan_latest_mark(int64_t mark, int64_t before, int64_t gap)
{
    return mark - before > gap ? before + gap : mark;
}

// The harmless stores after each store, so that a write takes long enough; a barrier stays one.
static inline int32_t scan_slowdown(const struct linux_scan_calibration *calibration, int64_t store)
{
    if (calibration->least_slowdown < 0) return calibration->least_slowdown;
    const int64_t needed = (calibration->least_write + store - 1) / store - 1;
    return needed > calibration->least_slowdown ? (int32_t)needed : calibration->least_slowdown;
}

#endif
