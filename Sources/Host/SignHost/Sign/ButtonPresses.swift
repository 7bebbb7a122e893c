import SignFiles

/// How often the buttons of a sign were pressed since it began, for each action.
package struct ButtonPresses: Hashable, Sendable {
    private var pause = 0
    private var next = 0
    private var acknowledge = 0

    package init() {}

    /// Counts a press.
    package mutating func note(_ action: InputSettings.Action) {
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

    /// The actions whose buttons were pressed after an earlier state, each as often as it was, at most `most` times.
    package func since(_ earlier: ButtonPresses, most: Int = 8) -> [InputSettings.Action] {
        InputSettings.Action.allCases.flatMap { action in
            Array(repeating: action, count: min(max(self[action] - earlier[action], 0), most))
        }
    }
}
