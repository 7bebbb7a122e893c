/// Loops that play scan programs: words of 4 bits that say what is done, and 28 bits that say with what.
#ifndef LINUX_SCAN_H
#define LINUX_SCAN_H

#include <stddef.h>
#include <stdint.h>

/// How a program is played.
struct linux_scan_manner {
    /// The stores of zero to the clear register after each store, of padding too; -1 for a barrier in place of them.
    int32_t slowdown;
    /// Waits after a mark just made that are shorter than these nanoseconds are made of such stores and not by the clock.
    uint32_t short_wait;
    /// How many stores take a nanosecond, times 2 to the power of 20.
    uint64_t store_rate;
    /// The nanoseconds by which waits after the mark end early: what reading the clock and leaving a wait takes.
    int64_t lead;
    /// The nanoseconds at the end of a wait after the mark that are never slept through; negative for no sleep at all.
    int64_t mark_margin;
    /// The same of waits after the start.
    int64_t start_margin;
    /// Grows by one at every mark, so that others see the loop work; NULL for none.
    uint64_t *beats;
    /// Asked at every mark: where it holds 1 the loop writes 2 and ends, where it holds 3 it writes 0 and ends. NULL for
    /// none.
    uint32_t *abandon;
    /// The store with which such an end makes the panel dark: the byte offset of the register, and its value.
    uint32_t dark_offset, dark_value;
};

/// Plays a program on the GPIO block of a BCM2837 or BCM2711, of which at least 0x30 bytes are mapped.
void linux_scan_play_bcm(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         const struct linux_scan_manner *manner);

/// Plays a program on the GPIO block of an RP1, of which at least 0x13004 bytes are mapped.
void linux_scan_play_rp1(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         const struct linux_scan_manner *manner);

/// Writes a register by one store, which the compiler neither leaves out nor moves; `offset` is in bytes.
void linux_scan_write(volatile uint32_t *registers, size_t offset, uint32_t value);

/// Reads a register by one load.
uint32_t linux_scan_read(const volatile uint32_t *registers, size_t offset);

/// The time of CLOCK_MONOTONIC in nanoseconds.
int64_t linux_scan_now(void);

/// Waits until CLOCK_MONOTONIC shows a time; sleeps while more than the margin and 5 us are left, unless it is negative.
void linux_scan_wait(int64_t deadline, int64_t margin);

/// Stores zero a number of times, where that changes nothing, and returns the nanoseconds that took.
int64_t linux_scan_time_stores(volatile uint32_t *registers, size_t offset, uint32_t count);

/// The same with a barrier after each store: how long it is under way.
int64_t linux_scan_time_completed_stores(volatile uint32_t *registers, size_t offset, uint32_t count);

/// The nanoseconds that reading the clock takes, the least of some attempts.
int64_t linux_scan_time_clock(void);

#endif
