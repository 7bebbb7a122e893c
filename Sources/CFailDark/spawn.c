// Starts the watching process, and talks to it.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// An emulated processor takes seconds to load a program.
enum { most_milliseconds_of_start = 30000 };

static pid_t guardian = -1;

// Copies a descriptor to a number that none of the child's has.
static int copy_high(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 32); }

static int describe_child(posix_spawn_file_actions_t *actions, const int *sources, int count)
{
    for (int i = 0; i < 3; i++) {
        int code = posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0);
        if (code != 0) return code;
    }
    for (int i = 0; i < count; i++) {
        int code = posix_spawn_file_actions_adddup2(actions, sources[i], guardian_shared + i);
        if (code != 0) return code;
    }
    return 0;
}

// A session of its own, and deaf from the first instant to what ends a terminal's or a service's programs.
static int describe_signals(posix_spawnattr_t *attributes)
{
    sigset_t deaf, ordinary;
    sigemptyset(&deaf);
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&deaf, numbers[i]);
    sigemptyset(&ordinary);
    const int defaults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGCHLD};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) sigaddset(&ordinary, defaults[i]);
    posix_spawnattr_setsigmask(attributes, &deaf);
    posix_spawnattr_setsigdefault(attributes, &ordinary);
    return posix_spawnattr_setflags(attributes,
                                    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
}

static int start(const char *executable, const int *sources, int count)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    char *arguments[] = {"ledsign", "guardian", NULL};
    int code = describe_child(&actions, sources, count);
    if (code == 0) code = describe_signals(&attributes);
    if (code == 0) code = posix_spawn(&guardian, executable, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// Waits until the child watches; 0, or an error number.
static int wait_until_ready(int connection)
{
    struct pollfd descriptor = {.fd = connection, .events = POLLIN};
    int result;
    do {
        result = poll(&descriptor, 1, most_milliseconds_of_start);
    } while (result < 0 && errno == EINTR);
    unsigned char answer[2];
    if (result <= 0) return ETIMEDOUT;
    ssize_t count = recv(connection, answer, sizeof answer, 0);
    if (count >= 1 && answer[0] == news_ready) return 0;
    return count == 2 && answer[0] == news_failed ? answer[1] : ECHILD;
}

// Children that were done with before they had ended: one that has closed its connection may take a moment to end, and one
// that holds lines lives on.
enum { most_left = 16 };
static pid_t left[most_left];

// Takes ended children away.
static void reap_left(void)
{
    for (int i = 0; i < most_left; i++) {
        if (left[i] > 0 && waitpid(left[i], NULL, WNOHANG) != 0) left[i] = 0;
    }
}

// Takes the child away if it has ended, or the one that is not wanted any more.
static void reap(bool is_wanted)
{
    reap_left();
    if (guardian < 0) return;
    if (!is_wanted) kill(guardian, SIGKILL);
    if (waitpid(guardian, NULL, is_wanted ? WNOHANG : 0) == 0) {
        for (int i = 0; i < most_left; i++) {
            if (left[i] > 0) continue;
            left[i] = guardian;
            break;
        }
    }
    guardian = -1;
}

int fail_dark_spawn(const char *executable, int64_t silence, int64_t content_silence)
{
    reap(true);
    fail_dark_shared->silence = silence;
    fail_dark_shared->content_silence = content_silence;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const int originals[] = {fail_dark_memory, ends[1], fail_dark_own.request};
    const int count = fail_dark_shared->plan.has_lines ? 3 : 2;
    int sources[3], code = 0;
    for (int i = 0; i < count; i++) {
        sources[i] = copy_high(originals[i]);
        if (sources[i] < 0) code = errno;
    }
    if (code == 0) code = start(executable, sources, count);
    close(ends[1]);
    for (int i = 0; i < count; i++) {
        if (sources[i] >= 0) close(sources[i]);
    }
    if (code == 0 && (code = wait_until_ready(ends[0])) != 0) reap(false);
    if (code == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return ends[0];
    if (code == 0) code = errno;
    close(ends[0]);
    errno = code;
    return -1;
}

int fail_dark_news(int connection)
{
    unsigned char words[16];
    ssize_t count = recv(connection, words, sizeof words, MSG_DONTWAIT);
    reap_left();
    if (count > 0) return 1;
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

void fail_dark_end(int connection)
{
    unsigned char word = word_end;
    // Until the child has ended, or holds the lines in a way that they can be asked for.
    bool is_waiting = send(connection, &word, 1, MSG_NOSIGNAL) == 1;
    const int64_t deadline = fail_dark_time() + 1000000000;
    while (is_waiting && fail_dark_time() < deadline) {
        struct pollfd descriptor = {.fd = connection, .events = POLLIN};
        if (poll(&descriptor, 1, 100) <= 0) continue;
        is_waiting = recv(connection, &word, 1, MSG_DONTWAIT) == 1 && word != news_holding;
    }
    close(connection);
    reap(true);
}
