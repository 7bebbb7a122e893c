// Holds lines for a panel whose owner is gone, and lets the next owner have them.
//
// For each line there is an abstract Unix socket. Whoever connects and is of the same user, or root, gets the lines: they
// are given back before the connection ends.
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

int fail_dark_chip_name(const char *path, char name[64])
{
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    snprintf(name, 64, "%u:%u:%lu", major(status.st_rdev), minor(status.st_rdev), (unsigned long)status.st_ino);
    return 0;
}

static socklen_t address_of(const char *chip, uint32_t line, struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "ledsign/gpio/%s/%u", chip, line);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static int listen_for(const char *chip, uint32_t line)
{
    struct sockaddr_un address;
    socklen_t length = address_of(chip, line, &address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    if (bind(descriptor, (struct sockaddr *)&address, length) != 0 || listen(descriptor, 4) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static bool may_have_lines(int connection)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return false;
    return peer.uid == 0 || peer.uid == geteuid();
}

void fail_dark_hold(const struct fail_dark_lines *lines, int request)
{
    struct pollfd sockets[fail_dark_most_lines];
    for (unsigned int i = 0; i < lines->count; i++) {
        sockets[i] = (struct pollfd){.fd = listen_for(lines->chip, lines->offsets[i]), .events = POLLIN};
    }
    unsigned char word = news_holding;
    if (send(guardian_connection, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
    for (;;) {
        if (poll(sockets, lines->count, -1) < 0 && errno != EINTR) return;
        for (unsigned int i = 0; i < lines->count; i++) {
            if (sockets[i].fd < 0 || !sockets[i].revents) continue;
            int connection = accept4(sockets[i].fd, NULL, NULL, SOCK_CLOEXEC);
            if (connection < 0) continue;
            if (may_have_lines(connection)) {
                // First, so that nobody waits for a further line of ours while all of them float.
                for (unsigned int other = 0; other < lines->count; other++) {
                    if (sockets[other].fd >= 0) close(sockets[other].fd);
                }
                close(request);
                close(connection);
                return;
            }
            close(connection);
        }
    }
}

// Connects, and waits for the end of the connection; whether there was somebody who ended it in time.
static bool ask_for_line(const char *chip, uint32_t line, int milliseconds)
{
    struct sockaddr_un address;
    socklen_t length = address_of(chip, line, &address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return false;
    bool is_given = false;
    if (connect(descriptor, (struct sockaddr *)&address, length) == 0) {
        struct pollfd answer = {.fd = descriptor, .events = POLLIN};
        is_given = poll(&answer, 1, milliseconds) > 0;
    }
    close(descriptor);
    return is_given;
}

int fail_dark_ask_for_lines(const char *chip, const uint32_t *offsets, unsigned int count, int milliseconds)
{
    int given = 0;
    for (unsigned int i = 0; i < count; i++) given += ask_for_line(chip, offsets[i], milliseconds);
    return given;
}
