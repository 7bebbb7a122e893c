import Settings
import SignFiles
import Timelines

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
