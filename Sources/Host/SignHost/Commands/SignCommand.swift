import Settings
import SignFiles
import Timelines

/// One request to a sign: a verb, and the values of its fields.
package struct SignCommand: Equatable, Sendable {
    /// What it asks for.
    package let verb: any SignVerb.Type
    private let fields: JSONValue

    /// All verbs, in the order of the documentation and of the help.
    ///
    /// A new verb is a type and a line here.
    package static let verbs: [any SignVerb.Type] = [
        PushVerb.self, RemoveVerb.self, ListVerb.self, SetVerb.self, GetVerb.self, PauseVerb.self, ResumeVerb.self,
        NextVerb.self, AcknowledgeVerb.self, BrightnessVerb.self, DragVerb.self, CueVerb.self, PixelsVerb.self,
        StatsVerb.self, ScreenshotVerb.self, ReloadVerb.self,
    ]

    /// The names of all verbs.
    package static let names = verbs.map { $0.name }

    /// Finds a verb; nil if there is none of that name.
    package static func verb(named name: String) -> (any SignVerb.Type)? { verbs.first { $0.name == name } }

    /// - Parameter fields: an object of values as `VerbField.read` returns them, in the order of the verb's fields.
    init(_ verb: any SignVerb.Type, _ fields: JSONValue = [:]) { (self.verb, self.fields) = (verb, fields) }

    /// A command whose only field is the zone.
    init(_ verb: any SignVerb.Type, zone: String?) { self.init(verb, ["zone": zone.map { .text($0) }]) }

    /// The value of a field; nil without one.
    package subscript(field: String) -> JSONValue? { fields[field] }

    /// The field `name`; empty without one.
    package var name: String { self["name"]?.text ?? "" }

    /// The zone that is meant; nil for the whole sign.
    package var zone: String? { self["zone"]?.text }

    /// The number in a field; nil without one, and for null.
    package func integer(_ field: String) -> Int? { self[field]?.integer.flatMap { Int(exactly: $0) } }

    /// What `allow` of a sign file needs for it; nil for commands that only ask.
    package var permission: MQTTSettings.Permission? { verb.permission(for: self) }

    /// Performs the command on a sign; returns the content of the reply.
    package func perform(on sign: Sign, at instant: Instant) throws(ControlError) -> [JSONMember] {
        // Before anything is counted or listed.
        sign.dropEnded(at: instant)
        do { return try verb.perform(self, on: sign, at: instant) } catch { throw ControlError(caught: error) }
    }

    package static func == (left: SignCommand, right: SignCommand) -> Bool {
        left.verb == right.verb && left.fields == right.fields
    }
}

/// Reading requests.
extension SignCommand {
    /// The field that names the verb.
    private static let verbField = "command"

    /// Reads a request: a JSON object with the field `command`, which names a verb, and the fields of that verb.
    ///
    /// - Parameter line: one line without its end.
    package init(parsing line: some Collection<UInt8>) throws(ControlError) {
        try self.init(request: try Self.members(parsing: line))
    }

    /// Reads the members of a request.
    package init(request members: [JSONMember]) throws(ControlError) {
        let verb = try Self.verb(of: members)
        var fields: [JSONMember] = []
        for field in verb.fields {
            guard let given = members.first(where: { $0.name == field.name })?.value else {
                if !field.isRequired { continue }
                throw ControlError(.missingField, "\(verb.name) needs \"\(field.name)\": \(field.expected)")
            }
            if let value = try field.read(given) { fields.append(JSONMember(field.name, value)) }
        }
        try Self.checkNames(of: members, verb)
        self.init(verb, .object(fields))
    }

    /// The members of a JSON object.
    package static func members(parsing bytes: some Collection<UInt8>) throws(ControlError) -> [JSONMember] {
        let value: JSONValue
        do throws(TextError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw ControlError(.notJSON, "the line is not JSON: \(error)")
        }
        guard let members = value.members else {
            throw ControlError(
                .notAnObject, "a request must be an object such as {\"command\": \"list\"}, not \(value.typeName)")
        }
        return members
    }

