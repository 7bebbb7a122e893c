import Settings
import SignFiles
import Timelines

/// Sets a variable, or unsets it by null.
enum SetVerb: SignVerb {
    static let name = "set"
    static let summary = "Set a variable that texts show as {name}."
    static let fields = [
        VerbField.name(of: "a variable"),
        VerbField(
            name: "value", expected: "a text, a number, true, false, or null to unset", kind: .text, takesNull: true),
    ]
    static let permission: MQTTSettings.Permission? = .set
    static let addresses = [
        VerbAddress("PUT", "variables/{name}"),
        VerbAddress("DELETE", "variables/{name}", constants: [JSONMember("value", .null)]),
    ]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        Self.warning(try sign.set(command.name, to: command["value"]?.text, at: instant))
    }
}

enum GetVerb: SignVerb {
    static let name = "get"
    static let summary = "Show the value of one variable, or of all."
    static let fields = [VerbField.name(of: "a variable", isRequired: false)]
    static let addresses = [VerbAddress("GET", "variables")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        func members(_ values: [(name: String, value: String?)]) -> [JSONMember] {
            values.map { JSONMember($0.name, $0.value.map { .text($0) } ?? .null) }
        }
        let all = members(sign.variables(at: instant))
        guard let name = command["name"]?.text else {
            let choices = sign.player.file.choices.sorted { $0.key < $1.key }.map { name, values in
                JSONMember(name, .list(values.map { .text($0) }))
            }
            return [
                JSONMember("variables", .object(all)), JSONMember("defaults", .object(members(sign.defaults))),
                JSONMember("choices", .object(choices)),
            ]
        }
        guard let found = all.first(where: { $0.name == name }) else {
            let quoted = ControlError.quoted(name, among: all.map(\.name))
            throw ControlError(
                .noSuchVariable, "there is no variable \(quoted); `get` without a name shows all variables")
        }
        return [JSONMember("value", found.value)]
    }
}

enum CueVerb: SignVerb {
    static let name = "cue"
    static let summary = "Pulse the line of a cue now, to test its wiring."
    static let fields = [VerbField.name(of: "a cue")]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "cues/{name}")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let name = command.name
        guard let cues = sign.context.cues, cues.names.contains(name) else {
            throw ControlError.refused("the sign file has no cue \"\(name)\" (cues)")
        }
        guard cues.pulse(name, at: instant) else {
            throw ControlError.refused("the line of the cue \"\(name)\" could not be opened when the sign started")
        }
        return []
    }
}

/// Shows who sends pixels; with an action, takes the sign back or allows the sender again.
enum PixelsVerb: SignVerb {
    static let name = "pixels"
    static let summary = "Show who sends pixels over the network, take the sign back, or allow the sender again."
    static let fields = [
        VerbField(
            name: "action", expected: actions.joined(separator: " or "), kind: .word(actions), isRequired: false,
            takesNull: true)
    ]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [
        VerbAddress("GET", "pixels"),
        VerbAddress("POST", "pixels/stop", constants: [JSONMember("action", "stop")]),
        VerbAddress("POST", "pixels/allow", constants: [JSONMember("action", "allow")]),
    ]

    private static let actions = PixelsAction.allCases.map(\.rawValue)

    static func permission(for command: SignCommand) -> MQTTSettings.Permission? {
        command["action"] == nil ? nil : permission
    }

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let action = command["action"]?.text.flatMap(PixelsAction.init)
        guard let pixels = sign.pixels else {
            guard action == nil else { throw ControlError.refused(PixelStreamStatus.noPixels) }
            return [JSONMember("pixels", .null)]
        }
        switch action {
        case .stop: pixels.stop()
        case .allow: pixels.allow()
        case nil: break
        }
        return [JSONMember("pixels", sign.pixelStatus)]
    }
}

/// What is done about who sends pixels.
package enum PixelsAction: String, CaseIterable, Sendable {
    /// Ends the stream, and refuses its sender until that is silent.
    case stop
    /// Takes pixels of a sender again that was stopped.
    case allow
}

enum StatsVerb: SignVerb {
    static let name = "stats"
    static let summary = "Show the counters and the state of the sign."
    static let addresses = [VerbAddress("GET", "stats")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        [JSONMember("stats", sign.statistics(at: instant))]
    }
}

/// Takes a picture, which over HTTP is a PNG at an address of its own.
enum ScreenshotVerb: SignVerb {
    static let name = "screenshot"
    static let summary = "Take a picture of what the sign shows."

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.screenshot(at: instant).members
    }
}

enum ReloadVerb: SignVerb {
    static let name = "reload"
    static let summary = "Read the sign file again; a file with errors changes nothing."
    static let permission: MQTTSettings.Permission? = .steer

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        sign.reload(at: instant)
        guard sign.problems.file.isEmpty else {
            throw ControlError.refused((["keeping the previous sign:"] + sign.problems.file).joined(separator: "\n"))
        }
        return []
    }
}
