// The watching process: makes the panel dark when its owner dies, is stopped, or falls silent.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { poll_milliseconds = 25 };

// A counter that is watched, and when it was last seen to move.
struct pulse {
    uint64_t beats;
    int64_t time;
};

struct watch {
    struct fail_dark_shared *shared;
    // A copy: the memory may have another plan after this owner's end.
    struct fail_dark_plan plan;
    struct fail_dark_means means;
    struct pulse refresh, content;
    int32_t thread;
    int status;
    bool was_traced, is_dark;
};

static struct watch watch;

// Whether the counter moved since the last look.
static bool look(struct pulse *pulse, _Atomic uint64_t *beats, int64_t now)
{
    uint64_t present = atomic_load_explicit(beats, memory_order_relaxed);
    if (present == pulse->beats) return false;
    *pulse = (struct pulse){.beats = present, .time = now};
    return true;
}

// Whether a counter that once moved stood still for too long.
static bool is_silent(const struct pulse *pulse, int64_t limit, int64_t now)
{
    return limit > 0 && pulse->beats != 0 && now - pulse->time > limit;
}

// The state of the owner's thread, as proc(5) has it in stat: R, S, D, T, t, Z, X; 0 where it is gone.
static char thread_state(void)
{
    int32_t thread = atomic_load(&watch.shared->refresh_thread);
    if (thread == 0) thread = watch.shared->owner;
    if (thread != watch.thread || watch.status < 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)watch.shared->owner, (int)thread);
        if (watch.status >= 0) close(watch.status);
        watch.status = open(path, O_RDONLY | O_CLOEXEC);
        watch.thread = thread;
        if (watch.status < 0) return errno == ENOENT || errno == ESRCH ? 0 : 'S';
    }
    char text[128];
    ssize_t count = pread(watch.status, text, sizeof text - 1, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end[2] : 'S';
}

// Whether the owner's thread cannot light or darken the panel any more, for now or for ever.
static bool is_stopped(void)
{
    char state = thread_state();
    bool is_traced = state == 't';
    // strace(1) stops a program for a moment at each call; a debugger stops it for longer.
    bool is_held = is_traced && watch.was_traced;
    watch.was_traced = is_traced;
    return is_held || state == 0 || state == 'T' || state == 'Z' || state == 'X';
}

static void darken(void)
{
    const bool repeats = watch.plan.kind == by_lines || watch.plan.kind == by_registers;
    if (watch.is_dark && !repeats) return;
    if (fail_dark_darken(&watch.means) != 0 || watch.is_dark) return;
    watch.is_dark = true;
    // After the last transfer: an owner that goes on sees the number and tells the panel everything again.
    atomic_fetch_add(&watch.shared->darkenings, 1);
    unsigned char word = news_dark;
    if (send(guardian_connection, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
}

static void check(void)
{
    const int64_t now = fail_dark_time();
    const bool moved = look(&watch.refresh, &watch.shared->refresh_beats, now);
    look(&watch.content, &watch.shared->content_beats, now);
    const bool fails = (!moved && is_stopped()) || is_silent(&watch.refresh, watch.shared->silence, now) ||
                       is_silent(&watch.content, watch.shared->content_silence, now);
    if (fails) {
        darken();
    } else {
        watch.is_dark = false;
    }
}

// Waits for the owner's end, and looks at it in between; returns whether it ended in order.
static bool watch_owner(void)
{
    struct pollfd connection = {.fd = guardian_connection, .events = POLLIN};
    for (;;) {
        int result = poll(&connection, 1, poll_milliseconds);
        if (result > 0) {
            unsigned char word = 0;
            ssize_t count = recv(guardian_connection, &word, 1, MSG_DONTWAIT);
            if (count == 1 && word == word_end) return true;
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            if (count <= 0) return false;
        }
        check();
    }
}

// The owner is gone and nobody else will do it.
static void darken_for_good(void)
{
    for (int attempt = 0; attempt < 200; attempt++) {
        if (fail_dark_darken(&watch.means) == 0) return;
        fail_dark_sleep(attempt < 100 ? 10000000 : 1000000000);
    }
}

static void be_deaf(void)
{
    const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP, SIGTTIN,
                           SIGTTOU, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Before others that are busy, where that is allowed: it needs some microseconds forty times a second.
static void ask_for_priority(void)
{
    struct sched_param parameter = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &parameter) != 0) errno = 0;
}

static int prepare(void)
{
    void *memory = mmap(NULL, sizeof *watch.shared, PROT_READ | PROT_WRITE, MAP_SHARED, guardian_shared, 0);
    if (memory == MAP_FAILED) return errno;
    watch.shared = memory;
    if (watch.shared->magic != fail_dark_magic) return EINVAL;
    watch.plan = watch.shared->plan;
    watch.status = -1;
    watch.refresh.time = watch.content.time = fail_dark_time();
    return fail_dark_open_means(&watch.plan, &watch.means);
}

static void run(void)
{
    be_deaf();
    prctl(PR_SET_NAME, "ledsign-guard");
    const int code = prepare();
    const unsigned char answer[2] = {code == 0 ? news_ready : news_failed, (unsigned char)code};
    if (send(guardian_connection, answer, code == 0 ? 1 : 2, MSG_NOSIGNAL) < 0 || code != 0) _exit(1);
    ask_for_priority();
    // It may outlive the folder it was started in by a long time.
    if (chdir("/") != 0) errno = 0;
    if (!watch_owner()) darken_for_good();
    if (watch.status >= 0) close(watch.status);
    if (watch.plan.has_lines && !watch.plan.lines.are_kept) fail_dark_hold(&watch.plan.lines, guardian_request);
    _exit(0);
}

void fail_dark_guardian_if_asked(int count, char *const *arguments)
{
    if (count != 2 || strcmp(arguments[1], "guardian") != 0) return;
    if (fcntl(guardian_shared, F_GETFD) < 0 || fcntl(guardian_connection, F_GETFD) < 0) return;
    const int first = fcntl(guardian_request, F_GETFD) < 0 ? guardian_request : guardian_first_other;
    syscall(SYS_close_range, (unsigned int)first, ~0U, 0U);
    run();
}
