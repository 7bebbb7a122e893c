/// A note that a program in the emulated Pi wrote into the recording: 22 bits, to lines that are inputs.
public struct Mark: Hashable, Sendable {
    /// What is noted.
    public enum Kind: UInt32, Sendable {
        /// A scenario begins; its number.
        case begin = 1
        /// A scenario ends; its number.
        case end = 2
        /// What has to make the panel dark happens now; how often it did before.
        case cause = 3
        /// The stopped program continues now.
        case resumes = 4
        /// The program is about to be started; the panel may be lit from now on.
        case start = 5
        /// For how many tenths of a millisecond the emulator itself stood still since the last cause.
        case stoodStill = 6
    }

    /// What is noted.
    public let kind: Kind
    /// Its number, 0 to 65,535.
    public let number: Int

    /// Creates a note.
    public init(_ kind: Kind, _ number: Int) {
        self.kind = kind
        self.number = number
    }

    /// Reads a write; nil where it is no mark.
    public init?(_ write: RegisterWrite) {
        guard write.address == PiRegister.set1, let kind = Kind(rawValue: write.value >> 16) else { return nil }
        self.init(kind, Int(write.value & 0xFFFF))
    }
}
