import Settings
import SignFiles
import SignHost

/// What a message of the broker is for.
package enum BrokerTarget: Hashable, Sendable {
    /// Switches and dims the sign, as Home Assistant's lights do.
    case light
    /// The brightness in percent, or `auto`.
    case brightness
    /// Whether the brightness is that of the sign file.
    case automatic
    /// The text that stays until the next one.
    case text
    /// A message for a while.
    case notify
    /// A message with a name.
    case message(String)
    case next
    case acknowledge
    /// Whether all motion is paused.
    case paused
    case variable(String)
    case cue(String)
    /// A request as the control socket takes it.
    case command

    /// What allows it; nil for requests, which are looked at one by one.
    package var permission: MQTTSettings.Permission? { verb.flatMap(SignCommand.verb(named:))?.permission }

    /// A verb that it stands for; nil for requests.
    private var verb: String? {
        switch self {
        case .light, .brightness, .automatic: "brightness"
        case .text, .notify, .message: "push"
        case .next: "next"
        case .acknowledge: "acknowledge"
        case .paused: "pause"
        case .cue: "cue"
        case .variable: "set"
        case .command: nil
        }
    }

    /// Whether it says how something is to be, so that a message that the broker keeps still holds.
    package var isState: Bool {
        switch self {
        case .message, .variable: true
        default: false
        }
    }

    /// The bytes that a message may have.
    package var maximumBytes: Int {
        switch self {
        case .notify, .message, .command: 65_536
        default: SignStore.maximumValueBytes
        }
    }
}

/// What a message of the broker asks of the sign.
extension BrokerTarget {
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
    package func command(_ payload: [UInt8], _ light: Light) throws(ControlError) -> SignCommand {
        guard payload.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
        switch self {
        case .light: return try Self.readLight(payload, light)
        case .brightness: return try Self.readBrightness(payload)
        case .automatic:
            return .brightness(percent: try Self.isOn(payload, "brightness_auto") ? nil : light.percent)
        case .paused: return try Self.isOn(payload, "paused") ? .pause(zone: nil) : .resume(zone: nil)
        case .text: return try Self.readText(payload)
        case .notify: return try Self.readNotification(payload)
        case .message(let name): return try Self.readMessage(name, payload)
        case .next: return try Self.request("next", Self.zone(payload))
        case .acknowledge: return try Self.request("acknowledge", Self.zone(payload))
        case .cue(let name): return try Self.request("cue", [JSONMember("name", .text(name))])
        case .variable(let name):
            let value = try Self.string(payload)
            let members = [JSONMember("name", .text(name)), JSONMember("value", value.isEmpty ? .null : .text(value))]
            return try Self.request("set", members)
        case .command: return try SignCommand(parsing: payload)
        }
    }

    /// The command of a verb and its fields.
    private static func request(_ verb: String, _ fields: [JSONMember]) throws(ControlError) -> SignCommand {
        try SignCommand(request: [JSONMember("command", .text(verb))] + fields)
    }

    // MARK: Light

    private static func readLight(_ payload: [UInt8], _ light: Light) throws(ControlError) -> SignCommand {
        let object = JSONValue.object(try SignCommand.members(parsing: payload))
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

    private static func readBrightness(_ payload: [UInt8]) throws(ControlError) -> SignCommand {
        let word = try string(payload)
        if word == "auto" { return .brightness(percent: nil) }
        guard word.utf8.count <= 3, let percent = Int(word), (0...100).contains(percent) else {
            throw wrong("brightness", "a whole number from 0 to 100, or auto", "something else")
        }
        return .brightness(percent: percent)
    }

    private static let switches = ["ON": true, "OFF": false]

    private static func isOn(_ payload: [UInt8], _ field: String) throws(ControlError) -> Bool {
        guard let isOn = switches[try string(payload).uppercased()] else {
            throw wrong(field, "ON or OFF", "something else")
        }
        return isOn
    }

    // MARK: Messages

    private static func readText(_ payload: [UInt8]) throws(ControlError) -> SignCommand {
        let text = try string(payload)
        guard text.contains(where: { !$0.isWhitespace }) else { return .remove(name: textName) }
        return .push(look: .object([JSONMember("text", .text(SignMarkup.escaped(text)))]), name: textName, zone: nil)
    }

    private static func readMessage(_ name: String, _ payload: [UInt8]) throws(ControlError) -> SignCommand {
        let topic = JSONMember("name", .text(name))
        guard let members = try members(payload) else { return try request("remove", [topic]) }
        return try push(members.filter { $0.name != "name" } + [topic])
    }

    private static func readNotification(_ payload: [UInt8]) throws(ControlError) -> SignCommand {
        guard var members = try members(payload) else { throw wrong("notify", "a text or an object", "nothing") }
        func add(_ name: String, _ value: JSONValue) {
            if !members.contains(where: { $0.name == name }) { members.append(JSONMember(name, value)) }
        }
        let name = members.filter { $0.name == "name" && $0.value != .null }
        members.removeAll { $0.name == "name" }
        add("priority", .integer(priorityOfNotifications))
        add("lifetime", .text(lifetimeOfNotifications))
        return try push(members + name)
    }

    /// Pushes a message that may name its zone.
    private static func push(_ members: [JSONMember]) throws(ControlError) -> SignCommand {
        let message = JSONMember("message", .object(members.filter { $0.name != "zone" }))
        return try request("push", [message] + members.filter { $0.name == "zone" })
    }

    /// The members of a message, from an object or a text that is shown as it is; nil for no message.
    ///
    /// What begins like an object and is not JSON is a text, such as `{score} wins`.
    private static func members(_ payload: [UInt8]) throws(ControlError) -> [JSONMember]? {
        let text = try string(payload)
        guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
        if first == "{", let members = (try? JSONValue(parsing: payload))?.members {
            return members.isEmpty ? nil : members
        }
        return [JSONMember("text", .text(SignMarkup.escaped(text)))]
    }

    // MARK: The rest

    /// The zone that an object names; none for nothing, and for the words of buttons.
    private static func zone(_ payload: [UInt8]) -> [JSONMember] {
        ((try? JSONValue(parsing: payload))?.members ?? []).filter { $0.name == "zone" }
    }

    private static func string(_ payload: [UInt8]) throws(ControlError) -> String {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw wrong("payload", "a text in UTF-8", "other bytes")
        }
        return text
    }

    private static func wrong(_ field: String, _ expected: String, _ found: String) -> ControlError {
        .wrongValue(field: field, expected: expected, found: found)
    }
}
