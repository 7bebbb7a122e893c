/// The files that board files name: panels and wirings.
///
/// Each is given by its name in the folder of its kind beside the shipped boards, or by its path.
package struct BoardFiles: Sendable {
    /// The bytes that a file of a board, panel or wiring may have.
    static let mostBytes = 65_536

    /// What a file describes.
    package enum Kind: String, CaseIterable, Sendable {
        /// A HUB75 panel.
        case panel
        /// The wires of a HUB75 adapter.
        case wiring

        /// The folder of its files beside the boards.
        package var folder: String { rawValue + "s" }
    }

    /// What a file holds.
    package struct Content: Sendable {
        /// Its name without folder and ending.
        package let name: String
        /// The path for error messages.
        package let path: String
        /// Its bytes; one more than a file may have where it is too large.
        package let bytes: [UInt8]

        /// Creates the content of a file.
        package init(name: String, path: String, bytes: [UInt8]) {
            self.name = name
            self.path = path
            self.bytes = bytes
        }
    }

    /// The result of looking for a file.
    package enum Outcome: Sendable {
        /// It is there.
        case found(Content)
        /// It is missing or cannot be read, and why.
        case refused(BoardReason)
    }

    /// Looks for a file by its name or path.
    let read: @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome

    /// Looks for files by a closure.
    package init(_ read: @escaping @Sendable (_ kind: Kind, _ nameOrPath: String) -> Outcome) {
        self.read = read
    }

    /// No files at all.
    package static let none = BoardFiles { kind, given in
        .refused(.noSuchFile(kind: kind, given: given, nearest: nil))
    }
}
