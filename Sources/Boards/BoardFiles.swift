/// The files that board files name: panels and wirings.
///
/// Each is given by its name in the folder of its kind beside the shipped boards, or by its path.
public struct BoardFiles: Sendable {
    /// What a file describes.
    public enum Kind: String, CaseIterable, Sendable {
        /// A HUB75 panel.
        case panel
        /// The wires of a HUB75 adapter.
        case wiring

        /// The folder of its files beside the boards.
        public var folder: String { rawValue + "s" }
    }

    /// What a file holds.
    public struct Content: Sendable {
        /// Its name without folder and ending.
        public let name: String
        /// The path for error messages.
        public let path: String
        /// Its bytes; one more than a file may have where it is too large.
        public let bytes: [UInt8]

        /// Creates the content of a file.
        public init(name: String, path: String, bytes: [UInt8]) {
            self.name = name
            self.path = path
            self.bytes = bytes
        }
    }

    /// What became of looking for a file.
    public enum Outcome: Sendable {
        /// It is there.
        case found(Content)
        /// It is not, or cannot be read, and why.
        case refused(BoardProblem.Reason)
    }

    /// Looks for a file by its name or path.
    let read: @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome

    /// Looks for files in a way of one's own.
    public init(_ read: @escaping @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome) {
        self.read = read
    }

    /// No files at all.
    public static let none = BoardFiles { kind, given in
        .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
    }
}
