#define _GNU_SOURCE
#include "datagrams.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// How many datagrams a call of the kernel takes.
enum { at_once = 32 };

// How long an address has to take a connection.
enum { maximum_milliseconds = 3000 };

static void set(int socket, int level, int option, int value)
{
    // The socket works without these options, too.
    if (setsockopt(socket, level, option, &value, sizeof value) < 0) errno = 0;
}

int sign_datagrams_open(bool is_for_groups)
{
    const int type = SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    int descriptor = is_for_groups ? -1 : socket(AF_INET6, type, 0);
    if (descriptor >= 0) {
        set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 0);
        set(descriptor, IPPROTO_IPV6, IPV6_RECVERR, 1);
    } else {
        descriptor = socket(AF_INET, type, 0);
    }
    if (descriptor < 0) return -1;
    set(descriptor, IPPROTO_IP, IP_RECVERR, 1);
    set(descriptor, SOL_SOCKET, SO_BROADCAST, 1);
    // A picture may have several hundred packets. Nothing is received but errors.
    set(descriptor, SOL_SOCKET, SO_SNDBUF, 1 << 20);
    set(descriptor, SOL_SOCKET, SO_RCVBUF, 1 << 11);
    return descriptor;
}

// A property of a socket that the kernel knows; -1 without one.
static int property(int socket, int option)
{
    int value = -1;
    socklen_t length = sizeof value;
    return getsockopt(socket, SOL_SOCKET, option, &value, &length) < 0 ? -1 : value;
}

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

// Makes an address that a socket of a family can be connected to; returns its length, or 0.
static socklen_t make_address(const struct addrinfo *found, int wanted, uint16_t port, union address *address)
{
    memset(address, 0, sizeof *address);
    if (found->ai_addrlen > sizeof *address) return 0;
    memcpy(address, found->ai_addr, found->ai_addrlen);
    if (found->ai_family == AF_INET && wanted == AF_INET6) {
        const struct in_addr number = address->v4.sin_addr;
        memset(address, 0, sizeof *address);
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_addr.s6_addr[10] = address->v6.sin6_addr.s6_addr[11] = 0xff;
        memcpy(&address->v6.sin6_addr.s6_addr[12], &number, sizeof number);
    } else if (found->ai_family != wanted) {
        return 0;
    }
    if (wanted == AF_INET) {
        address->v4.sin_port = htons(port);
        return sizeof address->v4;
    }
    address->v6.sin6_port = htons(port);
    return sizeof address->v6;
}

// Disconnects first, so that the kernel chooses the route and the local address again. Returns 0, or an errno value.
static int reconnect(int socket, const struct sockaddr *address, socklen_t length)
{
    const struct sockaddr none = {.sa_family = AF_UNSPEC};
    if (connect(socket, &none, sizeof none) < 0) errno = 0;
    if (connect(socket, address, length) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    struct pollfd source = {.fd = socket, .events = POLLOUT};
    if (poll(&source, 1, maximum_milliseconds) > 0) return property(socket, SO_ERROR);
    if (connect(socket, &none, sizeof none) < 0) errno = 0;
    return ETIMEDOUT;
}

// Whether any of the addresses is of IPv4.
static bool has_v4(const struct addrinfo *found)
{
    for (const struct addrinfo *one = found; one; one = one->ai_next) {
        if (one->ai_family == AF_INET) return true;
    }
    return false;
}

int sign_receiver_connect(int socket, const char *host, uint16_t port)
{
    const int wanted = property(socket, SO_DOMAIN) == AF_INET6 ? AF_INET6 : AF_INET;
    const int type = property(socket, SO_TYPE);
    const struct addrinfo hints = {.ai_socktype = type, .ai_flags = AI_ADDRCONFIG};
    struct addrinfo *found = NULL;
    int code = getaddrinfo(host, NULL, &hints, &found);
    if (code == EAI_SYSTEM) return errno;
    if (code != 0) return code < 0 ? code : EINVAL;
    // A socket for connections does not change between the two kinds of addresses.
    const bool is_v4_only = type == SOCK_STREAM && has_v4(found);
    code = EADDRNOTAVAIL;
    for (const struct addrinfo *one = found; one && code != 0; one = one->ai_next) {
        union address address;
        const socklen_t length = make_address(one, wanted, port, &address);
        if (length > 0 && !(is_v4_only && one->ai_family != AF_INET)) {
            code = reconnect(socket, &address.any, length);
        }
    }
    freeaddrinfo(found);
    return code;
}

bool sign_datagrams_is_connected(int socket)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    return getpeername(socket, (struct sockaddr *)&address, &length) == 0;
}

static int send_some(int socket, const char *bytes, const struct sign_datagram *datagrams, unsigned int count, uint16_t port)
{
    struct mmsghdr messages[at_once];
    struct iovec parts[at_once];
    struct sockaddr_in groups[at_once];
    memset(messages, 0, sizeof messages[0] * count);
    memset(groups, 0, sizeof groups[0] * count);
    for (unsigned int i = 0; i < count; i++) {
        parts[i] = (struct iovec){.iov_base = (char *)bytes + datagrams[i].start, .iov_len = datagrams[i].count};
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        if (datagrams[i].group == 0) continue;
        groups[i].sin_family = AF_INET;
        groups[i].sin_port = htons(port);
        groups[i].sin_addr.s_addr = htonl(datagrams[i].group);
        messages[i].msg_hdr.msg_name = &groups[i];
        messages[i].msg_hdr.msg_namelen = sizeof groups[i];
    }
    return sendmmsg(socket, messages, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

unsigned int sign_datagrams_send(int socket, const void *bytes, const struct sign_datagram *datagrams, unsigned int count,
                                 uint16_t port, int *code)
{
    unsigned int sent = 0, failures = 0;
    *code = 0;
    while (sent < count) {
        const unsigned int rest = count - sent;
        const int left = send_some(socket, bytes, datagrams + sent, rest < at_once ? rest : at_once, port);
        if (left > 0) {
            sent += (unsigned int)left;
            continue;
        }
        if (errno == EINTR) continue;
        *code = errno;
        if (errno == EAGAIN || errno == ENOBUFS) break;
        // The kernel may report the error of an earlier datagram here instead of sending this one: try again.
        if (++failures > 2) break;
    }
    return sent;
}
