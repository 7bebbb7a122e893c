// Starts the guardian, and talks to it. Only an orderly end waits for it.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// The guardian that this process has started and not reaped, the one that is connected, whatever has started it, and the
// one that was set aside; -1 without one.
static pid_t child = -1, guardian = -1, aside = -1;

static int describe_child(posix_spawn_file_actions_t *actions, int connection)
{
    for (int i = 0; i < 3; i++) {
        int code = posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0);
        if (code != 0) return code;
    }
    int code = posix_spawn_file_actions_adddup2(actions, connection, guardian_connection);
    // No other descriptor of this process may stay open in the guardian.
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, guardian_connection + 1);
    return code;
}

// A session of its own, and from the first instant it ignores the signals that end programs of a terminal or service.
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

static int start(const char *executable, int connection)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    char *arguments[] = {guardian_name, NULL};
    int code = describe_child(&actions, connection);
    if (code == 0) code = describe_signals(&attributes);
    if (code == 0) code = posix_spawn(&child, executable, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// Children that were released before they had ended: one that has closed its connection may take a moment to end, and one
// that holds lines stays alive.
enum { maximum_left = 16 };
static pid_t left[maximum_left];

// Reaps ended children.
static void reap(void)
{
    for (int i = 0; i < maximum_left; i++) {
        if (left[i] > 0 && waitpid(left[i], NULL, WNOHANG) != 0) left[i] = 0;
    }
}

// Releases the guardian, which ends, has ended, or holds lines.
static void leave(void)
{
    fail_dark_watch_guardian(-1);
    guardian = -1;
    for (int i = 0; child > 0 && i < maximum_left; i++) {
        if (left[i] > 0) continue;
        left[i] = child;
        child = -1;
    }
    child = -1;
    reap();
}

// Sends the guardian what to watch, and the descriptors that it needs.
static int introduce(int connection)
{
    int descriptors[maximum_passed] = {fail_dark_memory, fail_dark_switch};
    size_t count = least_passed;
    if (fail_dark_shared->plan.has_lines) descriptors[count++] = fail_dark_own.request;
    if (fail_dark_shared->plan.has_file) descriptors[count++] = fail_dark_own.file;
    unsigned char word = word_introduction;
    struct iovec bytes = {.iov_base = &word, .iov_len = 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof descriptors)];
    } room;
    memset(&room, 0, sizeof room);
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = &room,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    return sendmsg(connection, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == 1 ? 0 : errno;
}

// Closes a connection that failed, and returns why.
static int fail(int connection, int code)
{
    if (connection >= 0) close(connection);
    errno = code;
    return -1;
}

// The kernel reports which process the guardian is.
static int ask_for_credentials(int connection)
{
    const int yes = 1;
    return setsockopt(connection, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) == 0 ? 0 : errno;
}

int fail_dark_spawn(const char *executable)
{
    leave();
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return -1;
    int code = ask_for_credentials(ends[0]);
    if (code == 0) code = introduce(ends[0]);
    if (code == 0) code = start(executable, ends[1]);
    close(ends[1]);
    return code == 0 ? ends[0] : fail(ends[0], code);
}

int fail_dark_connect(const char *path)
{
    leave();
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return fail(-1, ENAMETOOLONG);
    strcpy(address.sun_path, path);
    int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection < 0) return -1;
    int code = ask_for_credentials(connection);
    // It does not wait if the queue of connections is full.
    if (code == 0 && connect(connection, (struct sockaddr *)&address, sizeof address) != 0) code = errno;
    if (code == 0) code = introduce(connection);
    return code == 0 ? connection : fail(connection, code);
}

// Receives up to two bytes, and their sender.
static ssize_t receive(int connection, unsigned char *bytes, struct ucred *sender)
{
    struct iovec vector = {.iov_base = bytes, .iov_len = 2};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof *sender)];
    } room;
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
    ssize_t count = recvmsg(connection, &message, MSG_DONTWAIT);
    const struct cmsghdr *header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS) {
        memcpy(sender, CMSG_DATA(header), sizeof *sender);
    }
    return count;
}

enum fail_dark_news fail_dark_hear(int connection)
{
    unsigned char bytes[2] = {0, 0};
    struct ucred sender = {.pid = -1, .uid = (uid_t)-1};
    reap();
    ssize_t count = receive(connection, bytes, &sender);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return fail_dark_nothing;
    if (count <= 0) {
        errno = ECHILD;
        return fail_dark_gone;
    }
    if (bytes[0] == news_failed) {
        errno = bytes[1];
        return fail_dark_gone;
    }
    if (bytes[0] != news_ready) return fail_dark_darkened;
    // An answer from another user does not come from the service manager's guardian.
    if (sender.uid != 0 && sender.uid != geteuid()) {
        errno = EPERM;
        return fail_dark_gone;
    }
    guardian = sender.pid;
    fail_dark_watch_guardian(guardian);
    return fail_dark_ready;
}

// Kills the guardian of a connection: while it is not broken, the process with that number is the guardian.
static void kill_guardian(pid_t process, int connection)
{
    unsigned char byte;
    const ssize_t count = recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (process > 0 && (count > 0 || (count < 0 && errno == EAGAIN))) kill(process, SIGKILL);
}

void fail_dark_give_up(int connection)
{
    kill_guardian(guardian, connection);
    // It is not reaped before it is released.
    if (child > 0 && child != guardian) kill(child, SIGKILL);
    close(connection);
    leave();
}

void fail_dark_set_aside(void)
{
    aside = guardian;
    leave();
}

void fail_dark_give_up_aside(int connection)
{
    kill_guardian(aside, connection);
    aside = -1;
    close(connection);
    reap();
}

void fail_dark_leave(int connection)
{
    close(connection);
    leave();
}

void fail_dark_end(int connection)
{
    unsigned char word = word_end;
    // Until the guardian has ended, or holds the lines and answers requests for them.
    bool is_waiting = send(connection, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
    const int64_t deadline = fail_dark_time() + 1000000000;
    while (is_waiting && fail_dark_time() < deadline) {
        struct pollfd descriptor = {.fd = connection, .events = POLLIN};
        if (poll(&descriptor, 1, 100) <= 0) continue;
        is_waiting = recv(connection, &word, 1, MSG_DONTWAIT) == 1 && word != news_holding;
    }
    close(connection);
    leave();
}
