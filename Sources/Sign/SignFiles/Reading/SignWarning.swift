import PixelGraphics
import Settings

/// Something in a sign file that is probably a mistake, and where.
package typealias SignWarning = FileProblem<SignWarningReason>

/// What is probably a mistake in a sign file.
package enum SignWarningReason: Equatable, Sendable {
    /// A file with values or a calendar is missing; its path.
    case missingFile(String)
    /// The file of a token, a password or certificates is missing; the key that names it, and its path.
    case missingSecret(key: String, path: String)
    /// A form of a time or a date probably shows something else than it is meant to; in the words of the layer that reads times.
    case time(String)
    /// The widest time of a clock that may not move is wider than its area.
    case wideClock(columns: Int, areaColumns: Int)
    /// A comment behind a text looks like a part of it.
    case comment(String)
    /// This machine does not have the group of the control socket.
    case unknownGroup(String)
    /// The times of a message are all past.
    case past
    /// A font has more rows than the area of the message.
    case tallFont(String, rows: Int, areaRows: Int)
    /// An area covers another one, at least in part; the line of that one, and its name if it has one.
    case overlap(name: String?, line: Int)
}

extension SignWarningReason: CustomStringConvertible {
    /// What was found, and what to do about it.
    package var description: String {
        switch self {
        case .missingFile(let path):
            "the file \(ShownText.quoted(path)) does not exist yet; paths are relative to the folder of the sign file"
        case .missingSecret(let key, let path):
            "the file \(ShownText.quoted(path)) of \"\(key)\" does not exist"
                + (key == "token" ? "; `ledsign token` makes one" : "; create it, or correct the path")
        case .time(let words): words
        case .wideClock(let columns, let areaColumns):
            "the clock is up to \(columns) pixels wide but its area only \(areaColumns), so a part of it is cut off; choose a "
                + "narrower font or a shorter format"
        case .comment(let words):
            "\(ShownText.quoted(words)) is a comment, because # behind a space begins one, and is not shown; put the whole text "
                + "in quotes to show it"
        case .unknownGroup(let name):
            "unknown group \(ShownText.quoted(name)) on this machine; until it exists the sign accepts no requests; create it "
                + "with groupadd, or use another group"
        case .past: "all of these times are in the past, so the message is never shown; change or remove them"
        case .tallFont(let name, let rows, let areaRows):
            "the font \(ShownText.quoted(name)) has \(rows) rows but the area only \(areaRows), so letters may be cut off; "
                + "choose a smaller font or a larger area"
        case .overlap(let name, let line):
            "the area overlaps the zone \(name.map { ShownText.quoted($0) + " " } ?? "")in line \(line) and covers what it "
                + "shows; move one of them"
        }
    }
}
