/// A bounded HTTP server on libmicrohttpd, driven by the caller's own thread: it has no threads and never waits.
///
/// All calls come from one thread. Handlers are called from `sign_server_run` and `sign_server_stop` alone.
#ifndef SIGN_SERVER_H
#define SIGN_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A server.
struct sign_server;

/// A request and its answer; there until `ended` is called for it.
struct sign_request;

/// A connection that is no longer HTTP.
struct sign_upgrade;

/// What a server takes at most.
struct sign_server_limits {
    /// Connections at once.
    uint32_t connections;
    /// Connections of one address.
    uint32_t connections_per_address;
    /// A connection on which nothing moves for this time is closed.
    uint32_t idle_seconds;
    /// The request line and all headers in bytes.
    size_t header_bytes;
    /// How long a request may take to arrive, or an answer to be read, in nanoseconds.
    int64_t transfer_nanoseconds;
};

/// What is done with requests; every one of them has to be set.
struct sign_server_handlers {
    /// Is passed to all of them.
    void *context;
    /// The head of a request has arrived. Returns how many bytes its body may have; or answers it, then no body is read.
    size_t (*begun)(void *context, struct sign_request *request);
    /// The body is longer than that, and not kept; has to answer.
    void (*too_long)(void *context, struct sign_request *request);
    /// The whole request has arrived; answers now or later.
    void (*complete)(void *context, struct sign_request *request);
    /// The request has ended, answered or not; its pointer is of no use from now on.
    void (*ended)(void *context, struct sign_request *request);
    /// The connection of a request speaks another protocol now; the bytes are what has come after the request.
    void (*upgraded)(void *context, uint64_t tag, int descriptor, const uint8_t *bytes, size_t count,
                     struct sign_upgrade *upgrade);
    /// The library reports a fault, in a line.
    void (*report)(void *context, const char *words);
};

/// Starts a server without sockets; NULL if memory or descriptors are short.
struct sign_server *sign_server_start(const struct sign_server_limits *limits, const struct sign_server_handlers *handlers);

/// Ends all connections and frees the server. Every upgraded connection has to be closed before.
void sign_server_stop(struct sign_server *server);

/// Is readable when `sign_server_run` has something to do.
int sign_server_descriptor(const struct sign_server *server);

/// Takes a connection that waits at a socket. Returns 1 for one that was taken or refused, 0 if there is none, and -1 with
/// errno if the system is short of something.
int sign_server_accept(struct sign_server *server, int socket, int64_t now);

/// Does what can be done without waiting.
void sign_server_run(struct sign_server *server, int64_t now);

/// When to run again at the latest: an instant of the clock of `now`; INT64_MAX for never.
int64_t sign_server_due(struct sign_server *server, int64_t now);

/// The number of connections, also of upgraded ones.
uint32_t sign_server_connections(struct sign_server *server);

// MARK: Requests

/// A number that the caller gives a request; 0 at first.
void sign_request_set_tag(struct sign_request *request, uint64_t tag);
uint64_t sign_request_tag(const struct sign_request *request);

/// Such as GET.
const char *sign_request_method(const struct sign_request *request);

/// What stands behind the method, as it was sent.
const char *sign_request_target(const struct sign_request *request);

/// The body; for complete requests.
const uint8_t *sign_request_body(const struct sign_request *request, size_t *count);

/// Calls a function for each header in order.
void sign_request_headers(struct sign_request *request, void *context,
                          void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t count));

/// Writes the numeric address of the peer, and returns whether it is this machine's loopback.
bool sign_request_peer(struct sign_request *request, char *address, size_t capacity);

/// A header of an answer.
struct sign_header {
    const char *name;
    const char *value;
};

/// Answers a request, once, at any time until it has ended; copies what it is given. Returns false if memory is short.
bool sign_request_answer(struct sign_request *request, unsigned status, const struct sign_header *headers, size_t count,
                         const uint8_t *body, size_t length);

/// Answers a request with 101, after which `upgraded` is called.
bool sign_request_upgrade(struct sign_request *request, const struct sign_header *headers, size_t count);

/// Closes an upgraded connection, once; call `sign_server_run` soon.
void sign_upgrade_close(struct sign_server *server, struct sign_upgrade *upgrade);

#endif
