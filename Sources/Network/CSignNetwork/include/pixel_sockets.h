/// Sockets for datagrams with pixels, and the groups of E1.31.
///
/// A call that fails returns -1 and sets errno.
#ifndef PIXEL_SOCKETS_H
#define PIXEL_SOCKETS_H

#include <stdbool.h>
#include <stdint.h>

/// An address of IPv6; those of IPv4 are the ones of ::ffff:0:0/96.
struct pixel_address {
    uint64_t high, low;
    uint16_t port;
    /// The network interface of a link-local address; 0 for none.
    uint32_t scope;
};

/// Opens a socket that takes datagrams at a port (0 for any free one) by IPv6 and IPv4, or by IPv4 alone where the machine has no
/// IPv6. It does not block, no program inherits it, other programs may take datagrams at the port, and its buffer is as large as
/// the kernel allows, at most `buffer` bytes.
int pixel_socket_open(uint16_t port, int buffer);

/// The port at which a socket takes datagrams; 0 if there is none.
uint16_t pixel_socket_port(int socket);

/// Opens a socket of IPv4 for groups alone; the kernel allows each of them some groups, 20 by default.
int pixel_group_socket_open(uint16_t port, int buffer);

/// Joins a group of IPv4 (a number) at an interface; NULL for the one that the system chooses.
int pixel_group_join(int socket, uint32_t group, const char *interface);

/// A network interface.
struct pixel_interface {
    uint32_t index;
    char name[16];
};

/// Finds the network interfaces that are up, have an address of IPv4 and take part in groups, each once; returns how many, at
/// most `maximum`.
int pixel_interfaces_find(struct pixel_interface *found, int maximum);

/// Opens a socket that becomes readable when interfaces or their addresses of IPv4 change.
int pixel_interface_watch_open(void);

/// Whether they have changed since the last call.
bool pixel_interface_watch_take(int socket);

/// Datagrams that were taken at once, in memory that is there from the beginning.
struct pixel_batch;

/// How many datagrams are taken at once, and the most bytes of one.
enum { pixel_batch_size = 32, pixel_datagram_size = 65536 };

/// Makes room for datagrams; NULL without memory.
struct pixel_batch *pixel_batch_create(void);
void pixel_batch_free(struct pixel_batch *batch);

/// Takes datagrams that wait, without waiting; returns how many, 0 for none.
int pixel_batch_take(struct pixel_batch *batch, int socket);

/// The bytes of a datagram that was taken, and where it came from.
const void *pixel_batch_bytes(const struct pixel_batch *batch, int index, uint32_t *count, struct pixel_address *from);

/// How many datagrams a socket had to drop since it was opened, as of the last one that was taken.
uint32_t pixel_batch_overflow(const struct pixel_batch *batch);

/// Sends a datagram, without waiting; returns 0.
int pixel_socket_send(int socket, const void *bytes, uint32_t count, const struct pixel_address *to);

/// The address of this machine that packets to an address go out from, as a number of IPv4; 0 for none.
uint32_t pixel_address_towards(uint32_t address);

/// Writes an address as people do, without the port, into at least 64 bytes.
void pixel_address_text(const struct pixel_address *address, char *text);

#endif
