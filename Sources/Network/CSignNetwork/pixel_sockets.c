#define _GNU_SOURCE
#include "pixel_sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static int failed(int socket) {
    int error = errno;
    close(socket);
    errno = error;
    return -1;
}

static int set(int socket, int level, int option, int value) {
    return setsockopt(socket, level, option, &value, sizeof value);
}

static int open_datagrams(int family, int buffer) {
    int descriptor = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    if (set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1) < 0) return failed(descriptor);
    // A smaller buffer than wished for is no error: the kernel cuts it to net.core.rmem_max.
    set(descriptor, SOL_SOCKET, SO_RCVBUF, buffer);
    set(descriptor, SOL_SOCKET, SO_RXQ_OVFL, 1);
    return descriptor;
}

static int bind_v4(int descriptor, uint16_t port) {
    union address address = {.v4 = {.sin_family = AF_INET, .sin_port = htons(port)}};
    // Otherwise a socket gets the groups that other programs have joined (ip(7)).
    set(descriptor, IPPROTO_IP, IP_MULTICAST_ALL, 0);
    return bind(descriptor, &address.any, sizeof address.v4);
}

int pixel_socket_open(uint16_t port, int buffer) {
    int descriptor = open_datagrams(AF_INET6, buffer);
    if (descriptor >= 0) {
        union address address = {.v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)}};
        set(descriptor, IPPROTO_IP, IP_MULTICAST_ALL, 0);
        if (set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 0) == 0 && bind(descriptor, &address.any, sizeof address.v6) == 0)
            return descriptor;
        if (errno != EADDRNOTAVAIL && errno != EAFNOSUPPORT) return failed(descriptor);
        close(descriptor);
    }
    return pixel_group_socket_open(port, buffer);
}

int pixel_group_socket_open(uint16_t port, int buffer) {
    int descriptor = open_datagrams(AF_INET, buffer);
    if (descriptor < 0) return -1;
    return bind_v4(descriptor, port) == 0 ? descriptor : failed(descriptor);
}

uint16_t pixel_socket_port(int socket) {
    union address address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) < 0) return 0;
    return ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
}

int pixel_group_join(int socket, uint32_t group, const char *interface) {
    struct ip_mreqn request = {.imr_multiaddr.s_addr = htonl(group)};
    if (interface) {
        request.imr_ifindex = (int)if_nametoindex(interface);
        if (request.imr_ifindex == 0) return -1;
    }
    return setsockopt(socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
}

struct pixel_batch {
    struct mmsghdr messages[pixel_batch_size];
    struct iovec parts[pixel_batch_size];
    union address senders[pixel_batch_size];
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(uint32_t))];
    } controls[pixel_batch_size];
    uint32_t overflow;
    char bytes[pixel_batch_size][pixel_datagram_size];
};

struct pixel_batch *pixel_batch_create(void) { return calloc(1, sizeof(struct pixel_batch)); }

void pixel_batch_free(struct pixel_batch *batch) { free(batch); }

int pixel_batch_take(struct pixel_batch *batch, int socket) {
    for (int index = 0; index < pixel_batch_size; index++) {
        batch->parts[index] = (struct iovec){batch->bytes[index], pixel_datagram_size};
        batch->messages[index].msg_hdr = (struct msghdr){
            .msg_name = &batch->senders[index],
            .msg_namelen = sizeof batch->senders[index],
            .msg_iov = &batch->parts[index],
            .msg_iovlen = 1,
            .msg_control = &batch->controls[index],
            .msg_controllen = sizeof batch->controls[index],
        };
    }
    int count = recvmmsg(socket, batch->messages, pixel_batch_size, MSG_DONTWAIT, NULL);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    for (int index = 0; index < count; index++) {
        struct msghdr *header = &batch->messages[index].msg_hdr;
        struct cmsghdr *control = CMSG_FIRSTHDR(header);
        if (control && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SO_RXQ_OVFL)
            memcpy(&batch->overflow, CMSG_DATA(control), sizeof batch->overflow);
    }
    return count;
}

static uint64_t big64(const unsigned char *bytes) {
    uint64_t value = 0;
    for (int index = 0; index < 8; index++) value = value << 8 | bytes[index];
    return value;
}

static const uint64_t mapped = 0xffff00000000;

static struct pixel_address from_system(const union address *address) {
    if (address->any.sa_family == AF_INET)
        return (struct pixel_address){
            .low = mapped | ntohl(address->v4.sin_addr.s_addr), .port = ntohs(address->v4.sin_port)};
    const unsigned char *bytes = address->v6.sin6_addr.s6_addr;
    return (struct pixel_address){
        .high = big64(bytes), .low = big64(bytes + 8), .port = ntohs(address->v6.sin6_port),
        .scope = address->v6.sin6_scope_id};
}

const void *pixel_batch_bytes(const struct pixel_batch *batch, int index, uint32_t *count, struct pixel_address *from) {
    // What was cut off at the end of the buffer is none of our packets.
    *count = batch->messages[index].msg_hdr.msg_flags & MSG_TRUNC ? 0 : batch->messages[index].msg_len;
    *from = from_system(&batch->senders[index]);
    return batch->bytes[index];
}

uint32_t pixel_batch_overflow(const struct pixel_batch *batch) { return batch->overflow; }

static bool is_v4(const struct pixel_address *address) { return address->high == 0 && address->low >> 32 == 0xffff; }

static struct in6_addr v6_bytes(const struct pixel_address *address) {
    struct in6_addr bytes;
    for (int index = 0; index < 8; index++) {
        bytes.s6_addr[index] = (unsigned char)(address->high >> (56 - 8 * index));
        bytes.s6_addr[8 + index] = (unsigned char)(address->low >> (56 - 8 * index));
    }
    return bytes;
}

int pixel_socket_send(int socket, const void *bytes, uint32_t count, const struct pixel_address *to) {
    union address address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(socket, &address.any, &length) < 0) return -1;
    bool is_short = address.any.sa_family == AF_INET;
    if (is_short && !is_v4(to)) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    memset(&address, 0, sizeof address);
    if (is_short) {
        address.v4 = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(to->port)};
        address.v4.sin_addr.s_addr = htonl((uint32_t)to->low);
        length = sizeof address.v4;
    } else {
        address.v6 = (struct sockaddr_in6){
            .sin6_family = AF_INET6, .sin6_port = htons(to->port), .sin6_scope_id = to->scope, .sin6_addr = v6_bytes(to)};
        length = sizeof address.v6;
    }
    return sendto(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL, &address.any, length) < 0 ? -1 : 0;
}

uint32_t pixel_address_towards(uint32_t number) {
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return 0;
    union address address = {.v4 = {.sin_family = AF_INET, .sin_port = htons(9)}};
    address.v4.sin_addr.s_addr = htonl(number);
    socklen_t length = sizeof address;
    // Nothing is sent: the kernel only looks for the way.
    bool has_way = connect(descriptor, &address.any, sizeof address.v4) == 0 &&
                   getsockname(descriptor, &address.any, &length) == 0 && address.any.sa_family == AF_INET;
    close(descriptor);
    return has_way ? ntohl(address.v4.sin_addr.s_addr) : 0;
}

void pixel_address_text(const struct pixel_address *address, char *text) {
    struct in6_addr bytes = v6_bytes(address);
    struct in_addr short_bytes = {htonl((uint32_t)address->low)};
    const void *from = is_v4(address) ? (const void *)&short_bytes : (const void *)&bytes;
    if (!inet_ntop(is_v4(address) ? AF_INET : AF_INET6, from, text, 64)) text[0] = 0;
}
