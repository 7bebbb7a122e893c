#define _GNU_SOURCE
#include "fatal_signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };
enum { stack_size = 65536 };

static _Atomic(fatal_signal_hook) hooks[fatal_signal_hooks];
static struct sigaction old_actions[fatal_count];
static volatile sig_atomic_t seen[fatal_count];
static bool is_installed;

static void on_fatal(int number, siginfo_t *info, void *context)
{
    (void)context;
    for (int i = 0; i < fatal_signal_hooks; i++) {
        const fatal_signal_hook hook = atomic_load(&hooks[i]);
        if (hook) hook();
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal_signals[i] != number) continue;
        // Two handlers that each restore the other one would otherwise call each other without end.
        if (seen[i]++) {
            signal(number, SIG_DFL);
        } else {
            sigaction(number, &old_actions[i], NULL);
        }
    }
    // A fault happens again when its instruction does, and the old action sees it whole. A trap may have moved on to the
    // next instruction, and a signal that was sent does not come again by itself.
    const bool repeats = info && info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
    if (!repeats) raise(number);
}

int fatal_signals_use_stack(void)
{
    stack_t present;
    if (sigaltstack(NULL, &present) != 0) return -1;
    if (!(present.ss_flags & SS_DISABLE)) return 0;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -1;
    const stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    return sigaltstack(&stack, NULL);
}

static int install(void)
{
    // Without memory for it only stack overflows go unhandled.
    if (fatal_signals_use_stack() != 0) errno = 0;
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

// A program inherits the signal mask of the program that starts it, and a blocked signal reaches no handler (abort(3) of glibc
// 2.41 no longer unblocks its signal, either).
static int unblock(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < fatal_count; i++) sigaddset(&signals, fatal_signals[i]);
    const int code = pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    if (code != 0) errno = code;
    return code == 0 ? 0 : -1;
}

int fatal_signals_set(enum fatal_signal_order order, fatal_signal_hook hook)
{
    if (!is_installed && install() != 0) return -1;
    if (unblock() != 0) return -1;
    atomic_store(&hooks[order], hook);
    return 0;
}
