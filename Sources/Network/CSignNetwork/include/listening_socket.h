/// Sockets that wait for connections by TCP.
#ifndef LISTENING_SOCKET_H
#define LISTENING_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/// Listens at a numeric IPv4 or IPv6 address and a port, 0 for any free one. Returns a descriptor that does not block and that no
/// program inherits; -1 and errno, EINVAL for what is no address.
int listening_socket_open(const char *address, uint16_t port);

/// The port at which a socket listens; 0 if it does not.
uint16_t listening_socket_port(int socket);

/// Whether a text is a numeric IPv4 or IPv6 address, and whether that is one of this machine's loopback.
bool listening_address_is_valid(const char *address);
bool listening_address_is_loopback(const char *address);

#endif
