import Settings

/// Where a sign takes requests, who may send them, and what is kept of them.
package struct ControlSettings: Equatable, Sendable {
    package enum Socket: Equatable, Sendable {
        /// At the default place of this user or service.
        case `default`
        /// There is no socket: the sign cannot be controlled.
        case none
        case path(String)
    }

    /// Where a file is that outlives the program.
    package enum State: Equatable, Sendable {
        /// At the default place of this user or service.
        case `default`
        /// There is no file: pushed messages end with the program.
        case none
        case path(String)
    }

    package var socket = Socket.default
    /// The group whose members may send requests, by name or number; nil for the sign's own user alone.
    package var group: String?
    /// Where the group stands in the file.
    package internal(set) var groupPlace = FilePlace()
    /// The permissions of the socket, such as 0o660; nil for those that suit the group.
    package var mode: Int?
    /// The state file.
    package var state = State.default

    /// A socket at the default place for the sign's own user, and a state file at the default place.
    package init() {}
}

extension ControlSettings {
    /// Reads the keys `socket`, `group`, `mode` and `state`; wrong values have their defaults.
    init(_ fields: inout SignFields) {
        self.init()
        var path: String?
        fields.read("socket", as: .path("the path of a socket, or none"), into: &path)
        if let path { socket = path == "none" ? .none : .path(path) }
        path = nil
        fields.read("state", as: .path("the path of a file for pushed messages, or none"), into: &path)
        if let path { state = path == "none" ? .none : .path(path) }
        let groups = SignFields.ValueForm.text("the name or the number of a group") { text in
            text.isEmpty || text.contains { $0 == " " || $0 == ":" } ? nil : text
        }
        fields.read("group", as: groups, into: &group)
        groupPlace.place = fields.place(of: "group")
        let modes = SignFields.ValueForm<Int>("permissions in octal digits such as 660, at most 777") { text in
            let isOctal = (3...4).contains(text.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
            guard isOctal, let mode = Int(text, radix: 8) else { return .wrongType }
            return mode <= 0o777 ? .value(mode) : .outOfRange
        }
        fields.read("mode", as: modes, into: &mode)
    }
}
