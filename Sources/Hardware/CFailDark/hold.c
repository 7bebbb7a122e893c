// Holds lines for a panel whose owner is gone, and releases them for the next owner.
//
// A program that wants lines sends a real-time signal for each of them to the processes that hold some. The kernel lets only the
// same user, and root, send signals; no name or address exists that another process could take first; and there is no wait for an
// answer: the lines are free when the process has ended.
#define _GNU_SOURCE
#include "plan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { maximum_holders = 16 };

int fail_dark_chip_name(const char *path, char name[64])
{
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    snprintf(name, 64, "%u:%u:%lu", major(status.st_rdev), minor(status.st_rdev), (unsigned long)status.st_ino);
    return 0;
}

// The value of a signal: the chip, by the FNV-1a hash of its name, and the line.
static union sigval value_of(const char *chip, uint32_t line)
{
    uint32_t hash = 2166136261;
    for (; *chip; chip++) hash = (hash ^ (unsigned char)*chip) * 16777619;
    return (union sigval){.sival_ptr = (void *)(uintptr_t)((uint64_t)hash << 32 | line)};
}

static bool is_asked_for(const struct fail_dark_lines *lines, const siginfo_t *info)
{
    if (info->si_code != SI_QUEUE) return false;
    for (unsigned int i = 0; i < lines->count; i++) {
        if (info->si_value.sival_ptr == value_of(lines->chip, lines->offsets[i]).sival_ptr) return true;
    }
    return false;
}

void fail_dark_hold(const struct fail_dark_lines *lines, int request)
{
    sigset_t asking;
    sigemptyset(&asking);
    sigaddset(&asking, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &asking, NULL);
    // Programs that ask for lines look for this name, so that they never signal another process.
    prctl(PR_SET_NAME, holder_name);
    unsigned char word = news_holding;
    if (send(guardian_connection, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
    siginfo_t info;
    do {
        memset(&info, 0, sizeof info);
        if (sigwaitinfo(&asking, &info) < 0) errno = 0;
    } while (!is_asked_for(lines, &info));
    close(request);
}

static bool holds_lines(pid_t process)
{
    char path[64], name[32];
    snprintf(path, sizeof path, "/proc/%d/comm", (int)process);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    ssize_t count = read(descriptor, name, sizeof name - 1);
    close(descriptor);
    if (count < 0) return false;
    name[count] = 0;
    return strcmp(name, holder_name "\n") == 0;
}

// Asks a process for lines; returns a descriptor that can be read when it has ended, or -1 if it was not asked.
static int ask(pid_t process, const char *chip, const uint32_t *offsets, unsigned int count)
{
    if (!holds_lines(process)) return -1;
    const int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    if (descriptor < 0) return -1;
    // The number may belong to another process by now; the descriptor keeps it from changing.
    bool is_asked = false;
    if (holds_lines(process)) {
        for (unsigned int i = 0; i < count; i++) {
            siginfo_t info;
            memset(&info, 0, sizeof info);
            info.si_signo = SIGRTMIN;
            info.si_code = SI_QUEUE;
            info.si_pid = getpid();
            info.si_uid = getuid();
            info.si_value = value_of(chip, offsets[i]);
            is_asked |= syscall(SYS_pidfd_send_signal, descriptor, SIGRTMIN, &info, 0) == 0;
        }
    }
    if (is_asked) return descriptor;
    close(descriptor);
    return -1;
}

int fail_dark_ask_for_lines(const char *chip, const uint32_t *offsets, unsigned int count, int milliseconds)
{
    struct pollfd holders[maximum_holders];
    nfds_t asked = 0;
    DIR *processes = opendir("/proc");
    if (!processes) return 0;
    for (struct dirent *entry; asked < maximum_holders && (entry = readdir(processes));) {
        const pid_t process = (pid_t)atoi(entry->d_name);
        const int descriptor = process > 0 && process != getpid() ? ask(process, chip, offsets, count) : -1;
        if (descriptor >= 0) holders[asked++] = (struct pollfd){.fd = descriptor, .events = POLLIN};
    }
    closedir(processes);
    // Processes that hold other lines do not end, so wait only for the first that ends.
    const int given = asked > 0 ? poll(holders, asked, milliseconds) : 0;
    for (nfds_t i = 0; i < asked; i++) close(holders[i].fd);
    return given > 0 ? given : 0;
}
