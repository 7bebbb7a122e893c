import Settings

/// Answers, as they are sent over the socket.
package enum ControlReply {
    /// The answer to a request that succeeded.
    package static func done(_ members: [JSONMember] = []) -> JSONValue {
        .object([JSONMember("ok", .bool(true))] + members)
    }

    /// The answer to a request that failed.
    package static func failed(_ error: ControlError) -> JSONValue {
        .object([
            JSONMember("ok", .bool(false)), JSONMember("error", .text(error.description)),
            JSONMember("code", .text(error.code)),
        ])
    }
}
