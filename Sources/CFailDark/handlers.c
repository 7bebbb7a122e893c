// Fatal signals: the panel goes dark before the process dies.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };
enum { stack_size = 65536 };

// The old action may be a handler that returns without ending the process, of which nobody would see anything any more.
enum { most_seconds_to_die = 20 };

// How long whoever drives the panel may take to stop, in steps: a pulse and the shifting of a row are shorter. Whoever shows
// no sign of life for some of them is not driving it.
enum { most_steps = 200, most_silent_steps = 10, step_nanoseconds = 100000 };

static struct sigaction old_actions[fatal_count];
static volatile sig_atomic_t seen[fatal_count];
static bool is_installed;
static atomic_bool is_armed, is_begun, is_done;
// A stack overflow leaves no room for a handler on the thread's own stack.
static char first_stack[stack_size];

static bool refreshes_elsewhere(void)
{
    int32_t thread = atomic_load(&fail_dark_shared->refresh_thread);
    return thread != 0 && thread != gettid();
}

// Waits until the thread that drives the panel has stopped. Lines and registers are darkened again and again; transfers
// are not sent into those of that thread.
static void wait_for_refresh(void)
{
    const bool repeats = fail_dark_shared->plan.kind == by_lines || fail_dark_shared->plan.kind == by_registers;
    uint64_t beats = atomic_load(&fail_dark_shared->refresh_beats);
    int silent_steps = 0;
    for (int step = 0; step < most_steps && silent_steps < most_silent_steps; step++) {
        if (atomic_load(&fail_dark_shared->abandon) == 2) return;
        const uint64_t present = atomic_load(&fail_dark_shared->refresh_beats);
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
        // Another thread is at it; this one is not to end the process before it is done.
        for (int step = 0; step < 2 * most_steps && !atomic_load(&is_done); step++) fail_dark_sleep(step_nanoseconds);
        return 0;
    }
    int code = errno;
    atomic_store(&fail_dark_shared->abandon, 1);
    if (fail_dark_shared->plan.kind != by_bit_bang) fail_dark_darken(&fail_dark_own);
    if (refreshes_elsewhere()) wait_for_refresh();
    int result = fail_dark_darken(&fail_dark_own);
    atomic_store(&is_done, true);
    errno = code;
    return result;
}

static void on_fatal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (atomic_load(&is_armed)) {
        fail_dark_now();
        fail_dark_rest();
        signal(SIGALRM, SIG_DFL);
        alarm(most_seconds_to_die);
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal_signals[i] != number) continue;
        // Handlers that were installed in turns may hand over to each other for ever.
        if (seen[i]++) {
            signal(number, SIG_DFL);
        } else {
            sigaction(number, &old_actions[i], NULL);
        }
    }
    // A fault happens again when its instruction does, and the old action sees it whole. A trap may have moved on to the
    // next instruction, and a signal that was sent does not come again by itself.
    bool repeats = info && info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
    if (!repeats) raise(number);
}

int fail_dark_use_signal_stack(void)
{
    stack_t present;
    if (sigaltstack(NULL, &present) != 0) return -1;
    if (!(present.ss_flags & SS_DISABLE)) return 0;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -1;
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    return sigaltstack(&stack, NULL);
}

// The handlers stay for ever: taking them out of a chain that others have added to would cut it.
static int install(void)
{
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) {
        stack_t stack = {.ss_sp = first_stack, .ss_size = sizeof first_stack};
        sigaltstack(&stack, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) {
        if (sigaction(fatal_signals[i], &action, &old_actions[i]) != 0) return -1;
    }
    is_installed = true;
    return 0;
}

// A program inherits the mask of whoever started it, and what is blocked reaches no handler (abort(3) of glibc 2.41 does not
// unblock its signal any more, either).
static int unblock(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < fatal_count; i++) sigaddset(&signals, fatal_signals[i]);
    int code = pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    if (code != 0) errno = code;
    return code == 0 ? 0 : -1;
}

int fail_dark_arm(void)
{
    if (!is_installed && install() != 0) return -1;
    if (unblock() != 0) return -1;
    atomic_store(&is_begun, false);
    atomic_store(&is_done, false);
    atomic_store(&is_armed, true);
    return 0;
}

void fail_dark_disarm(void) { atomic_store(&is_armed, false); }
