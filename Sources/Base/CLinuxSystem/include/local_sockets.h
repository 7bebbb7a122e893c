/// Local sockets, whose files have the right permissions from the first moment on.
///
/// A call that fails returns -1 and sets errno.
#ifndef LOCAL_SOCKETS_H
#define LOCAL_SOCKETS_H

#include <stdint.h>
#include <sys/types.h>

/// Makes a socket listen at a path that does not exist; its file has the mode from the first moment on.
int control_socket_listen(const char *path, mode_t mode, int backlog);

/// Connects to the socket at a path and waits no longer than `milliseconds`; the descriptor does not block.
int control_socket_connect(const char *path, int milliseconds);

/// Takes a connection that waits, whose descriptor does not block; -1 and EAGAIN without one.
int control_socket_accept(int socket);

/// The process at the other end of a connection.
struct control_peer {
    int32_t process;
    uint32_t user, group;
};

/// Reads which process is at the other end, as it was when the connection was made.
int control_socket_peer(int connection, struct control_peer *peer);

/// The longest path of a socket in bytes.
int control_socket_maximum_path_length(void);

#endif
