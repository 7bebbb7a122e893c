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
