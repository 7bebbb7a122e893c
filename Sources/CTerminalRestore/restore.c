#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof fatal_signals[0] };

static struct {
    volatile sig_atomic_t armed;
    int input;
    int output;
    struct termios modes;
    char sequence[TERMINAL_RESTORE_CAPACITY];
    size_t length;
} saved;

static struct sigaction old_fatal[FATAL_COUNT];
static int fatal_installed;
static int exit_registered;
// A stack overflow leaves no room for a handler on the thread's own stack.
static char alternate_stack[65536];

void terminal_restore_now(void) {
    if (!saved.armed) return;
    saved.armed = 0;
    int code = errno;
    size_t done = 0;
    while (done < saved.length) {
        ssize_t count = write(saved.output, saved.sequence + done, saved.length - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += (size_t)count;
    }
    // Mouse reports that are on their way would be typed into the shell.
    tcflush(saved.input, TCIFLUSH);
    tcsetattr(saved.input, TCSANOW, &saved.modes);
    errno = code;
}

static void on_fatal(int number, siginfo_t *info, void *context) {
    (void)context;
    terminal_restore_now();
    for (int index = 0; index < FATAL_COUNT; index++) {
        if (fatal_signals[index] == number) sigaction(number, &old_fatal[index], NULL);
    }
    // A fault happens again when its instruction does, and the old action sees it whole. A trap may have moved on
    // to the next instruction, and a signal that was sent does not come again by itself.
    int repeats = info != NULL && info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
    if (!repeats) raise(number);
}

static int install_fatal(void) {
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
        stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
        sigaltstack(&stack, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < FATAL_COUNT; index++) {
        if (sigaction(fatal_signals[index], &action, &old_fatal[index]) != 0) return -1;
    }
    fatal_installed = 1;
    return 0;
}

int terminal_restore_arm(int input, int output, const struct termios *modes, const char *sequence, size_t length) {
    if (length > sizeof saved.sequence) {
        errno = EINVAL;
        return -1;
    }
    saved.armed = 0;
    saved.input = input;
    saved.output = output;
    saved.modes = *modes;
    memcpy(saved.sequence, sequence, length);
    saved.length = length;
    if (!exit_registered) {
        if (atexit(terminal_restore_now) != 0) return -1;
        exit_registered = 1;
    }
    if (!fatal_installed && install_fatal() != 0) return -1;
    saved.armed = 1;
    return 0;
}

void terminal_restore_disarm(void) {
    terminal_restore_now();
    if (!fatal_installed) return;
    fatal_installed = 0;
    for (int index = 0; index < FATAL_COUNT; index++) {
        struct sigaction present;
        // Whoever installed a handler after us goes on to ours; taking it away would cut that chain.
        if (sigaction(fatal_signals[index], NULL, &present) == 0 && present.sa_sigaction == on_fatal) {
            sigaction(fatal_signals[index], &old_fatal[index], NULL);
        }
    }
}
