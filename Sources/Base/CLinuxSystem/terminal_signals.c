#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int noticed_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1};
enum { NOTICED_COUNT = sizeof noticed_signals / sizeof noticed_signals[0] };

static struct sigaction old_actions[NOTICED_COUNT];
static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t ending;
static volatile sig_atomic_t hangup_ends = 1;

static int ends_process(int number) {
    return number == SIGINT || number == SIGTERM || number == SIGQUIT || (number == SIGHUP && hangup_ends);
}

static void on_signal(int number) {
    int code = errno;
    if (ends_process(number)) {
        if (ending) {
            terminal_restore_now();
            signal(number, SIG_DFL);
            raise(number);
        }
        ending = 1;
    }
    unsigned char byte = (unsigned char)number;
    // A full pipe holds enough to wake the reader.
    ssize_t count = write(pipe_ends[1], &byte, 1);
    (void)count;
    errno = code;
}

int terminal_signals_open(int ends_at_hangup) {
    if (pipe_ends[0] >= 0) return pipe_ends[0];
    hangup_ends = ends_at_hangup;
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    ending = 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    // A parent may have started this process with signals blocked; it would then outlive its terminal.
    sigset_t noticed;
    sigemptyset(&noticed);
    for (int index = 0; index < NOTICED_COUNT; index++) sigaddset(&noticed, noticed_signals[index]);
    for (int index = 0; index < NOTICED_COUNT; index++) {
        int number = noticed_signals[index];
        sigaction(number, NULL, &old_actions[index]);
        // Started under nohup(1) or in the background: what the parent ignores stays ignored.
        if (old_actions[index].sa_handler == SIG_IGN) continue;
        if (sigaction(number, &action, NULL) != 0) return -1;
    }
    if (pthread_sigmask(SIG_UNBLOCK, &noticed, NULL) != 0) return -1;
    return pipe_ends[0];
}

void terminal_signals_close(void) {
    if (pipe_ends[0] < 0) return;
    for (int index = 0; index < NOTICED_COUNT; index++) sigaction(noticed_signals[index], &old_actions[index], NULL);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    pipe_ends[0] = -1;
    pipe_ends[1] = -1;
}

void terminal_signals_stop(void) {
    struct sigaction ours;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

int terminal_poll(struct pollfd *descriptors, nfds_t count, int64_t nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &time, NULL);
}
