import Settings

/// Where a sign takes requests, who may send them, and what is kept of them.
package struct ControlSettings: Equatable, Sendable {
    /// Where the socket is.
    package enum Socket: Equatable, Sendable {
        /// At the default place of this user or service.
        case usual
        /// There is no socket: the sign cannot be controlled.
        case none
        /// At a path.
        case path(String)
    }

    /// Where a file is that outlives the program.
    package enum State: Equatable, Sendable {
        /// At the default place of this user or service.
        case usual
        /// There is no file: pushed messages end with the program.
        case none
        /// At a path.
        case path(String)
    }

    package var socket = Socket.usual
    /// The group whose members may send requests, by name or number; nil for the sign's own user alone.
    package var group: String?
    /// Where the group stands in the file.
    package internal(set) var groupPlace = FilePlace()
    /// The permissions of the socket, such as 0o660; nil for those that suit the group.
    package var mode: Int?
    /// The state file.
    package var state = State.usual

    /// A socket at the default place for the sign's own user, and a state file at the default place.
    package init() {}
}

extension ControlSettings {
    /// Reads the keys `socket`, `group`, `mode` and `state`; wrong values have their defaults.
    init(_ fields: inout SignFields) {
        self.init()
        let socket = fields.path("socket", kind: "a socket") { $0.map { .path($0) } ?? Socket.none }
        let state = fields.path("state", kind: "a file for pushed messages") { $0.map { .path($0) } ?? State.none }
        let group = fields.optional("group", expected: "the name or the number of a group") { text in
            text.isEmpty || text.contains(where: { $0 == " " || $0 == ":" }) ? .wrongType : .value(text)
        }
        let mode = fields.optional("mode", expected: "permissions in octal digits such as 660, at most 777") {
            text -> SignFields.Outcome<Int> in
            let isOctal = (3...4).contains(text.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
            guard isOctal, let mode = Int(text, radix: 8) else { return .wrongType }
            return mode <= 0o777 ? .value(mode) : .outOfRange
        }
        (self.group, self.mode) = (group ?? nil, mode ?? nil)
        self.socket = (socket ?? nil) ?? .usual
        self.state = (state ?? nil) ?? .usual
        groupPlace.place = fields.place(of: "group")
    }
}

extension SettingsFields<SignProblem> {
    /// Returns what becomes of a path, or of `none`; nil within an optional where the file does not have the key.
    fileprivate mutating func path<Value>(_ key: String, kind: String, _ make: (String?) -> Value) -> Value?? {
        optional(key, expected: "the path of \(kind), or none") { text -> Outcome<Value> in
            guard !text.isEmpty, !text.contains("\0") else { return .wrongType }
            return .value(make(text == "none" ? nil : text))
        }
    }
}
