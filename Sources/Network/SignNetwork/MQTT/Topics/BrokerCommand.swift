import Settings
import SignFiles
import SignHost

/// What a message of the broker asks of the sign.
package enum BrokerCommand {
    /// What a sign looks like to one who switches it.
    package struct Light: Hashable, Sendable {
        /// How bright it is now, 0 to 100.
        package var percent: Int
        /// How bright it was made by hand before it was switched off; nil for as the sign file says.
        package var before: Int?

        package init(percent: Int = 100, before: Int? = nil) { (self.percent, self.before) = (percent, before) }
    }

    /// The name of the message that `text/set` makes.
    package static let textName = "mqtt-text"
    /// Above everything that is not urgent.
    static let priorityOfNotifications = 8
    /// How long a notification may wait for its turn and be shown.
    static let lifetimeOfNotifications = "30s"

    /// Reads a message.
    ///
    /// - Throws: what is wrong with it.
    package static func read(
        _ target: BrokerTarget, _ payload: [UInt8], _ light: Light
    ) throws(ControlError) -> ControlCommand {
        guard payload.count <= target.maximumBytes else { throw ControlError(.tooLong(limit: target.maximumBytes)) }
        switch target {
        case .light: return try readLight(payload, light)
        case .brightness: return try readBrightness(payload)
        case .automatic:
            return .brightness(percent: try isOn(payload, "brightness_auto") ? nil : light.percent)
        case .paused: return try isOn(payload, "paused") ? .pause(zone: nil) : .resume(zone: nil)
        case .text: return try readText(payload)
        case .notify: return try readNotification(payload)
        case .message(let name): return try readMessage(try checked(name), payload)
        case .next: return .next(zone: try zone(payload))
        case .acknowledge: return .acknowledge(zone: try zone(payload))
        case .cue(let name): return .cue(name: try checked(name))
        case .variable(let name): return .set(name: try checked(name), value: try variable(payload))
        case .command: return try ControlCommand(parsing: payload)
        }
    }

    // MARK: Light

    private static func readLight(_ payload: [UInt8], _ light: Light) throws(ControlError) -> ControlCommand {
        let object = try json(payload)
        let expected = "\"ON\" or \"OFF\""
        guard let word = object["state"]?.text, let isOn = switches[word.uppercased()] else {
            throw wrong("state", expected, object["state"]?.typeName ?? "none")
        }
        guard isOn else { return .brightness(percent: 0) }
        guard let given = object["brightness"] else { return .brightness(percent: light.before) }
        guard let percent = given.integer, (0...100).contains(percent) else {
            throw wrong("brightness", "a whole number from 0 to 100", given.typeName)
        }
        return .brightness(percent: Int(percent))
    }

    private static func readBrightness(_ payload: [UInt8]) throws(ControlError) -> ControlCommand {
        let word = try text(payload)
        if word == "auto" { return .brightness(percent: nil) }
        guard word.utf8.count <= 3, let percent = Int(word), (0...100).contains(percent) else {
            throw wrong("brightness", "a whole number from 0 to 100, or auto", "something else")
        }
        return .brightness(percent: percent)
    }

    private static let switches = ["ON": true, "OFF": false]

    private static func isOn(_ payload: [UInt8], _ field: String) throws(ControlError) -> Bool {
        guard let isOn = switches[try text(payload).uppercased()] else {
            throw wrong(field, "ON or OFF", "something else")
        }
        return isOn
    }

    // MARK: Messages

    private static func readText(_ payload: [UInt8]) throws(ControlError) -> ControlCommand {
        let text = try text(payload)
        guard text.contains(where: { !$0.isWhitespace }) else { return .remove(name: textName) }
        return .push(look: .object([JSONMember("text", .text(literal(text)))]), name: textName, zone: nil)
    }

    private static func readMessage(_ name: String, _ payload: [UInt8]) throws(ControlError) -> ControlCommand {
        guard let object = try object(payload) else { return .remove(name: name) }
        // The topic names it.
        return .push(look: look(object), name: name, zone: try nameGiven(in: object, "zone", "the name of a zone"))
    }

    private static func readNotification(_ payload: [UInt8]) throws(ControlError) -> ControlCommand {
        guard let object = try object(payload) else { throw wrong("notify", "a text or an object", "nothing") }
        var members = look(object).members ?? []
        if object["priority"] == nil { members.append(JSONMember("priority", .integer(priorityOfNotifications))) }
        if object["lifetime"] == nil { members.append(JSONMember("lifetime", .text(lifetimeOfNotifications))) }
        return .push(
            look: .object(members), name: try nameGiven(in: object, "name", "the name of the message"),
            zone: try nameGiven(in: object, "zone", "the name of a zone"))
    }

    /// The members of a message, from an object or a text that is shown as it is; nil for no message.
    ///
    /// What begins like an object and is not JSON is a text, such as `{score} wins`.
    private static func object(_ payload: [UInt8]) throws(ControlError) -> JSONValue? {
        let text = try text(payload)
        guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
        if first == "{", let object = try? JSONValue(parsing: payload) {
            return object.members?.isEmpty ?? true ? nil : object
        }
        return .object([JSONMember("text", .text(literal(text)))])
    }

    /// The keys of a message: without its name and its zone.
    private static func look(_ object: JSONValue) -> JSONValue {
        .object((object.members ?? []).filter { $0.name != "zone" && $0.name != "name" })
    }

    /// A name that an object gives; nil where it gives none.
    private static func nameGiven(
        in object: JSONValue, _ field: String, _ expected: String
    ) throws(ControlError) -> String? {
        guard let value = object[field], value != .null else { return nil }
        guard let name = value.text else { throw wrong(field, expected, value.typeName) }
        return try checked(name)
    }

    /// A text without meaning for the reader of tags: `<` and `{` are doubled, control characters become blanks.
    package static func literal(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<", "{": result += [scalar, scalar]
            case _ where scalar.properties.generalCategory == .control: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text that `literal` made a message of.
    package static func plain(_ literal: String) -> String {
        literal.replacing("<<", with: "<").replacing("{{", with: "{")
    }

    // MARK: The rest

    /// The zone that an object names; nil for nothing, and for the words of buttons.
    private static func zone(_ payload: [UInt8]) throws(ControlError) -> String? {
        guard payload.first(where: { $0 > 0x20 }) == 0x7B, let object = try? JSONValue(parsing: payload) else {
            return nil
        }
        return try nameGiven(in: object, "zone", "the name of a zone")
    }

    private static func variable(_ payload: [UInt8]) throws(ControlError) -> String? {
        let value = try text(payload)
        return value.isEmpty ? nil : value
    }

    private static func checked(_ name: String) throws(ControlError) -> String {
        let maximum = ControlCommand.maximumNameLength
        guard (1...maximum).contains(name.count), name.utf8.count <= 4 * maximum,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw wrong("name", "1 to \(maximum) characters without control characters", "another text") }
        return name
    }

    private static func text(_ payload: [UInt8]) throws(ControlError) -> String {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw wrong("payload", "a text in UTF-8", "other bytes")
        }
        return text
    }

    private static func json(_ payload: [UInt8]) throws(ControlError) -> JSONValue {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: payload)
        } catch {
            throw ControlError(.notJSON(error))
        }
        guard case .object = value else { throw ControlError(.notAnObject(found: value.typeName)) }
        return value
    }

    private static func wrong(_ field: String, _ expected: String, _ found: String) -> ControlError {
        ControlError(.wrongValue(field: field, expected: expected, found: found))
    }
}
