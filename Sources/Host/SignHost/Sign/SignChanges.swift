import Settings
import SignFiles

/// What viewers of a sign get an event for when it changes, besides its picture.
package struct SignChanges: Hashable, Sendable {
    /// A number that is another one as soon as the list of messages is.
    package var list: Int
    /// A number that is another one as soon as the messages that are shown say something else.
    package var words = 0
    /// How bright the sign is, 0 to 100.
    package var percent: Int
    /// Whether the brightness is that of the sign file.
    package var isAutomatic: Bool
    /// Whether all motion was paused.
    package var isPaused: Bool
    /// A number that is another one as soon as a variable is.
    package var variables: Int
    /// How often urgent messages were acknowledged, by any means.
    package var acknowledgements = 0
    /// How often the buttons of each action were pressed since the sign began.
    package var presses: [InputSettings.Action: Int] = [:]
    /// The event about who sends pixels; nil on a sign that takes none.
    package var pixels: JSONValue?

    /// The actions whose buttons were pressed after an earlier state, each as often as it was, at most `maximum` times.
    package func presses(since earlier: SignChanges, maximum: Int = 8) -> [InputSettings.Action] {
        InputSettings.Action.allCases.flatMap { action in
            let count = presses[action, default: 0] - earlier.presses[action, default: 0]
            return Array(repeating: action, count: min(max(count, 0), maximum))
        }
    }

    /// The members of the event for the page.
    package var members: [JSONMember] {
        [
            JSONMember("brightness", .integer(percent)), JSONMember("auto", .bool(isAutomatic)),
            JSONMember("paused", .bool(isPaused)),
        ]
    }
}
