/// The loops that play scan programs, compiled from the same source as those of the product, with stores that are
/// written down and a clock that only they move.
#ifndef CSCANRECORDER_H
#define CSCANRECORDER_H

#include <stddef.h>
#include <stdint.h>

/// What a loop did: a store, a barrier or a sleep.
struct scan_recorder_entry {
    /// The byte offset of the register; or one of the two below.
    uint32_t offset;
    /// What was stored.
    uint32_t value;
    /// The time at which it was done, in nanoseconds; of a sleep, its end.
    int64_t time;
};

/// Offsets of entries that are no stores.
enum { scan_recorder_barrier = 0x7FFFFFF0, scan_recorder_sleep = 0x7FFFFFF1 };

/// Where a loop stores to.
struct scan_recorder {
    /// Room for what it does; `count` may become more than there is room for.
    struct scan_recorder_entry *entries;
    size_t capacity, count;
    /// The clock, by how much a store and a reading of it move it, and how much too late a sleep ends.
    int64_t time, write_time, read_time, sleep_delay;
};

/// The settings of a loop (`linux_scan_manner`).
struct scan_recorder_manner {
    int32_t slowdown;
    uint32_t short_wait;
    uint64_t store_rate;
    int64_t lead, mark_margin, start_margin;
};

/// The number of ways in which loops can be broken on purpose; number 0 is the product's.
enum { scan_recorder_faults = 10 };

/// What is broken.
const char *scan_recorder_fault(int fault);

/// Plays a program by the product's loop, which beats, and which ends where the word asks it to.
void scan_recorder_play_watched(struct scan_recorder *recorder, int is_rp1, const uint32_t *words, size_t count,
                                uint64_t *beats, uint32_t *abandon, uint32_t dark_offset, uint32_t dark_value);

/// Plays a program by a loop.
void scan_recorder_play(struct scan_recorder *recorder, int is_rp1, int fault, const uint32_t *words, size_t count,
                        const struct scan_recorder_manner *manner);

#endif
