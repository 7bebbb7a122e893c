/// Requests of HTTP that leave on one connection, and their answers, without waiting.
///
/// A call that fails returns -1 and sets errno.
#ifndef REQUEST_STREAMS_H
#define REQUEST_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

/// What has left on a connection, and how far its answers are read; zeros for a new one.
struct sign_request_stream {
    /// The bytes of the present request that have left, and the requests that have left whole and have no answer yet.
    uint32_t written, unanswered;
    /// The status of an answer as far as it is read, and how many bytes of its line match.
    uint16_t status;
    uint8_t matched;
};

/// How many requests may be without an answer.
enum { sign_maximum_unanswered = 2 };

/// Opens a socket for a connection: IPv6 and IPv4, or IPv4 only on machines without IPv6. It never blocks, and closes when another program
/// is executed. `sign_receiver_connect` connects it, as often as needed.
int sign_request_stream_open(void);

/// Reads the answers that are there, and sends the rest of a request, as much as the kernel takes. The same request has to be given until it
/// is out. Returns 0 when it is, EAGAIN when the rest can be sent later, another errno value when the connection is lost, or the negative
/// status of an answer that refuses a request.
int sign_request_stream_send(int socket, struct sign_request_stream *stream, const void *bytes, uint32_t count);

/// Waits for a time until there are answers or, within a request, until more of it can be sent.
void sign_request_stream_wait(int socket, const struct sign_request_stream *stream, int milliseconds);

/// Waits until all requests that are out have answers, at most for a time.
void sign_request_stream_finish(int socket, struct sign_request_stream *stream, int milliseconds);

#endif
