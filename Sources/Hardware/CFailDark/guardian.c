// The guardian, a process that makes the panel dark when its owner dies, is stopped, or falls silent.
//
// It sleeps until the connection to its owner breaks (the kernel closes it at the owner's end), or until the dead man's switch
// goes off, which the owner restarts while it is alive.
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
#include <unistd.h>

// How long an owner may take to send what to watch: it does so at once.
enum { maximum_milliseconds_of_introduction = 10000 };

struct watch {
    struct fail_dark_shared *shared;
    // A copy: after this owner's end the memory may have another plan.
    struct fail_dark_plan plan;
    struct fail_dark_means means;
    int timer;
    // The owner's heartbeats, and when they were last seen to have moved.
    uint64_t beats;
    int64_t moved;
    int32_t thread;
    int status;
    bool was_traced, is_dark;
};

static struct watch watch;

// The state of the owner's thread.
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
    return fail_dark_state(watch.status);
}

// Whether the owner's thread exists.
static bool lives(void)
{
    const char state = thread_state();
    return state != 0 && state != 'Z' && state != 'X';
}

// Whether the owner's thread can no longer light or darken the panel, now or ever.
static bool is_stopped(bool has_moved)
{
    const char state = thread_state();
    const bool is_traced = state == 't';
    // strace(1) stops a program for a moment at each call; a debugger stops it longer.
    const bool is_held = is_traced && watch.was_traced && !has_moved;
    watch.was_traced = is_traced;
    return is_held || state == 'T' || state == 0 || state == 'Z' || state == 'X';
}

// Makes the panel dark, also when it has been dark: an owner that continued for a moment may have lit it.
static void darken(void)
{
    if (fail_dark_darken(&watch.means) != 0) return;
    // After the last transfer: an owner that continues sees the new number and starts the panel again.
    atomic_fetch_add(&watch.shared->darkenings, 1);
    if (watch.is_dark) return;
    watch.is_dark = true;
    unsigned char word = news_dark;
    if (send(guardian_connection, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
}

// The switch has gone off: makes the panel dark if the owner is stopped or silent, and sets the switch for it.
static void look(void)
{
    uint64_t times;
    // The owner has restarted it meanwhile.
    if (read(watch.timer, &times, sizeof times) != (ssize_t)sizeof times) return;
    const int64_t now = fail_dark_time();
    const int64_t interval = atomic_load(&watch.shared->interval);
    int64_t rest = atomic_load(&watch.shared->silence) - interval;
    if (rest < interval / 4) rest = interval / 4;
    const uint64_t beats = atomic_load_explicit(&watch.shared->refresh_heartbeats, memory_order_relaxed);
    const bool has_moved = beats != watch.beats;
    watch.beats = beats;
    if (has_moved) watch.moved = now;
    // Before the first heartbeat the panel is dark, and preparing the thread takes some time.
    const bool fails = is_stopped(has_moved) || (beats != 0 && now - watch.moved >= rest);
    if (fails) {
        darken();
    } else {
        watch.is_dark = false;
    }
    fail_dark_set_switch(watch.timer, fails || rest > interval ? interval : rest);
}

// Waits for the owner's end, and checks it when the switch goes off; returns whether it ended in order.
static bool watch_owner(void)
{
    struct pollfd sources[] = {{.fd = guardian_connection, .events = POLLIN}, {.fd = watch.timer, .events = POLLIN}};
    for (;;) {
        if (poll(sources, 2, -1) <= 0) continue;
        if (sources[0].revents) {
            unsigned char word = 0;
            ssize_t count = recv(guardian_connection, &word, 1, MSG_DONTWAIT);
            if (count == 1 && word == word_end) return true;
            if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return false;
        }
        if (sources[1].revents) look();
    }
}

// The owner is gone, so only this process can do it.
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

// A stopped guardian continues when its owner ends: the kernel sends SIGCONT when the connection breaks.
static void wake_at_end(void)
{
    int flags = fcntl(guardian_connection, F_GETFL);
    if (fcntl(guardian_connection, F_SETSIG, SIGCONT) != 0) errno = 0;
    if (fcntl(guardian_connection, F_SETOWN, getpid()) != 0) errno = 0;
    if (fcntl(guardian_connection, F_SETFL, flags | O_ASYNC) != 0) errno = 0;
}

// With priority over busy processes, where that is allowed: when it wakes up, it must act at once.
static void ask_for_priority(void)
{
    struct sched_param parameter = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &parameter) != 0) errno = 0;
}

// Whether the owner runs as the same user, or as root.
static bool is_owner_trusted(void)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(guardian_connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return false;
    return peer.uid == 0 || peer.uid == geteuid();
}

// Takes the descriptors of the first message; returns their number.
static int take_descriptors(int descriptors[maximum_passed])
{
    struct pollfd source = {.fd = guardian_connection, .events = POLLIN};
    if (poll(&source, 1, maximum_milliseconds_of_introduction) <= 0) return 0;
    unsigned char word = 0;
    struct iovec bytes = {.iov_base = &word, .iov_len = 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * maximum_passed)];
    } room;
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
    if (recvmsg(guardian_connection, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1) return 0;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (word != word_introduction || !header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
        return 0;
    }
    const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), sizeof(int) * count);
    return (int)count;
}

static int prepare(void)
{
    int descriptors[maximum_passed] = {-1, -1, -1, -1};
    if (!is_owner_trusted()) return EPERM;
    if (take_descriptors(descriptors) < least_passed) return EPROTO;
    void *memory = mmap(NULL, sizeof *watch.shared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptors[passed_memory], 0);
    if (memory == MAP_FAILED) return errno;
    watch.shared = memory;
    if (watch.shared->magic != fail_dark_magic) return EINVAL;
    watch.plan = watch.shared->plan;
    watch.timer = descriptors[passed_switch];
    watch.status = -1;
    watch.moved = fail_dark_time();
    watch.beats = atomic_load(&watch.shared->refresh_heartbeats);
    const int *further = descriptors + least_passed;
    const int request = watch.plan.has_lines ? *further++ : -1;
    const int file = watch.plan.has_file ? *further : -1;
    return fail_dark_open_means(&watch.plan, request, file, &watch.means);
}

static void run(void)
{
    be_deaf();
    wake_at_end();
    const int code = prepare();
    const unsigned char answer[2] = {code == 0 ? news_ready : news_failed, (unsigned char)code};
    const bool is_heard = send(guardian_connection, answer, code == 0 ? 1 : 2, MSG_NOSIGNAL) >= 0;
    // An owner that does not read it has given this guardian up, or is dead and its panel may be lit.
    if (code != 0 || (!is_heard && lives())) _exit(1);
    ask_for_priority();
    // It may outlive its working folder.
    if (chdir("/") != 0) errno = 0;
    if (!watch_owner()) darken_for_good();
    if (watch.status >= 0) close(watch.status);
    // The next owner needs it.
    if (watch.means.file >= 0) close(watch.means.file);
    if (watch.plan.has_lines && !watch.plan.lines.are_kept) fail_dark_hold(&watch.plan.lines, watch.means.request);
    _exit(0);
}

void fail_dark_guardian_if_asked(int count, char *const *arguments)
{
    if (count != 1 || strcmp(arguments[0], guardian_name) != 0) return;
    prctl(PR_SET_NAME, guardian_name);
    run();
}
