import Settings
import SignFiles

/// What viewers of a sign get an event for when it changes, besides its picture.
package struct SignChanges: Hashable, Sendable {
    /// A number that is another one as soon as the list of messages is.
    package var list: Int
    /// A number that is another one as soon as the messages that are shown say something else.
    package var words: Int
    /// How bright the sign is, 0 to 100.
    package var percent: Int
    /// Whether the brightness is that of the sign file.
    package var isAutomatic: Bool
    /// Whether all motion was paused.
    package var isPaused: Bool
    /// A number that is another one as soon as a variable is.
    package var variables: Int
    /// How often urgent messages were acknowledged, by any means.
    package var acknowledgements: Int
    /// How often the buttons of the sign were pressed.
    package var presses: ButtonPresses
    /// Who sends pixels; nil on a sign that takes none.
    package var pixels: PixelStreamChanges?

    /// Describes a sign.
    package init(
        list: Int, percent: Int, isAutomatic: Bool, isPaused: Bool, variables: Int, acknowledgements: Int = 0,
        presses: ButtonPresses = ButtonPresses(), pixels: PixelStreamChanges? = nil, words: Int = 0
    ) {
        (self.list, self.percent, self.isAutomatic) = (list, percent, isAutomatic)
        (self.isPaused, self.variables) = (isPaused, variables)
        (self.acknowledgements, self.presses) = (acknowledgements, presses)
        (self.pixels, self.words) = (pixels, words)
    }

    /// The members of the event for the page.
    package var members: [JSONMember] {
        [
            JSONMember("brightness", .integer(percent)), JSONMember("auto", .bool(isAutomatic)),
            JSONMember("paused", .bool(isPaused)),
        ]
    }
}

/// How often the buttons of a sign were pressed since it began, for each action.
package struct ButtonPresses: Hashable, Sendable {
    private var pause = 0
    private var next = 0
    private var acknowledge = 0

    package init() {}

    /// Counts a press.
    package mutating func record(_ action: InputSettings.Action) {
        switch action {
        case .pause: pause &+= 1
        case .next: next &+= 1
        case .acknowledge: acknowledge &+= 1
        }
    }

    /// The presses of the buttons with an action.
    package subscript(action: InputSettings.Action) -> Int {
        switch action {
        case .pause: pause
        case .next: next
        case .acknowledge: acknowledge
        }
    }

    /// The actions whose buttons were pressed after an earlier state, each as often as it was, at most `maximum` times.
    package func since(_ earlier: ButtonPresses, maximum: Int = 8) -> [InputSettings.Action] {
        InputSettings.Action.allCases.flatMap { action in
            Array(repeating: action, count: min(max(self[action] - earlier[action], 0), maximum))
        }
    }
}
