// accept4(2)
#define _GNU_SOURCE
#include "sign_server_parts.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// MARK: Connections

struct sign_connection *sign_connection_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

void sign_request_enter(struct sign_request *request, enum sign_stage stage) {
    struct sign_connection *connection = sign_connection_of(request->connection);
    if (connection == NULL) return;
    connection->stage = stage;
    connection->since = request->server->now;
}

static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code) {
    struct sign_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct sign_connection *mine = calloc(1, sizeof *mine);
        *socket_context = mine;
        if (mine == NULL) return;
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        mine->server = server;
        mine->descriptor = info != NULL ? info->connect_fd : -1;
        mine->since = server->now;
        mine->next = server->connections;
        if (mine->next != NULL) mine->next->previous = mine;
        server->connections = mine;
        return;
    }
    struct sign_connection *mine = *socket_context;
    if (mine == NULL) return;
    if (mine->previous != NULL) mine->previous->next = mine->next;
    if (mine->next != NULL) mine->next->previous = mine->previous;
    if (server->connections == mine) server->connections = mine->next;
    free(mine);
    *socket_context = NULL;
}

// MARK: Requests

/// A request begins with its first line; the unread target is kept, because the library cuts it at an encoded NUL.
static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
    struct sign_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->server = context;
    request->connection = connection;
    request->target = strdup(target);
    struct sign_connection *mine = sign_connection_of(connection);
    if (mine != NULL) mine->request = request;
    return request;
}

static void end(void *context, struct MHD_Connection *connection, void **request_context,
                enum MHD_RequestTerminationCode code) {
    (void)code;
    struct sign_server *server = context;
    struct sign_request *request = *request_context;
    if (request == NULL) return;
    struct sign_connection *mine = sign_connection_of(connection);
    if (mine != NULL) mine->request = NULL;
    *request_context = NULL;
    if (request->has_begun) server->handlers.ended(server->handlers.context, request);
    sign_request_enter(request, stage_receiving);
    if (request->response != NULL) MHD_destroy_response(request->response);
    free(request->target);
    free(request->method);
    free(request->body);
    free(request);
}

static enum MHD_Result queue(struct sign_request *request) {
    enum MHD_Result result = MHD_queue_response(request->connection, request->status, request->response);
    MHD_destroy_response(request->response);
    request->response = NULL;
    request->is_queued = true;
    sign_request_enter(request, stage_answering);
    return result;
}

/// What is checked in the headers before the request is handed over.
struct lengths {
    unsigned count;
    size_t bytes;
    bool is_chunked;
};

static enum MHD_Result count_lengths(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct lengths *lengths = context;
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        lengths->count++;
        lengths->bytes = value != NULL ? strtoull(value, NULL, 10) : 0;
    }
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) lengths->is_chunked = true;
    return MHD_YES;
}

static enum MHD_Result refuse(struct sign_request *request, unsigned status, const char *words) {
    const struct sign_header headers[] = {{MHD_HTTP_HEADER_CONTENT_TYPE, "application/json"}};
    if (!sign_request_answer(request, status, headers, 1, (const uint8_t *)words, strlen(words))) return MHD_NO;
    return queue(request);
}

/// The head of a request has arrived.
static enum MHD_Result take_head(struct sign_request *request, const char *method) {
    const struct sign_server_handlers *handlers = &request->server->handlers;
    request->method = strdup(method);
    if (request->method == NULL || request->target == NULL) return MHD_NO;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (info != NULL && info->header_size > request->server->limits.header_bytes) {
        return refuse(request, 431, "{\"ok\": false, \"error\": \"the headers are too long\", \"code\": \"too-long\"}");
    }
    struct lengths lengths = {0, 0, false};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, count_lengths, &lengths);
    // Which of them counts is read in different ways, which lets requests hide in others behind a proxy (RFC 9112, 6.3).
    if (lengths.count > 1 || (lengths.count > 0 && lengths.is_chunked)) {
        return refuse(request, 400, "{\"ok\": false, \"error\": \"give one Content-Length\", \"code\": \"wrong-value\"}");
    }
    request->has_begun = true;
    request->limit = handlers->begun(handlers->context, request);
    if (request->response == NULL && lengths.bytes > request->limit) handlers->too_long(handlers->context, request);
    return request->response != NULL ? queue(request) : MHD_YES;
}

