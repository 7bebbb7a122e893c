/// Something a hand did at the terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(TerminalKey)
    /// The left mouse button was pressed, moved while pressed, or released.
    case mouse(TerminalMouse)
}

/// A key.
package enum TerminalKey: Hashable, Sendable {
    /// A printing ASCII character; the space bar is a space.
    case character(Character)
    /// An arrow.
    case up, down, left, right
    /// The return key.
    case enter
    /// The escape key.
    case escape
    /// Control and C.
    case interrupt
}

/// What the left mouse button did, and where.
package struct TerminalMouse: Hashable, Sendable {
    /// What it did.
    package enum Action: Hashable, Sendable {
        /// The button went down.
        case press
        /// The mouse moved with the button down.
        case drag
        /// The button went up.
        case release
    }

    /// What it did.
    package let action: Action
    /// The column of the cell, from 0.
    package let column: Int
    /// The row of the cell, from 0.
    package let row: Int

    /// Creates an event.
    package init(action: Action, column: Int, row: Int) {
        self.action = action
        self.column = column
        self.row = row
    }
}
