// What the loops store to in tests.
#ifndef RECORDER_H
#define RECORDER_H

#include "include/CScanRecorder.h"

#include "../../Sources/CLinuxIO/scan_words.h"

static inline void record(struct scan_recorder *recorder, uint32_t offset, uint32_t value)
{
    if (recorder->count < recorder->capacity) {
        recorder->entries[recorder->count] = (struct scan_recorder_entry){offset, value, recorder->time};
    }
    recorder->count++;
}

static inline void record_store(struct scan_recorder *recorder, uint32_t offset, uint32_t value)
{
    recorder->time += recorder->write_time;
    record(recorder, offset, value);
}

static inline int64_t read_clock(struct scan_recorder *recorder)
{
    recorder->time += recorder->read_time;
    return recorder->time;
}

static inline void record_sleep(struct scan_recorder *recorder, int64_t deadline)
{
    if (recorder->time < deadline) recorder->time = deadline + recorder->sleep_delay;
    record(recorder, scan_recorder_sleep, 0);
}

#define SCAN_PORT struct scan_recorder *
#define SCAN_STORE(port, offset, value) record_store(port, offset, value)
#define SCAN_BARRIER(port) record(port, scan_recorder_barrier, 0)
#define SCAN_NOW(port) read_clock(port)
#define SCAN_SLEEP(port, deadline) record_sleep(port, deadline)

// A pair of loops, one for each kind of register.
typedef void recorded_loop(struct scan_recorder *, const uint32_t *, size_t, const struct linux_scan_manner *);
struct recorded_loops {
    const char *fault;
    recorded_loop *bcm, *rp1;
};

#define SCAN_PLAY_BCM play_bcm
#define SCAN_PLAY_RP1 play_rp1

#endif
