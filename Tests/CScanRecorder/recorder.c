#include <stdlib.h>

#include "recorder.h"

#include "../../Sources/Hardware/CGPIOLines/scan_loop.h"

static const struct recorded_loops loops_of_product = {"nothing", play_bcm, play_rp1};

extern const struct recorded_loops loops_wrong_bank, loops_rising, loops_forgotten_clear, loops_wrong_mark,
    loops_forgotten_pad, loops_inverting, loops_wrong_lead, loops_merged_stores, loops_wrong_rate,
    loops_unpaid_debt, loops_wrong_row, loops_late_mark, loops_hasty_writes;

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
    &loops_unpaid_debt,
    &loops_wrong_row,
    &loops_late_mark,
    &loops_hasty_writes,
};

const char *scan_recorder_fault(int fault) { return all_loops[fault]->fault; }

void *scan_recorder_open_account(int64_t tolerance)
{
    struct linux_scan_account *account = calloc(1, sizeof *account);
    if (account) account->tolerance = tolerance;
    return account;
}

struct scan_recorder_light scan_recorder_light_of(const void *account)
{
    const struct linux_scan_account *light = account;
    return (struct scan_recorder_light){light->overlong, light->repaid, light->forgiven};
}

int64_t scan_recorder_debt(const void *account, size_t row)
{
    return ((const struct linux_scan_account *)account)->debts[row].owed;
}

void *scan_recorder_open_calibration(int64_t interval, int64_t timeout, int64_t tolerance, int64_t maximum_posted,
                                     int64_t store, int64_t least_write, int32_t least_slowdown)
{
    struct linux_scan_calibration *calibration = calloc(1, sizeof *calibration);
    if (!calibration) return NULL;
    calibration->interval = interval;
    calibration->timeout = timeout;
    calibration->tolerance = tolerance;
    calibration->maximum_posted = maximum_posted;
    calibration->used = calibration->store = store;
    calibration->least_write = least_write;
    calibration->least_slowdown = least_slowdown;
    return calibration;
}

struct scan_recorder_figures scan_recorder_figures_of(const void *calibration)
{
    const struct linux_scan_calibration *figures = calibration;
    return (struct scan_recorder_figures){figures->used, figures->measured, figures->changed};
}

void scan_recorder_close_calibration(void *calibration) { free(calibration); }

void scan_recorder_close_account(void *account) { free(account); }

void scan_recorder_play(struct scan_recorder *recorder, int is_rp1, int fault, const uint32_t *words, size_t count,
                        struct scan_recorder_manner *manner)
{
    struct linux_scan_manner same = {
        .slowdown = manner->slowdown,
        .short_wait = manner->short_wait,
        .store_rate = manner->store_rate,
        .lead = manner->lead,
        .fine = manner->fine,
        .mark_gap = manner->mark_gap,
        .mark_margin = manner->mark_margin,
        .start_margin = manner->start_margin,
        .dark_offset = manner->dark_offset,
        .dark_value = manner->dark_value,
        .account = manner->account,
        .calibration = manner->calibration,
    };
    const struct recorded_loops *loops = all_loops[fault];
    (is_rp1 ? loops->rp1 : loops->bcm)(recorder, words, count, &same);
    manner->slowdown = same.slowdown;
    manner->store_rate = same.store_rate;
    manner->lead = same.lead;
    manner->fine = same.fine;
    manner->mark_gap = same.mark_gap;
}

void scan_recorder_play_watched(struct scan_recorder *recorder, int is_rp1, const uint32_t *words, size_t count,
                                uint64_t *heartbeats, uint32_t *abandon, uint32_t dark_offset, uint32_t dark_value)
{
    struct linux_scan_manner manner = {
        .mark_margin = -1,
        .start_margin = -1,
        .heartbeats = heartbeats,
        .abandon = abandon,
        .dark_offset = dark_offset,
        .dark_value = dark_value,
    };
    (is_rp1 ? play_rp1 : play_bcm)(recorder, words, count, &manner);
}
