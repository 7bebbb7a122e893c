import PixelGraphics
import SettingsFiles

/// Something in a sign file that is probably not meant as it is written, and where.
public struct SignWarning: Equatable, Sendable {
    /// What is probably not meant so.
    public enum Reason: Equatable, Sendable {
        /// A file with values or a calendar is missing; its path.
        case missingFile(String)
        /// This machine does not have the group of the control socket.
        case unknownGroup(String)
        /// The times of a message are all past.
        case past
        /// A font has more rows than the area of the message.
        case tallFont(String, rows: Int, areaRows: Int)
        /// An area covers another one, at least in part; the line of that one, and its name if it has one.
        case overlap(name: String?, line: Int)
    }

    /// What is probably not meant so.
    public let reason: Reason
    /// The file's name as it was given.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters (Unicode scalars), from 1.
    public let column: Int

    init(_ reason: Reason, path: String, place: TextPlace) {
        self.reason = reason
        self.path = path
        line = place.line
        column = place.column
    }

    var place: TextPlace { TextPlace(line: line, column: column) }
}

extension SignWarning: CustomStringConvertible {
    /// One line: file:line:column, what was found and what to do about it.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension SignWarning.Reason: CustomStringConvertible {
    /// What was found, and what to do about it.
    public var description: String {
        switch self {
        case .missingFile(let path):
            "there is no file \(ShownText.quoted(path)) yet; paths count from the folder of the sign file"
        case .unknownGroup(let name):
            "this machine has no group \(ShownText.quoted(name)), and without it the sign takes no requests; create it "
                + "with groupadd, or give another one"
        case .past: "these times are all past, and the message is never shown again; change or remove them"
        case .tallFont(let name, let rows, let areaRows):
            "the font \(ShownText.quoted(name)) has \(rows) rows and the area only \(areaRows), so letters may be cut "
                + "off; choose a smaller font or a larger area"
        case .overlap(let name, let line):
            "the area overlaps the zone \(name.map { ShownText.quoted($0) + " " } ?? "")in line \(line) and covers what "
                + "that one shows there; move one of them"
        }
    }
}