/// A piece of the body has arrived: what is too long is counted and dropped, and ends the connection in the end.
static enum MHD_Result take_body(struct sign_request *request, const char *bytes, size_t count) {
    request->arrived += count;
    if (request->arrived > request->limit) {
        free(request->body);
        request->body = NULL;
        request->count = request->capacity = 0;
        return request->arrived > 2 * request->limit + 65536 ? MHD_NO : MHD_YES;
    }
    if (request->count + count > request->capacity) {
        size_t capacity = 2 * (request->count + count);
        if (capacity > request->limit) capacity = request->limit;
        uint8_t *body = realloc(request->body, capacity);
        if (body == NULL) return MHD_NO;
        request->body = body;
        request->capacity = capacity;
    }
    memcpy(request->body + request->count, bytes, count);
    request->count += count;
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *bytes, size_t *count, void **request_context) {
    (void)connection;
    (void)url;
    (void)version;
    struct sign_server *server = context;
    struct sign_request *request = *request_context;
    if (request == NULL) return MHD_NO;
    if (request->method == NULL) return take_head(request, method);
    if (*count > 0) {
        size_t arrived = *count;
        *count = 0;
        return take_body(request, bytes, arrived);
    }
    if (!request->is_complete) {
        request->is_complete = true;
        sign_request_enter(request, stage_waiting);
        if (request->arrived > request->limit) {
            server->handlers.too_long(server->handlers.context, request);
        } else {
            server->handlers.complete(server->handlers.context, request);
        }
    }
    if (request->response != NULL) return queue(request);
    if (server->is_stopping) return MHD_NO;
    request->is_suspended = true;
    MHD_suspend_connection(request->connection);
    return MHD_YES;
}

// MARK: The server

__attribute__((format(printf, 2, 0))) static void report(void *context, const char *format, va_list arguments) {
    struct sign_server *server = context;
    char words[512];
    if (vsnprintf(words, sizeof words, format, arguments) < 0) return;
    words[strcspn(words, "\r\n")] = 0;
    server->handlers.report(server->handlers.context, words);
}

/// Leaves what is encoded as it is: the caller decodes the target.
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

struct sign_server *sign_server_start(const struct sign_server_limits *limits, const struct sign_server_handlers *handlers) {
    struct sign_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->limits = *limits;
    server->handlers = *handlers;
    const unsigned flags =
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG;
    // The memory of a connection holds the request's head, and then that of the answer.
    const size_t memory = limits->header_bytes + 8192;
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, handle, server, MHD_OPTION_EXTERNAL_LOGGER, report, server, MHD_OPTION_URI_LOG_CALLBACK, begin,
        server, MHD_OPTION_UNESCAPE_CALLBACK, unescape, server, MHD_OPTION_NOTIFY_COMPLETED, end, server,
        MHD_OPTION_NOTIFY_CONNECTION, note_connection, server, MHD_OPTION_CONNECTION_LIMIT, limits->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits->connections_per_address, MHD_OPTION_CONNECTION_TIMEOUT,
        limits->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (server->daemon != NULL) return server;
    free(server);
    return NULL;
}

void sign_server_stop(struct sign_server *server) {
    server->is_stopping = true;
    // The library must not be stopped while requests wait, or while other protocols are spoken.
    for (struct sign_connection *connection = server->connections; connection != NULL; connection = connection->next) {
        if (connection->upgrade != NULL) sign_upgrade_close(server, connection->upgrade);
        struct sign_request *request = connection->request;
        if (request == NULL || !request->is_suspended) continue;
        request->is_suspended = false;
        MHD_resume_connection(request->connection);
    }
    MHD_run(server->daemon);
    MHD_stop_daemon(server->daemon);
    free(server);
}

int sign_server_descriptor(const struct sign_server *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info != NULL ? info->epoll_fd : -1;
}

uint32_t sign_server_connections(struct sign_server *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info != NULL ? info->num_connections : 0;
}

int sign_server_accept(struct sign_server *server, int socket, int64_t now) {
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    server->now = now;
    int descriptor = accept4(socket, (struct sockaddr *)&peer, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
        // A peer that has gone again, or a network that fails, says nothing about the next one (accept(2)).
        const bool is_short = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (is_short) return -1;
        return errno == EAGAIN ? 0 : 1;
    }
    // Also closes what is over the limits.
    MHD_add_connection(server->daemon, descriptor, (struct sockaddr *)&peer, length);
    return 1;
}

/// When a connection has had its time; INT64_MAX for never.
static int64_t deadline(const struct sign_connection *connection) {
    if (connection->stage == stage_waiting || connection->descriptor < 0) return INT64_MAX;
    return connection->since + connection->server->limits.transfer_nanoseconds;
}

void sign_server_run(struct sign_server *server, int64_t now) {
    server->now = now;
    for (struct sign_connection *connection = server->connections; connection != NULL; connection = connection->next) {
        if (deadline(connection) > now) continue;
        // The library notices it, as if the peer had gone.
        shutdown(connection->descriptor, SHUT_RDWR);
        connection->stage = stage_waiting;
    }
    MHD_run(server->daemon);
}

int64_t sign_server_due(struct sign_server *server, int64_t now) {
    int64_t due = INT64_MAX;
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    if (MHD_get_timeout(server->daemon, &milliseconds) == MHD_YES) {
        due = milliseconds < 86400000 ? now + (int64_t)milliseconds * 1000000 : INT64_MAX;
    }
    for (struct sign_connection *connection = server->connections; connection != NULL; connection = connection->next) {
        int64_t end = deadline(connection);
        if (end < due) due = end;
    }
    return due;
}
