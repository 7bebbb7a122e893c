/// Something a hand did at the terminal.
public enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(TerminalKey)
    /// The left mouse button was pressed, moved while pressed, or released.
    case mouse(TerminalMouse)
}

/// A key.
public enum TerminalKey: Hashable, Sendable {
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
public struct TerminalMouse: Hashable, Sendable {
    /// What it did.
    public enum Action: Hashable, Sendable {
        /// The button went down.
        case press
        /// The mouse moved with the button down.
        case drag
        /// The button went up.
        case release
    }

    /// What it did.
    public let action: Action
    /// The column of the cell, from 0.
    public let column: Int
    /// The row of the cell, from 0.
    public let row: Int

    /// Creates an event.
    public init(action: Action, column: Int, row: Int) {
        self.action = action
        self.column = column
        self.row = row
    }
}
