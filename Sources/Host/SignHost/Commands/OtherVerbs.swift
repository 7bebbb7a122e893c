import Settings
import SignFiles
import Timelines

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

extension SignCommand {
    /// Pulses the line of a cue.
    package static func cue(name: String) -> SignCommand { SignCommand(CueVerb.self, ["name": .text(name)]) }
}

/// Shows who sends pixels; with an action, takes the sign back or allows the sender again.
enum PixelsVerb: SignVerb {
    static let name = "pixels"
    static let summary = "Show who sends pixels over the network, take the sign back, or allow the sender again."
    static let fields = [
        VerbField(name: "action", expected: actions.joined(separator: " or "), kind: .word(actions)).optional.orNull
    ]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [
        VerbAddress("GET", "pixels"),
        VerbAddress("POST", "pixels/stop", constants: constant(.stop)),
        VerbAddress("POST", "pixels/allow", constants: constant(.allow)),
    ]

    private static let actions = PixelsAction.allCases.map(\.rawValue)

    private static func constant(_ action: PixelsAction) -> [JSONMember] {
        [JSONMember("action", .text(action.rawValue))]
    }

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

extension SignCommand {
    package static let stats = SignCommand(StatsVerb.self)
}

/// Takes a picture, which over HTTP is a PNG at an address of its own.
enum ScreenshotVerb: SignVerb {
    static let name = "screenshot"
    static let summary = "Take a picture of what the sign shows."

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.screenshot(at: instant).members
    }
}

extension SignCommand {
    package static let screenshot = SignCommand(ScreenshotVerb.self)
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
