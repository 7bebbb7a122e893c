#define _GNU_SOURCE
#include "local_sockets.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int fail(int descriptor, int code)
{
    if (descriptor >= 0) close(descriptor);
    errno = code;
    return -1;
}

static int set_address(struct sockaddr_un *address, const char *path)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) return ENAMETOOLONG;
    strcpy(address->sun_path, path);
    return 0;
}

int control_socket_maximum_path_length(void) { return (int)sizeof(((struct sockaddr_un *)0)->sun_path) - 1; }

int control_socket_listen(const char *path, mode_t mode, int backlog)
{
    struct sockaddr_un address;
    int code = set_address(&address, path);
    if (code != 0) return fail(-1, code);
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ < 0) return -1;
    // Before bind(2), which gives the file the mode of the socket less the umask (net/unix/af_unix.c).
    if (fchmod(socket_, mode) != 0) return fail(socket_, errno);
    if (bind(socket_, (struct sockaddr *)&address, sizeof address) != 0) return fail(socket_, errno);
    if (listen(socket_, backlog) != 0) {
        code = errno;
        unlink(path);
        return fail(socket_, code);
    }
    return socket_;
}

int control_socket_connect(const char *path, int milliseconds)
{
    struct sockaddr_un address;
    int code = set_address(&address, path);
    if (code != 0) return fail(-1, code);
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ < 0) return -1;
    // If the queue of connections is full the kernel says EAGAIN, and does not tell when there is room.
    for (int waited = 0;; waited += 20) {
        if (connect(socket_, (struct sockaddr *)&address, sizeof address) == 0) return socket_;
        if (errno != EAGAIN && errno != EINTR) return fail(socket_, errno);
        if (waited >= milliseconds) return fail(socket_, ETIMEDOUT);
        poll(NULL, 0, 20);
    }
}

int control_socket_accept(int socket_)
{
    int connection;
    do {
        connection = accept4(socket_, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    } while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
    return connection;
}

int control_socket_peer(int connection, struct control_peer *peer)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    *peer = (struct control_peer){
        .process = credentials.pid, .user = credentials.uid, .group = credentials.gid};
    return 0;
}
