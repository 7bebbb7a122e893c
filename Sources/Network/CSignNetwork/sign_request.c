#include "sign_server_parts.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

void sign_request_set_tag(struct sign_request *request, uint64_t tag) { request->tag = tag; }

uint64_t sign_request_tag(const struct sign_request *request) { return request->tag; }

const char *sign_request_method(const struct sign_request *request) { return request->method ? request->method : ""; }

const char *sign_request_target(const struct sign_request *request) { return request->target ? request->target : ""; }

const uint8_t *sign_request_body(const struct sign_request *request, size_t *count) {
    *count = request->count;
    return request->body;
}

/// The caller's function for headers.
struct visitor {
    void *context;
    void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t count);
};

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name, size_t name_count, const char *value,
                             size_t count) {
    (void)kind;
    const struct visitor *visitor = context;
    visitor->each(visitor->context, name, name_count, value ? value : "", value ? count : 0);
    return MHD_YES;
}

void sign_request_headers(struct sign_request *request, void *context,
                          void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t count)) {
    struct visitor visitor = {context, each};
    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, visit, &visitor);
}

bool sign_request_peer(struct sign_request *request, char *address, size_t capacity) {
    if (capacity > 0) address[0] = 0;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL) return false;
    const struct sockaddr *peer = info->client_addr;
    if (peer->sa_family == AF_INET) {
        const struct in_addr *v4 = &((const struct sockaddr_in *)(const void *)peer)->sin_addr;
        inet_ntop(AF_INET, v4, address, (socklen_t)capacity);
        return ntohl(v4->s_addr) >> 24 == 127;
    }
    if (peer->sa_family == AF_INET6) {
        const struct in6_addr *v6 = &((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
        inet_ntop(AF_INET6, v6, address, (socklen_t)capacity);
        return IN6_IS_ADDR_LOOPBACK(v6);
    }
    return false;
}

/// Keeps an answer, and wakes a request that waits for it.
static bool keep(struct sign_request *request, unsigned status, struct MHD_Response *response,
                 const struct sign_header *headers, size_t count) {
    if (response == NULL) return false;
    for (size_t index = 0; index < count; index++) {
        MHD_add_response_header(response, headers[index].name, headers[index].value);
    }
    request->response = response;
    request->status = status;
    if (request->is_suspended) {
        request->is_suspended = false;
        MHD_resume_connection(request->connection);
    }
    return true;
}

bool sign_request_answer(struct sign_request *request, unsigned status, const struct sign_header *headers, size_t count,
                         const uint8_t *body, size_t length) {
    if (request->response != NULL || request->is_queued) return false;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, length > 0 ? (void *)(uintptr_t)body : "", MHD_RESPMEM_MUST_COPY);
    return keep(request, status, response, headers, count);
}

static void upgraded(void *context, struct MHD_Connection *connection, void *request_context, const char *bytes, size_t count,
                     MHD_socket descriptor, struct MHD_UpgradeResponseHandle *upgrade) {
    (void)connection;
    (void)request_context;
    struct sign_request *request = context;
    struct sign_server *server = request->server;
    struct sign_connection *mine = sign_connection_of(request->connection);
    if (mine != NULL) mine->upgrade = (struct sign_upgrade *)upgrade;
    sign_request_enter(request, stage_waiting);
    server->handlers.upgraded(server->handlers.context, request->tag, descriptor, (const uint8_t *)bytes, count,
                              (struct sign_upgrade *)upgrade);
}

bool sign_request_upgrade(struct sign_request *request, const struct sign_header *headers, size_t count) {
    if (request->response != NULL || request->is_queued) return false;
    return keep(request, MHD_HTTP_SWITCHING_PROTOCOLS, MHD_create_response_for_upgrade(upgraded, request), headers, count);
}

void sign_upgrade_close(struct sign_server *server, struct sign_upgrade *upgrade) {
    struct sign_connection *connection = server->connections;
    while (connection != NULL && connection->upgrade != upgrade) connection = connection->next;
    if (connection == NULL) return;
    connection->upgrade = NULL;
    MHD_upgrade_action((struct MHD_UpgradeResponseHandle *)upgrade, MHD_UPGRADE_ACTION_CLOSE);
}
