#define _GNU_SOURCE
#include "CSignControl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int fatal[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { fatal_count = sizeof fatal / sizeof fatal[0], digits = 16 };

static struct sigaction old_actions[fatal_count];
static char log_path[4096];
static pid_t watched;
static volatile uint64_t noted;

void control_crash_note(uint64_t mark) { noted = mark; }

static void append(uint64_t mark)
{
    char line[digits + 1];
    for (int i = digits - 1; i >= 0; i--, mark >>= 4) line[i] = "0123456789abcdef"[mark & 15];
    line[digits] = '\n';
    int file = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file < 0) return;
    ssize_t written = write(file, line, sizeof line);
    (void)written;
    close(file);
}

static void on_fatal(int number, siginfo_t *info, void *context)
{
    (void)context;
    uint64_t mark = noted;
    if (mark != 0 && gettid() == watched) {
        noted = 0;
        append(mark);
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == number) sigaction(number, &old_actions[i], NULL);
    }
    // A fault happens again when its instruction does; a trap may have moved on, and what was sent does not come again.
    bool repeats = info && info->si_code > 0 && number != SIGTRAP && number != SIGABRT;
    if (!repeats) raise(number);
}

int control_crash_watch(const char *path)
{
    if (strlen(path) >= sizeof log_path) return ENAMETOOLONG;
    strcpy(log_path, path);
    watched = gettid();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) {
        if (sigaction(fatal[i], &action, &old_actions[i]) != 0) return errno;
    }
    return 0;
}
