// Measures what a store and a reading of the clock take, in idle gaps between rows; included by scan_loop.h.
//
// A figure counts when two measurements in a row agree, so that one that was interrupted changes nothing. It is used from the
// next program on: within a refresh all rows are shifted and lit in the same way.

// The stores of a measurement: the time of one follows from how much longer many take than few.
enum { scan_few_stores = 16, scan_many_stores = 80, scan_clock_readings = 4 };

// The time until a number of stores have arrived, with one reading of the clock.
static inline int64_t scan_time_stores(SCAN_PORT port, uint32_t harmless, int count)
{
    const int64_t start = SCAN_NOW(port);
    for (int i = 0; i < count; i++) SCAN_STORE(port, harmless, 0);
    SCAN_BARRIER(port);
    if (harmless == scan_rp1_clear) SCAN_LOAD(port, scan_rp1_levels);
    return SCAN_NOW(port) - start;
}

// Takes figures over that are new; called where a program begins.
static inline void scan_take_figures(struct linux_scan_manner *manner)
{
    struct linux_scan_calibration *calibration = manner->calibration;
    if (!calibration || calibration->next_store == 0) return;
    const int64_t store = calibration->next_store;
    calibration->next_store = 0;
    const int64_t difference = store > calibration->used ? store - calibration->used : calibration->used - store;
    if (difference > calibration->used / 16) calibration->changed++;
    calibration->used = store;
    manner->slowdown = scan_slowdown(calibration, store);
    const int64_t slowed = manner->slowdown > 0 ? manner->slowdown * store / 1000 : 0;
    manner->store_rate = ((uint64_t)1000 << 20) / (uint64_t)store;
    manner->lead = calibration->next_completion + calibration->next_clock + slowed;
    manner->fine = 2 * calibration->next_clock;
    manner->mark_gap = manner->lead + calibration->tolerance + calibration->maximum_posted * store / 1000;
}

// Measures if that is due, and if there is time for it before the deadline; after long enough, in any case.
static inline void scan_calibrate(SCAN_PORT port, int64_t deadline, uint32_t harmless, struct linux_scan_manner *manner)
{
    struct linux_scan_calibration *calibration = manner->calibration;
    if (!calibration) return;
    const int64_t now = SCAN_NOW(port);
    if (now < calibration->due) return;
    // Three times what it takes, because stores may have become slower.
    const int64_t stores = (scan_few_stores + scan_many_stores) * calibration->used / 1000;
    const int64_t needed = 3 * (stores + 4 * manner->lead + 6 * manner->fine);
    if (deadline - now < needed && now - calibration->due < calibration->timeout) return;
    int64_t clock = INT64_MAX;
    for (int i = 0; i < scan_clock_readings; i++) {
        const int64_t first = SCAN_NOW(port);
        const int64_t time = SCAN_NOW(port) - first;
        if (time < clock) clock = time;
    }
    // The first one waits for the stores of the row before, too, which may still be under way; then nothing is.
    const int64_t one = scan_time_stores(port, harmless, 1);
    const int64_t another = scan_time_stores(port, harmless, 1);
    const int64_t few = scan_time_stores(port, harmless, scan_few_stores);
    const int64_t many = scan_time_stores(port, harmless, scan_many_stores);
    const int64_t store = (many - few) * 1000 / (scan_many_stores - scan_few_stores);
    const int64_t completion = (one < another ? one : another) - clock;
    const int64_t before = calibration->store;
    // No store takes less than 0.1 ns: few stores that were interrupted would seem to take longer than many.
    const bool agrees = store >= 100 && store - before <= before / 8 && before - store <= before / 8;
    calibration->measured++;
    calibration->store = store;
    calibration->doubts = agrees ? 0 : calibration->doubts + 1;
    // Retry at the next gap, up to three times in a row.
    calibration->due = calibration->doubts % 4 > 0 ? now : now + calibration->interval;
    if (!agrees) return;
    calibration->next_store = store;
    calibration->next_completion = completion > 0 ? completion : 0;
    calibration->next_clock = clock;
}
