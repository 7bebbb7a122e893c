/// Loops that play scan programs: words of 4 bits that say what is done, and 28 bits that say with what.
#ifndef LINUX_SCAN_H
#define LINUX_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "linux_scan_account.h"

/// When and how what a store takes is measured again while programs are played, and what came of it.
struct linux_scan_calibration {
    /// The nanoseconds between measurements, and how many later than that one is made even where no gap is long enough.
    int64_t interval, timeout;
    /// What the gap between the reading before a pulse and its mark may be longer, and the most stores that are under way.
    int64_t tolerance, maximum_posted;
    /// When the next measurement is due.
    int64_t due;
    /// The picoseconds of a store that are used, and those that were measured last.
    int64_t used, store;
    /// What the next program begins with: the picoseconds of a store, or 0 for nothing new; the nanoseconds until a store has
    /// arrived, and those of reading the clock.
    int64_t next_store, next_completion, next_clock;
    /// The picoseconds that a write takes at least, for which `slowdown` becomes greater than this where it has to.
    int64_t least_write;
    int32_t least_slowdown;
    /// The measurements since the last one that agreed with the one before.
    int64_t doubts;
    /// All measurements, and how many of them changed what is used by more than a sixteenth.
    int64_t measured, changed;
};

/// How a program is played.
struct linux_scan_manner {
    /// The stores of zero to the clear register after each store, of padding too; -1 for a barrier instead.
    int32_t slowdown;
    /// Waits directly after a mark that are shorter than these nanoseconds are made of such stores, not by the clock.
    uint32_t short_wait;
    /// How many stores take a nanosecond, times 2 to the power of 20.
    uint64_t store_rate;
    /// The nanoseconds by which waits after the mark end early: the time of reading the clock and leaving a wait.
    int64_t lead;
    /// The nanoseconds at the end of a wait after the mark that are made of stores, so that a slow clock ends no pulse late.
    int64_t fine;
    /// The nanoseconds from the reading of the clock before a pulse to its mark, at most, when nothing disturbs.
    int64_t mark_gap;
    /// The nanoseconds at the end of a wait after the mark that are never slept through; negative for no sleep at all.
    int64_t mark_margin;
    /// The same for waits after the start.
    int64_t start_margin;
    /// Grows by one at every mark, so that others see the loop work; may be NULL.
    uint64_t *heartbeats;
    /// Read at every mark: if it is 1 the loop writes 2 and ends, if it is 3 it writes 0 and ends. May be NULL.
    uint32_t *abandon;
    /// The store that makes the panel dark at such an end: the byte offset of the register, and its value. The same lines
    /// fall where a pulse of light begins.
    uint32_t dark_offset, dark_value;
    /// The account of the pulses that the clock times; may be NULL.
    struct linux_scan_account *account;
    /// Measures again, and changes `slowdown`, `store_rate`, `lead`, `fine` and `mark_gap`, each between two programs; may
    /// be NULL.
    struct linux_scan_calibration *calibration;
};

/// Plays a program on the GPIO block of a BCM2837 or BCM2711, of which at least 0x30 bytes are mapped.
void linux_scan_play_bcm(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         struct linux_scan_manner *manner);

/// Plays a program on the GPIO block of an RP1, of which at least 0x13004 bytes are mapped.
void linux_scan_play_rp1(volatile uint32_t *registers, const uint32_t *words, size_t count,
                         struct linux_scan_manner *manner);

/// Writes a register by one store, which the compiler neither leaves out nor moves; `offset` is in bytes.
void linux_scan_write(volatile uint32_t *registers, size_t offset, uint32_t value);

/// Reads a register by one load.
uint32_t linux_scan_read(const volatile uint32_t *registers, size_t offset);

/// The time of CLOCK_MONOTONIC in nanoseconds.
int64_t linux_scan_now(void);

/// Lets programs be timed by the processor's counter, where that can be read and takes less time than the clock; returns the
/// nanoseconds of one count, rounded up, or 0 where the clock is used. Call it before the first program is played.
int64_t linux_scan_use_counter(void);

/// Keeps the processor busy for some nanoseconds, so that its clocks are those of a busy one.
void linux_scan_warm_up(int64_t nanoseconds);

/// Waits until CLOCK_MONOTONIC shows a time; sleeps while more than the margin and 5 us are left, unless it is negative.
void linux_scan_wait(int64_t deadline, int64_t margin);

/// Stores zero a number of times where that has no effect, and returns the time in nanoseconds.
int64_t linux_scan_time_stores(volatile uint32_t *registers, size_t offset, uint32_t count);

/// The same with a barrier after each store: the time until a store arrives.
int64_t linux_scan_time_completed_stores(volatile uint32_t *registers, size_t offset, uint32_t count);

/// The same with a load of another register after each store, which does not pass the store: the time there and back.
int64_t linux_scan_time_read_stores(volatile uint32_t *registers, size_t offset, size_t read_offset, uint32_t count);

/// The time of reading what programs are timed by in nanoseconds, the shortest of some attempts.
int64_t linux_scan_time_clock(void);

#endif
