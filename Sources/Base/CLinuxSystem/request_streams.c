#define _GNU_SOURCE
#include "request_streams.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void set(int socket, int level, int option, int value)
{
    // The socket works without these options, too.
    if (setsockopt(socket, level, option, &value, sizeof value) < 0) errno = 0;
}

int sign_request_stream_open(void)
{
    const int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    int descriptor = socket(AF_INET6, type, 0);
    if (descriptor >= 0) {
        set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    } else {
        descriptor = socket(AF_INET, type, 0);
    }
    if (descriptor < 0) return -1;
    set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    return descriptor;
}

// Takes a byte of the answers; returns the status of one whose line is complete, or 0.
static int take(struct sign_request_stream *stream, unsigned char byte)
{
    static const char start[] = "HTTP/1.";
    enum { version = sizeof start - 1, blank, hundreds, ones = hundreds + 2 };
    const bool is_digit = byte >= '0' && byte <= '9';
    const int place = stream->matched;
    const bool fits = place < version ? byte == (unsigned char)start[place] : place == blank ? byte == ' ' : is_digit;
    if (!fits) {
        stream->matched = byte == 'H';
        return 0;
    }
    if (place >= hundreds) stream->status = (uint16_t)((place == hundreds ? 0 : stream->status * 10) + byte - '0');
    stream->matched = place == ones ? 0 : (uint8_t)(place + 1);
    return place == ones ? stream->status : 0;
}

// Reads the answers that are there; returns 0, an errno value, or the negative status of one that refuses a request.
static int read_answers(int socket, struct sign_request_stream *stream)
{
    unsigned char bytes[2048];
    int refusal = 0;
    for (;;) {
        const ssize_t count = recv(socket, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return refusal;
        if (count <= 0) return refusal != 0 ? refusal : count == 0 ? ECONNRESET : errno;
        for (ssize_t i = 0; i < count; i++) {
            const int status = take(stream, bytes[i]);
            // An answer such as 100 comes before the one that counts.
            if (status < 200) continue;
            if (stream->unanswered > 0) stream->unanswered--;
            if (status >= 300 && refusal == 0) refusal = -status;
        }
    }
}

int sign_request_stream_send(int socket, struct sign_request_stream *stream, const void *bytes, uint32_t count)
{
    const int code = read_answers(socket, stream);
    if (code != 0) return code;
    if (stream->written == 0 && stream->unanswered >= sign_maximum_unanswered) return EAGAIN;
    while (stream->written < count) {
        const ssize_t sent = send(
            socket, (const char *)bytes + stream->written, count - stream->written, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) stream->written += (uint32_t)sent;
        if (sent < 0 && errno != EINTR) return errno == ENOBUFS ? EAGAIN : errno;
    }
    stream->written = 0;
    stream->unanswered++;
    return 0;
}

void sign_request_stream_wait(int socket, const struct sign_request_stream *stream, int milliseconds)
{
    const short room = stream->written > 0 ? POLLOUT : 0;
    struct pollfd source = {.fd = socket, .events = POLLIN | room};
    if (poll(&source, 1, milliseconds) < 0) errno = 0;
}

static int64_t milliseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void sign_request_stream_finish(int socket, struct sign_request_stream *stream, int milliseconds)
{
    const int64_t end = milliseconds_now() + milliseconds;
    while (stream->unanswered > 0) {
        const int64_t rest = end - milliseconds_now();
        if (rest <= 0) return;
        sign_request_stream_wait(socket, stream, (int)rest);
        if (read_answers(socket, stream) != 0) return;
    }
}
