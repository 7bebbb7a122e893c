#define _GNU_SOURCE
#include "fatal_signals.h"
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    volatile sig_atomic_t armed;
    int input;
    int output;
    struct termios modes;
    char sequence[TERMINAL_RESTORE_CAPACITY];
    size_t length;
} saved;

static int exit_registered;

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
    if (fatal_signals_set(fatal_signal_restores_terminal, terminal_restore_now) != 0) return -1;
    saved.armed = 1;
    return 0;
}
