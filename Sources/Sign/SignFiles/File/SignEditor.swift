import Settings

/// Edits of the messages, zones and keys of a sign file, which leave the rest of the file as it is; see `SettingsEditor`.
///
/// Messages have numbers from 1 in the order of the file, through all zones.
package struct SignEditor {
    private var editor: SettingsEditor

    /// A message of the file.
    package struct Listed: Sendable {
        /// The zone of it; nil for one without a name.
        package let zone: String?
        /// What the file says of it.
        package let value: JSONValue
        fileprivate let path: SettingsEdit.Path

        /// Whether the sign leaves it out.
        package var isDisabled: Bool { ["yes", "true"].contains(value["disabled"]?.text) || value["disabled"] == true }

        /// What it is known by: its name, its text, or what else it shows.
        package var title: String {
            if let text = value.text { return text }
            let keys = ["name", "text", "image", "tronbyt", "calendar"]
            let known = keys.lazy.compactMap { key in value[key]?.text }.first
            return known ?? value.members?.first { $0.name != "disabled" }.map { "\($0.name): \($0.value.line)" }
                ?? value.line
        }
    }

    /// Reads a sign file.
    ///
    /// - Throws: what makes it unreadable.
    package init(_ bytes: [UInt8]) throws(TextError) { editor = try SettingsEditor(bytes, form: .sign) }

    /// The file as it is now.
    package var bytes: [UInt8] { editor.bytes }

    /// What the file says.
    package var value: JSONValue { editor.value }

    /// All messages.
    package var messages: [Listed] { zones.flatMap { Self.messages(of: $0.value, name: $0.name, at: $0.path) } }

    // MARK: Changes

    /// Makes the change that an object describes: `{"add": MESSAGE, "zone": NAME, "at": NUMBER}`, `{"set": NUMBER, "keys": {...}}` where
    /// null removes a key, `{"move": NUMBER, "to": NUMBER}`, `{"remove": NUMBER}`, or `{"keys": {...}}` for those of the sign, with
    /// `"zone": NAME` for those of a zone; there, keys within keys change alone, as in a merge patch (RFC 7396).
    package mutating func apply(_ change: JSONValue) throws(TextError) {
        func number(_ key: String) throws(TextError) -> Int {
            guard let number = change[key]?.integer.flatMap({ Int(exactly: $0) }) else {
                throw TextError("\"\(key)\" is the number of a message, not \(change[key]?.typeName ?? "missing")")
            }
            return number
        }
        let names = Set((change.members ?? []).map(\.name))
        switch names {
        case ["add"], ["add", "zone"], ["add", "at"], ["add", "zone", "at"]:
            guard let message = change["add"], message.text != nil || message.members != nil else {
                throw TextError("\"add\" is a text, or an object with the keys of a message")
            }
            guard change["zone"] == nil || change["zone"]?.text != nil else {
                throw TextError("\"zone\" is the name of a zone")
            }
            try add(message, zone: change["zone"]?.text, at: names.contains("at") ? try number("at") : nil)
        case ["set", "keys"]:
            guard let keys = change["keys"]?.members else {
                throw TextError("\"keys\" is an object with keys of a message")
            }
            try set(try number("set"), keys.map { ($0.name, $0.value == .null ? nil : $0.value) })
        case ["move", "to"]: try move(try number("move"), to: try number("to"))
        case ["remove"]: try remove(try number("remove"))
        case ["keys"], ["zone", "keys"]:
            guard let keys = change["keys"], keys.members != nil else {
                throw TextError("\"keys\" is an object with keys")
            }
            guard let name = change["zone"] else { return try merge(keys, into: value, at: []) }
            guard let name = name.text else { throw TextError("\"zone\" is the name of a zone") }
            let zone = try zone(name)
            try merge(keys, into: zone.value, at: zone.path)
        default:
            throw TextError(
                "give one change: \"add\", \"set\" with \"keys\", \"move\" with \"to\", \"remove\", or \"keys\" with or without \"zone\""
            )
        }
    }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - zone: the name of a zone; nil for the only one, or the first.
    ///   - number: the number that it gets; nil for behind all of its zone.
    /// - Throws: that there is no such zone or number, or that the file is written in a way that cannot be edited.
    package mutating func add(_ message: JSONValue, zone: String?, at number: Int? = nil) throws(TextError) {
        if let number, number != messages.count + 1 {
            let path = try listed(number).path
            guard case .key = path.last else { return try editor.apply(.insert(path, message)) }
            try editor.apply(.list(path, as: "messages"))
            return try editor.apply(.insert(path.dropLast() + [.key("messages"), .element(0)], message))
        }
        let target = try self.zone(zone)
        let last = messages.last { $0.path.starts(with: target.path) }
        guard let last else {
            let list = target.path + [.key("messages")]
            guard target.value["messages"] != nil else { return try editor.apply(.set(list, [message])) }
            return try editor.apply(.insert(list + [.element(0)], message))
        }
        if case .element(let place) = last.path.last {
            return try editor.apply(.insert(last.path.dropLast() + [.element(place + 1)], message))
        }
        try editor.apply(.list(last.path, as: "messages"))
        try editor.apply(.insert(last.path.dropLast() + [.key("messages"), .element(1)], message))
    }

    /// Gives keys of a message other values, or with nil removes them.
    package mutating func set(_ number: Int, _ keys: [(name: String, value: JSONValue?)]) throws(TextError) {
        for key in keys {
            let message = try listed(number)
            guard let members = message.value.members else {
                if key.name == "text", let value = key.value {
                    try editor.apply(.set(message.path, value))
                } else if let value = key.value {
                    try editor.apply(.set(message.path, ["text": message.value, key.name: value]))
                }
                continue
            }
            let path = message.path + [.key(key.name)]
            if let value = key.value {
                try editor.apply(.set(path, value))
            } else if members.contains(where: { $0.name == key.name }) {
                try editor.apply(.remove(path))
            }
        }
    }

    /// Removes a message.
    package mutating func remove(_ number: Int) throws(TextError) {
        let path = try listed(number).path
        guard case .key = path.last else { return try editor.apply(.remove(path)) }
        try editor.apply(.list(path, as: "messages"))
        try editor.apply(.remove(path.dropLast() + [.key("messages"), .element(0)]))
    }

    /// Moves a message to the number that another one of its zone has.
    package mutating func move(_ number: Int, to place: Int) throws(TextError) {
        let (moved, other) = (try listed(number).path, try listed(place).path)
        guard case .element(let index)? = other.last, moved.dropLast() == other.dropLast() else {
            throw TextError("messages \(number) and \(place) are not in the same zone")
        }
        try editor.apply(.move(moved, to: index))
    }

    private func listed(_ number: Int) throws(TextError) -> Listed {
        let all = messages
        guard all.indices.contains(number - 1) else {
            let known = all.isEmpty ? "the file has no messages" : "the messages are 1 to \(all.count)"
            throw TextError("there is no message \(number); \(known)")
        }
        return all[number - 1]
    }

    /// Changes keys of the object at a place, and keys within them.
    private mutating func merge(_ keys: JSONValue, into old: JSONValue, at path: SettingsEdit.Path) throws(TextError) {
        let members = keys.members ?? []
        // What is added comes before what is removed, because a block with nothing in it cannot be written.
        for key in members.filter({ $0.value != .null }) + members.filter({ $0.value == .null }) {
            let place = path + [.key(key.name)]
            switch (key.value, old[key.name]) {
            case (.null, nil): continue
            case (.null, _): try editor.apply(.remove(place))
            case (.object, let inner?) where inner.members != nil: try merge(key.value, into: inner, at: place)
            default: try editor.apply(.set(place, key.value))
            }
        }
    }

    // MARK: Zones

    /// A zone by its name; nil for the only one, or the first.
    private func zone(_ name: String?) throws(TextError) -> (name: String?, value: JSONValue, path: SettingsEdit.Path) {
        if let zone = zones.first(where: { name == nil || $0.name == name }) { return zone }
        let names = zones.compactMap(\.name)
        let known =
            names.isEmpty ? "the file has no zones with names" : "the zones are \(names.joined(separator: ", "))"
        throw TextError("there is no zone \(ShownText.quoted(name ?? "")); \(known)")
    }

    /// What has messages, the file itself or its zones, in their order.
    private var zones: [(name: String?, value: JSONValue, path: SettingsEdit.Path)] {
        let inner = Self.zones(within: editor.value, at: [])
        return inner.isEmpty ? [(nil, editor.value, [])] : inner
    }

    private static func zones(
        within value: JSONValue, at path: SettingsEdit.Path
    ) -> [(name: String?, value: JSONValue, path: SettingsEdit.Path)] {
        ["zones", "rows", "columns"].flatMap { key -> [(name: String?, value: JSONValue, path: SettingsEdit.Path)] in
            let place = path + [.key(key)]
            let given: [(JSONValue, SettingsEdit.Path)]
            switch value[key] {
            case .list(let elements)?: given = elements.enumerated().map { ($1, place + [.element($0)]) }
            case let one?: given = [(one, place)]
            case nil: given = []
            }
            return given.flatMap { zone, path in
                zone["message"] != nil || zone["messages"] != nil
                    ? [(zone["name"]?.text, zone, path)] : zones(within: zone, at: path)
            }
        }
    }

    private static func messages(of zone: JSONValue, name: String?, at path: SettingsEdit.Path) -> [Listed] {
        switch zone["messages"] ?? zone["message"] {
        case .list(let elements)? where zone["messages"] != nil:
            elements.enumerated().map { Listed(zone: name, value: $1, path: path + [.key("messages"), .element($0)]) }
        case let one?:
            [Listed(zone: name, value: one, path: path + [.key(zone["messages"] == nil ? "message" : "messages")])]
        case nil: []
        }
    }
}
