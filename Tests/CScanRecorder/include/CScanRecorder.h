/// The loops that play scan programs, compiled from the same source as those of the product, with stores that are
/// written down and a clock that only they move.
#ifndef CSCANRECORDER_H
#define CSCANRECORDER_H

#include <stddef.h>
#include <stdint.h>

/// What a loop did: a store, a barrier or a sleep.
struct scan_recorder_entry {
    /// The byte offset of the register; or one of those below.
    uint32_t offset;
    /// What was stored.
    uint32_t value;
    /// The time at which it was done, in nanoseconds; of a sleep, its end.
    int64_t time;
};

/// Offsets of entries that are no stores; the value of a load is the offset of its register.
enum { scan_recorder_barrier = 0x7FFFFFF0, scan_recorder_sleep = 0x7FFFFFF1, scan_recorder_load = 0x7FFFFFF2 };

/// A time for which the machine stands still, before the first step of a loop at or after an instant.
struct scan_recorder_stall {
    int64_t time, length;
};

/// Where a loop stores to.
struct scan_recorder {
    /// Room for what it does; `count` may become more than there is room for.
    struct scan_recorder_entry *entries;
    size_t capacity, count;
    /// The clock, by how much a store and a reading of it move it, and how much too late a sleep ends.
    int64_t time, write_time, read_time, sleep_delay;
    /// When the machine stands still, in ascending order, and how many of them are over.
    const struct scan_recorder_stall *stalls;
    size_t stall_count, next_stall;
    /// From when on a store takes another time; 0 for never.
    int64_t change_time, changed_write_time;
    /// How many stores may be under way at most, as behind PCI Express; 0 where each is waited for.
    int64_t maximum_posted;
    /// How long a store is under way when none is before it, and when the last one arrives.
    int64_t latency, arrived;
};

/// The settings of a loop (`linux_scan_manner`).
struct scan_recorder_manner {
    int32_t slowdown;
    uint32_t short_wait;
    uint64_t store_rate;
    int64_t lead, fine, mark_gap, mark_margin, start_margin;
    uint32_t dark_offset, dark_value;
    /// Made by `scan_recorder_open_account`, or NULL.
    void *account;
    /// Made by `scan_recorder_open_calibration`, or NULL; changes the settings above.
    void *calibration;
};

/// What a calibration uses, in picoseconds of a store, and what it has counted.
struct scan_recorder_figures {
    int64_t store, measured, changed;
};

/// Creates a calibration that uses a store of some picoseconds, and a slowdown or more for writes of some picoseconds.
void *scan_recorder_open_calibration(int64_t interval, int64_t timeout, int64_t tolerance, int64_t maximum_posted,
                                     int64_t store, int64_t least_write, int32_t least_slowdown);

/// What a calibration uses and has counted.
struct scan_recorder_figures scan_recorder_figures_of(const void *calibration);

/// Ends a calibration.
void scan_recorder_close_calibration(void *calibration);

/// What a light account has counted.
struct scan_recorder_light {
    int64_t overlong, repaid, forgiven;
};

/// Creates a light account.
void *scan_recorder_open_account(int64_t tolerance);

/// What an account has counted.
struct scan_recorder_light scan_recorder_light_of(const void *account);

/// What the row at a place owes.
int64_t scan_recorder_debt(const void *account, size_t row);

/// Ends an account.
void scan_recorder_close_account(void *account);

/// The number of ways in which loops can be broken on purpose; number 0 is the product's.
enum { scan_recorder_faults = 14 };

/// What is broken.
const char *scan_recorder_fault(int fault);

/// Plays a program by the product's loop, which beats, and which ends where the word asks it to.
void scan_recorder_play_watched(struct scan_recorder *recorder, int is_rp1, const uint32_t *words, size_t count,
                                uint64_t *heartbeats, uint32_t *abandon, uint32_t dark_offset, uint32_t dark_value);

/// Plays a program by a loop.
void scan_recorder_play(struct scan_recorder *recorder, int is_rp1, int fault, const uint32_t *words, size_t count,
                        struct scan_recorder_manner *manner);

#endif
