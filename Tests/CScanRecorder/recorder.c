#include "recorder.h"

#include "../../Sources/CLinuxIO/scan_loop.h"

static const struct recorded_loops loops_of_product = {"nothing", play_bcm, play_rp1};

extern const struct recorded_loops loops_wrong_bank, loops_rising, loops_forgotten_clear, loops_wrong_mark,
    loops_forgotten_pad, loops_inverting, loops_wrong_lead, loops_merged_stores, loops_wrong_rate;

static const struct recorded_loops *const all_loops[scan_recorder_faults] = {
    &loops_of_product,
    &loops_wrong_bank,
    &loops_rising,
    &loops_forgotten_clear,
    &loops_wrong_mark,
    &loops_forgotten_pad,
    &loops_inverting,
    &loops_wrong_lead,
    &loops_merged_stores,
    &loops_wrong_rate,
};

const char *scan_recorder_fault(int fault) { return all_loops[fault]->fault; }

void scan_recorder_play(struct scan_recorder *recorder, int is_rp1, int fault, const uint32_t *words, size_t count,
                        const struct scan_recorder_manner *manner)
{
    const struct linux_scan_manner same = {
        .slowdown = manner->slowdown,
        .short_wait = manner->short_wait,
        .store_rate = manner->store_rate,
        .lead = manner->lead,
        .mark_margin = manner->mark_margin,
        .start_margin = manner->start_margin,
    };
    const struct recorded_loops *loops = all_loops[fault];
    (is_rp1 ? loops->rp1 : loops->bcm)(recorder, words, count, &same);
}

void scan_recorder_play_watched(struct scan_recorder *recorder, int is_rp1, const uint32_t *words, size_t count,
                                uint64_t *beats, uint32_t *abandon, uint32_t dark_offset, uint32_t dark_value)
{
    const struct linux_scan_manner manner = {
        .mark_margin = -1,
        .start_margin = -1,
        .beats = beats,
        .abandon = abandon,
        .dark_offset = dark_offset,
        .dark_value = dark_value,
    };
    (is_rp1 ? play_rp1 : play_bcm)(recorder, words, count, &manner);
}