    private static func verb(of members: [JSONMember]) throws(ControlError) -> any SignVerb.Type {
        let list = names.joined(separator: ", ")
        let expected = "one of \(list)"
        guard let value = members.first(where: { $0.name == verbField })?.value else {
            throw ControlError(.missingField, "a request needs \"\(verbField)\": \(expected)")
        }
        guard let name = value.text else {
            throw ControlError.wrongValue(field: verbField, expected: expected, found: value.typeName)
        }
        guard let verb = verb(named: name) else {
            let quoted = ControlError.quoted(name, among: names)
            throw ControlError(.unknownCommand, "unknown command \(quoted); the commands are \(list)")
        }
        return verb
    }

    /// Throws for a field that the verb does not have, and for one that is given twice.
    private static func checkNames(of members: [JSONMember], _ verb: any SignVerb.Type) throws(ControlError) {
        let fields = verb.fields.map(\.name)
        let known = [verbField] + fields
        var seen: Set<String> = []
        for name in members.map(\.name) {
            guard known.contains(name) else {
                let rest = fields.isEmpty ? "it has no fields" : "its fields are \(fields.joined(separator: ", "))"
                let quoted = ControlError.quoted(name, among: known)
                throw ControlError(.unknownField, "\(verb.name) has no field \(quoted); \(rest)")
            }
            guard seen.insert(name).inserted else {
                // That of an HTTP address is followed by that of the body.
                throw ControlError(.notJSON, "the address says \"\(name)\" already; leave it out of the body")
            }
        }
    }
}

/// The requests that other parts of the program make; a zone of nil stands for the whole sign.
extension SignCommand {
    package static let list = SignCommand(ListVerb.self)
    package static let stats = SignCommand(StatsVerb.self)
    package static let screenshot = SignCommand(ScreenshotVerb.self)

    /// Pushes a message.
    ///
    /// - Parameter name: takes the place of the name among the keys.
    package static func push(look: JSONValue, name: String?, zone: String?) -> SignCommand {
        let message = name.map { look.setting("name", to: .text($0)) } ?? look
        return SignCommand(PushVerb.self, ["message": message, "zone": zone.map { .text($0) }])
    }

    /// Removes the pushed message of a name.
    package static func remove(name: String) -> SignCommand { SignCommand(RemoveVerb.self, ["name": .text(name)]) }

    /// Sets a variable; nil unsets it.
    package static func set(name: String, value: String?) -> SignCommand {
        SignCommand(SetVerb.self, ["name": .text(name), "value": value.map { .text($0) } ?? .null])
    }

    /// Gets a variable; all for nil.
    package static func get(name: String?) -> SignCommand {
        SignCommand(GetVerb.self, ["name": name.map { .text($0) }])
    }

    /// Pulses the line of a cue.
    package static func cue(name: String) -> SignCommand { SignCommand(CueVerb.self, ["name": .text(name)]) }

    /// Sets the brightness; nil restores that of the sign file.
    package static func brightness(percent: Int?) -> SignCommand {
        SignCommand(BrightnessVerb.self, ["percent": percent.map { .integer($0) } ?? .null])
    }

    /// Pauses motion.
    package static func pause(zone: String?) -> SignCommand { SignCommand(PauseVerb.self, zone: zone) }

    /// Resumes motion.
    package static func resume(zone: String?) -> SignCommand { SignCommand(ResumeVerb.self, zone: zone) }

    /// Skips to the next message.
    package static func next(zone: String?) -> SignCommand { SignCommand(NextVerb.self, zone: zone) }

    /// Acknowledges the urgent message.
    package static func acknowledge(zone: String?) -> SignCommand { SignCommand(AcknowledgeVerb.self, zone: zone) }
}

extension Sign {
    /// Performs the request in a line; returns the reply.
    ///
    /// - Parameter line: without its end.
    package func answer(_ line: some Collection<UInt8>, at instant: Instant) -> JSONValue {
        do throws(ControlError) {
            return .done(try SignCommand(parsing: line).perform(on: self, at: instant))
        } catch {
            return .failed(error)
        }
    }
}
