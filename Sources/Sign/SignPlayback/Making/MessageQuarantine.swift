/// The messages that are not shown because the program has crashed over them, and a note of what is being drawn.
package struct MessageQuarantine {
    /// The marks of messages that are not shown.
    ///
    /// The mark of a message is a number that is the same in every run of the program as long as it says the same.
    package var marks: Set<UInt64>
    /// Called with the mark of the message that is laid out or drawn next, and with 0 after it; must neither wait nor allocate.
    package var note: (UInt64) -> Void

    /// Describes a quarantine; without arguments everything is shown.
    package init(marks: Set<UInt64> = [], note: @escaping (UInt64) -> Void = { _ in }) {
        self.marks = marks
        self.note = note
    }
}
