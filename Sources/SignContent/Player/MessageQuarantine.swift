/// Which messages are not shown because the program has crashed over them, and who is told what is being drawn.
public struct MessageQuarantine {
    /// The marks of messages that are not shown.
    ///
    /// The mark of a message is a number that is the same in every run of the program as long as it says the same.
    public var marks: Set<UInt64>
    /// Is told the mark of the message that is laid out or drawn next, and 0 after it; must neither wait nor allocate.
    public var note: (UInt64) -> Void

    /// Describes a quarantine; without arguments nothing is kept from being shown.
    public init(marks: Set<UInt64> = [], note: @escaping (UInt64) -> Void = { _ in }) {
        self.marks = marks
        self.note = note
    }
}
