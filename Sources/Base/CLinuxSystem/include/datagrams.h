/// Datagrams to one receiver, or to groups of IPv4.
///
/// A call that fails returns -1 and sets errno.
#ifndef DATAGRAMS_H
#define DATAGRAMS_H

#include <stdbool.h>
#include <stdint.h>

/// A part of some memory that is a datagram; `group` is the group that it is for, as a number, or 0 for the receiver.
struct sign_datagram {
    uint32_t start, count, group;
};

/// Opens a socket that sends datagrams, by IPv6 and IPv4, or by IPv4 alone for groups or where the machine has no IPv6. It does not
/// block, no program inherits it, and it hears of datagrams that did not arrive where somebody says so.
int sign_datagrams_open(bool is_for_groups);

/// Finds a host by its name or address, which may take a while, and sends what follows to its port. Returns 0, an error number of
/// the kernel, or a negative one of getaddrinfo(3). Another thread may send meanwhile.
int sign_datagrams_connect(int socket, const char *host, uint16_t port);

/// Whether there was a receiver.
bool sign_datagrams_is_connected(int socket);

/// Sends datagrams without waiting, those of groups to a port; returns how many have left. `code` becomes the error number of the
/// kernel, or 0: also datagrams that have left may not have arrived.
unsigned int sign_datagrams_send(int socket, const void *bytes, const struct sign_datagram *datagrams, unsigned int count,
                                 uint16_t port, int *code);

#endif
