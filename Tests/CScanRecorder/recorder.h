// What the loops store to in tests.
#ifndef RECORDER_H
#define RECORDER_H

#include "include/CScanRecorder.h"

#include "../../Sources/Hardware/CGPIOLines/scan_words.h"

static inline void record(struct scan_recorder *recorder, uint32_t offset, uint32_t value)
{
    if (recorder->count < recorder->capacity) {
        recorder->entries[recorder->count] = (struct scan_recorder_entry){offset, value, recorder->time};
    }
    recorder->count++;
}

// What the machine does between two steps of a loop: it stands still.
static inline void stand_still(struct scan_recorder *recorder)
{
    while (recorder->next_stall < recorder->stall_count &&
           recorder->stalls[recorder->next_stall].time <= recorder->time) {
        recorder->time += recorder->stalls[recorder->next_stall++].length;
    }
}

static inline void record_store(struct scan_recorder *recorder, uint32_t offset, uint32_t value)
{
    stand_still(recorder);
    const int is_changed = recorder->change_time > 0 && recorder->time >= recorder->change_time;
    const int64_t write_time = is_changed ? recorder->changed_write_time : recorder->write_time;
    if (recorder->maximum_posted == 0) {
        recorder->time += write_time;
        record(recorder, offset, value);
        return;
    }
    // A store leaves the processor at once, and waits in a queue for those before it, as long as that has room.
    recorder->time += 2;
    const int64_t room = recorder->arrived - (recorder->maximum_posted - 1) * write_time;
    if (recorder->time < room) recorder->time = room;
    const int64_t arrival = recorder->time + recorder->latency;
    recorder->arrived = (recorder->arrived + write_time > arrival) ? recorder->arrived + write_time : arrival;
    const int64_t now = recorder->time;
    recorder->time = recorder->arrived;
    record(recorder, offset, value);
    recorder->time = now;
}

static inline void record_barrier(struct scan_recorder *recorder)
{
    stand_still(recorder);
    record(recorder, scan_recorder_barrier, 0);
}

static inline void record_load(struct scan_recorder *recorder, uint32_t offset)
{
    stand_still(recorder);
    // A load follows the stores before it, and its answer comes back.
    if (recorder->maximum_posted > 0) {
        const int64_t there = recorder->time + recorder->latency;
        recorder->time = (recorder->arrived > there ? recorder->arrived : there) + recorder->latency;
    }
    record(recorder, scan_recorder_load, offset);
}

static inline int64_t read_clock(struct scan_recorder *recorder)
{
    stand_still(recorder);
    recorder->time += recorder->read_time;
    return recorder->time;
}

static inline void record_sleep(struct scan_recorder *recorder, int64_t deadline)
{
    stand_still(recorder);
    if (recorder->time < deadline) recorder->time = deadline + recorder->sleep_delay;
    record(recorder, scan_recorder_sleep, 0);
}

#define SCAN_PORT struct scan_recorder *
#define SCAN_STORE(port, offset, value) record_store(port, offset, value)
#define SCAN_LOAD(port, offset) record_load(port, offset)
#define SCAN_BARRIER(port) record_barrier(port)
#define SCAN_NOW(port) read_clock(port)
#define SCAN_SLEEP(port, deadline) record_sleep(port, deadline)

// A pair of loops, one for each kind of register.
typedef void recorded_loop(struct scan_recorder *, const uint32_t *, size_t, struct linux_scan_manner *);
struct recorded_loops {
    const char *fault;
    recorded_loop *bcm, *rp1;
};

#define SCAN_PLAY_BCM play_bcm
#define SCAN_PLAY_RP1 play_rp1

#endif
