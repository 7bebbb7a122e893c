/// Datagrams to one receiver, or to groups of IPv4.
///
/// A call that fails returns -1 and sets errno.
#ifndef DATAGRAMS_H
#define DATAGRAMS_H

#include <stdbool.h>
#include <stdint.h>

/// A datagram within a block of memory: its first byte, its length, and the multicast group that it goes to, as a number in host byte
/// order, or 0 for the connected receiver.
struct sign_datagram {
    uint32_t start, count, group;
};

/// Opens a socket for datagrams: IPv6 and IPv4, or IPv4 only, for groups and on machines without IPv6. It never blocks, closes when
/// another program is executed, and reports ICMP errors of earlier datagrams.
int sign_datagrams_open(bool is_for_groups);

/// Looks up a host by name or address, which may take seconds, and connects a socket to its port: one for datagrams, to which another thread
/// may send at the same time, or one for connections, whose old one ends. Returns 0, an errno value, or a negative error code of
/// getaddrinfo(3).
int sign_receiver_connect(int socket, const char *host, uint16_t port);

/// Whether the socket is connected to a receiver.
bool sign_datagrams_is_connected(int socket);

/// Sends datagrams without waiting; those for groups go to `port`. Returns how many the kernel took, and sets `code` to errno of the
/// last failure, or 0. Datagrams that were taken may still be lost.
unsigned int sign_datagrams_send(int socket, const void *bytes, const struct sign_datagram *datagrams, unsigned int count,
                                 uint16_t port, int *code);

#endif
