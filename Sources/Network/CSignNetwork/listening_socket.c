#include "listening_socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// How many connections may wait to be taken.
enum { backlog = 64 };

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

/// Reads a numeric address; returns its length, 0 for what is none.
static socklen_t parse(const char *text, uint16_t port, union address *address) {
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons(port);
        return sizeof address->v4;
    }
    if (inet_pton(AF_INET6, text, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons(port);
        return sizeof address->v6;
    }
    return 0;
}

bool listening_address_is_valid(const char *address) {
    union address parsed;
    return parse(address, 0, &parsed) != 0;
}

bool listening_address_is_loopback(const char *address) {
    union address parsed;
    if (parse(address, 0, &parsed) == 0) return false;
    if (parsed.any.sa_family == AF_INET) return ntohl(parsed.v4.sin_addr.s_addr) >> 24 == 127;
    if (IN6_IS_ADDR_V4MAPPED(&parsed.v6.sin6_addr)) return parsed.v6.sin6_addr.s6_addr[12] == 127;
    return IN6_IS_ADDR_LOOPBACK(&parsed.v6.sin6_addr);
}

int listening_socket_open(const char *text, uint16_t port) {
    union address address;
    socklen_t length = parse(text, port, &address);
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int on = 1;
    // A sign that starts again need not wait for old connections. An IPv6 address stands for itself alone, so that a list may
    // have both kinds.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address.any.sa_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(descriptor, &address.any, length) == 0 && listen(descriptor, backlog) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

uint16_t listening_socket_port(int socket) {
    union address address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) != 0) return 0;
    return ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
}
