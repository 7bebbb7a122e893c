/// Answers, as they go over the socket.
public enum ControlReply {
    /// An answer that all went well, and what there is to tell.
    public static func done(_ members: [JSONMember] = []) -> JSONValue {
        .object([JSONMember("ok", .bool(true))] + members)
    }

    /// An answer that nothing was done, and why.
    public static func failed(_ error: ControlError) -> JSONValue {
        .object([
            JSONMember("ok", .bool(false)), JSONMember("error", .text(error.description)),
            JSONMember("code", .text(error.code)),
        ])
    }
}
