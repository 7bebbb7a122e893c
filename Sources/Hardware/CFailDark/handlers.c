// Fatal signals: the panel goes dark before the process dies.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fatal_signals.h>
#include <signal.h>
#include <unistd.h>

// The handler that was there before may return without ending the process, which would then go on behind a dark panel.
enum { maximum_seconds_to_die = 20 };

// How long the thread that drives the panel may take to stop, in steps: a pulse and the shifting of a row are shorter. A thread
// that has not beaten for some of them is not driving it.
enum { maximum_steps = 200, maximum_silent_steps = 10, step_nanoseconds = 100000 };

static atomic_bool is_armed, is_begun, is_done;

static bool refreshes_elsewhere(void)
{
    int32_t thread = atomic_load(&fail_dark_shared->refresh_thread);
    return thread != 0 && thread != gettid();
}

// Waits until the thread that drives the panel has stopped. Lines and registers are darkened repeatedly; transfers are
// not mixed with those of that thread.
static void wait_for_refresh(void)
{
    const bool repeats = fail_dark_shared->plan.kind == by_lines || fail_dark_shared->plan.kind == by_registers;
    uint64_t beats = atomic_load(&fail_dark_shared->refresh_heartbeats);
    int silent_steps = 0;
    for (int step = 0; step < maximum_steps && silent_steps < maximum_silent_steps; step++) {
        if (atomic_load(&fail_dark_shared->abandon) == 2) return;
        const uint64_t present = atomic_load(&fail_dark_shared->refresh_heartbeats);
        silent_steps = present == beats ? silent_steps + 1 : 0;
        beats = present;
        if (repeats) fail_dark_darken(&fail_dark_own);
        fail_dark_sleep(step_nanoseconds);
    }
}

int fail_dark_now(void)
{
    if (!atomic_load(&is_armed)) return 0;
    if (atomic_exchange(&is_begun, true)) {
        // Another thread darkens the panel; this one must not end the process before that is done.
        for (int step = 0; step < 2 * maximum_steps && !atomic_load(&is_done); step++) fail_dark_sleep(step_nanoseconds);
        return 0;
    }
    int code = errno;
    atomic_store(&fail_dark_shared->abandon, 1);
    // A bus and a connection have room for one at a time.
    const enum fail_dark_kind kind = fail_dark_shared->plan.kind;
    if (kind != by_bit_bang && kind != by_requests) fail_dark_darken(&fail_dark_own);
    if (refreshes_elsewhere()) wait_for_refresh();
    int result = fail_dark_darken(&fail_dark_own);
    atomic_store(&is_done, true);
    errno = code;
    return result;
}

static void darken_and_limit_time(void)
{
    if (!atomic_load(&is_armed)) return;
    fail_dark_now();
    fail_dark_rest();
    signal(SIGALRM, SIG_DFL);
    alarm(maximum_seconds_to_die);
}

int fail_dark_arm(void)
{
    if (fatal_signals_set(fatal_signal_darkens_panel, darken_and_limit_time) != 0) return -1;
    atomic_store(&is_begun, false);
    atomic_store(&is_done, false);
    atomic_store(&is_armed, true);
    return 0;
}

void fail_dark_disarm(void) { atomic_store(&is_armed, false); }
