import PixelGraphics

extension ControlCommand {
    /// Reads a request: a JSON object with the field `command` and those of that command.
    ///
    /// - Parameter line: one line without its end.
    public init(parsing line: some Collection<UInt8>) throws(ControlError) {
        let request: JSONValue
        do throws(JSONFault) {
            request = try JSONValue(parsing: line)
        } catch {
            throw ControlError(.notJSON(error))
        }
        guard case .object(let members) = request else { throw ControlError(.notAnObject(found: request.form)) }
        var fields = RequestFields(members)
        self = try Self.read(&fields)
    }

    private static func read(_ fields: inout RequestFields) throws(ControlError) -> ControlCommand {
        let command: ControlCommand
        switch fields.command {
        case "push": command = try readPush(&fields)
        case "remove": command = .remove(name: try fields.name("name", expected: "the name of a pushed message"))
        case "list": command = .list
        case "set":
            command = .set(name: try fields.name("name", expected: "the name of a variable"), value: try fields.value())
        case "get": command = .get(name: try fields.optionalName("name"))
        case "pause": command = .pause(zone: try fields.zone())
        case "resume": command = .resume(zone: try fields.zone())
        case "next": command = .next(zone: try fields.zone())
        case "acknowledge": command = .acknowledge(zone: try fields.zone())
        case "brightness": command = .brightness(percent: try fields.percent())
        case "drag":
            let range = -greatestDrag...greatestDrag
            let pixels = try fields.integer("pixels", in: range)
            let velocity = fields.has("velocity") ? try fields.integer("velocity", in: range) : nil
            command = .drag(pixels: pixels, velocity: velocity, zone: try fields.zone())
        case "cue": command = .cue(name: try fields.name("name", expected: "the name of a cue"))
        case "stats": command = .stats
        case "screenshot": command = .screenshot
        case "reload": command = .reload
        default: throw try fields.noCommand()
        }
        try fields.noteUnknown()
        return command
    }

    private static func readPush(_ fields: inout RequestFields) throws(ControlError) -> ControlCommand {
        let look = try fields.message()
        var name: String?
        if let value = look["name"] {
            name = try RequestFields.name(value, field: "name", expected: "a name for the message")
        }
        return .push(look: look, name: name, zone: try fields.zone())
    }
}

/// The fields of a request, which are asked for one by one.
private struct RequestFields {
    private let members: [JSONMember]
    private var known = ["command"]

    init(_ members: [JSONMember]) {
        self.members = members
    }

    var command: String? { members.first { $0.name == "command" }?.value.text }

    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    private mutating func take(_ name: String) -> JSONValue? {
        known.append(name)
        return members.first { $0.name == name }?.value
    }

    private mutating func need(_ name: String, expected: String) throws(ControlError) -> JSONValue {
        guard let value = take(name) else {
            throw ControlError(.missingField(name, command: command ?? "", expected: expected))
        }
        return value
    }

    static func name(_ value: JSONValue, field: String, expected: String) throws(ControlError) -> String {
        let words = "\(expected), of 1 to \(ControlCommand.longestName) letters without control characters"
        guard case .text(let name) = value, (1...ControlCommand.longestName).contains(name.count),
            name.utf8.count <= 4 * ControlCommand.longestName,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw ControlError(.wrongValue(field: field, expected: words, found: value.form)) }
        return name
    }

    mutating func name(_ field: String, expected: String) throws(ControlError) -> String {
        try Self.name(try need(field, expected: expected), field: field, expected: expected)
    }

    mutating func optionalName(_ field: String) throws(ControlError) -> String? {
        switch take(field) {
        case nil, .null: return nil
        case .some(let value): return try Self.name(value, field: field, expected: "a name")
        }
    }

    mutating func zone() throws(ControlError) -> String? { try optionalName("zone") }

    mutating func integer(_ field: String, in range: ClosedRange<Int>) throws(ControlError) -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let value = try need(field, expected: expected)
        guard let number = value.integer, let small = Int(exactly: number), range.contains(small) else {
            throw ControlError(.wrongValue(field: field, expected: expected, found: value.form))
        }
        return small
    }

    mutating func percent() throws(ControlError) -> Int? {
        let expected = "a whole number from 0 to 100, or null for that of the sign file"
        let value = try need("percent", expected: expected)
        if value == .null { return nil }
        guard let number = value.integer, (0...100).contains(number) else {
            throw ControlError(.wrongValue(field: "percent", expected: expected, found: value.form))
        }
        return Int(number)
    }

    /// The value of a variable; numbers and words count as their texts.
    mutating func value() throws(ControlError) -> String? {
        let expected = "a text, a number, true, false, or null for none"
        switch try need("value", expected: expected) {
        case .null: return nil
        case .text(let text): return text
        case .number(let number): return number
        case .bool(let value): return value ? "true" : "false"
        case let value: throw ControlError(.wrongValue(field: "value", expected: expected, found: value.form))
        }
    }

    mutating func message() throws(ControlError) -> JSONValue {
        let expected = "an object with the keys of a message of a sign file, such as {\"text\": \"Fresh bread\"}"
        let value = try need("message", expected: expected)
        guard case .object = value else {
            throw ControlError(.wrongValue(field: "message", expected: expected, found: value.form))
        }
        return value
    }

    func noCommand() throws(ControlError) -> ControlError {
        let expected = "one of \(ControlCommand.names.joined(separator: ", "))"
        guard let value = members.first(where: { $0.name == "command" })?.value else {
            throw ControlError(.missingField("command", command: "a request", expected: expected))
        }
        guard let name = value.text else {
            throw ControlError(.wrongValue(field: "command", expected: expected, found: value.form))
        }
        return ControlError(.unknownCommand(name, nearest: NearestName.find(name, among: ControlCommand.names)))
    }

    func noteUnknown() throws(ControlError) {
        guard let member = members.first(where: { !known.contains($0.name) }) else { return }
        let nearest = NearestName.find(member.name, among: known)
        throw ControlError(
            .unknownField(
                member.name, command: command ?? "", nearest: nearest, known: known.filter { $0 != "command" }))
    }
}
