// What the files of the server share.
#ifndef SIGN_SERVER_PARTS_H
#define SIGN_SERVER_PARTS_H

#include "sign_server.h"

#include <microhttpd.h>

/// What a connection does, for its time limit.
enum sign_stage {
    /// A request is to arrive.
    stage_receiving,
    /// The request is with the caller, or the connection is no longer HTTP: it has all the time.
    stage_waiting,
    /// An answer is to be read.
    stage_answering,
};

/// A connection; its descriptor belongs to the library.
struct sign_connection {
    struct sign_connection *next, *previous;
    struct sign_server *server;
    int descriptor;
    enum sign_stage stage;
    /// When the stage began.
    int64_t since;
    /// The request that it carries; NULL between two of them.
    struct sign_request *request;
    /// What it has become; NULL while it is HTTP, and once it is closed.
    struct sign_upgrade *upgrade;
};

struct sign_server {
    struct MHD_Daemon *daemon;
    struct sign_server_limits limits;
    struct sign_server_handlers handlers;
    /// The last instant that the caller has given.
    int64_t now;
    struct sign_connection *connections;
    bool is_stopping;
};

struct sign_request {
    struct sign_server *server;
    struct MHD_Connection *connection;
    char *target;
    char *method;
    uint64_t tag;
    uint8_t *body;
    size_t count, capacity, limit;
    /// The bytes of the body that have come, also those that were dropped.
    size_t arrived;
    bool has_begun, is_complete, is_suspended, is_queued;
    /// The answer, until the library has it.
    struct MHD_Response *response;
    unsigned status;
};

/// What is known of a connection of the library; NULL for nothing.
struct sign_connection *sign_connection_of(struct MHD_Connection *connection);

/// Begins a stage of the connection of a request.
void sign_request_enter(struct sign_request *request, enum sign_stage stage);

#endif
