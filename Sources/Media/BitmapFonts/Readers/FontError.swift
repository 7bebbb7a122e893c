import LinuxSystem
import Settings

/// Why a file gives no font: every problem found in it, each with its place and its fix.
///
/// A text file (BDF, hex) is read to its end and all its problems are listed, `FontLimits.problems` of them at most;
/// a binary file (PCF, PSF, gzip) stops at its first.
public struct FontError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or the label that the caller gave.
    public let source: String
    /// The first problems in the order of the file; at least one.
    public let problems: [Finding]
    /// The number of all problems, listed or not.
    public let problemCount: Int

    /// Creates the error from the problems to list and the number of all of them.
    public init(source: String, problems: [Finding], problemCount: Int? = nil) {
        self.source = source
        self.problems = problems
        self.problemCount = max(problems.count, problemCount ?? 0)
    }

    /// One problem; readers leave the source to `FontFile`.
    init(source: String = "", place: Place = .file, reason: Reason) {
        self.init(source: source, problems: [Finding(place: place, reason: reason)])
    }

    /// One line per problem, `path:line: reason; fix`, and a last line that counts those not listed.
    public var description: String {
        var lines = problems.map { problem in
            switch problem.place {
            case .file: "\(source): \(problem)"
            case .line(let line): "\(source):\(line): \(problem)"
            case .byte(let offset): "\(source): byte \(offset): \(problem)"
            }
        }
        if problemCount > problems.count {
            lines.append("\(source): \(problemCount - problems.count) more problems are not listed")
        }
        return lines.joined(separator: "\n")
    }

    /// Where in the file the problem is.
    public enum Place: Equatable, Sendable {
        /// The file as a whole.
        case file
        /// A line of a text file, counted from 1.
        case line(Int)
        /// An offset in bytes from the start of a binary file; of its content if the file is gzip-compressed.
        case byte(Int)
    }

    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// The operating system refuses to open or read the file; its error number.
        case unreadable(errno: Int32)
        /// The path leads to something else than a regular file; what it is.
        case notRegular(String)
        /// The content is none of the formats; its first bytes, at most eight.
        case unknownFormat(firstBytes: [UInt8])
        /// Something is larger than `FontLimits` allows.
        case tooLarge(what: String, limit: Int)
        /// The compressed data does not follow the format or fails its checksum.
        case damagedGzip
        /// The file ends inside something.
        case endsInside(String)
        /// Something that must be there is not.
        case missing(String)
        /// A keyword is in a place where it is not allowed.
        case unexpected(keyword: String, inside: String)
        /// The text after a keyword, or a field, is not what is expected.
        case malformed(what: String, expected: String, found: String)
        /// A number is outside what is possible or supported.
        case outOfRange(what: String, value: Int, allowed: ClosedRange<Int>)
        /// A glyph has more or fewer bitmap lines than its BBX says.
        case rowCount(expected: Int, found: Int)
        /// An offset or length in the file points beyond it, or beyond the table it belongs to.
        case outsideFile(what: String, offset: Int)
        /// There is not one glyph that has a code.
        case noGlyphs
        /// FreeType cannot read an outline font.
        case damagedOutlines
        /// A font in the format of outline fonts has only pictures.
        case noOutlines
        /// An outline font is given without the height of its capitals.
        case noSize
        /// An outline font has no style of that name; those that it has.
        case unknownStyle(String, known: [String])
    }

    /// One thing that is wrong with a font file.
    public struct Finding: Equatable, Sendable {
        /// Where in the file.
        public let place: Place
        /// What is wrong there.
        public let reason: Reason

        /// Creates a finding.
        public init(place: Place, reason: Reason) {
            self.place = place
            self.reason = reason
        }
    }
}

extension FontError.Finding: CustomStringConvertible {
    /// What was found, what was expected, and the fix.
    public var description: String {
        let (statement, fix) = words
        return fix.isEmpty ? statement : "\(statement); \(fix)"
    }

    private var words: (statement: String, fix: String) {
        let (undamaged, correct) = ("get an undamaged copy of the file", "correct the file or export the font again")
        switch reason {
        case .unreadable(let errno):
            return ("cannot be read: \(SystemCallError.reason(errno))", "check the path and the permissions")
        case .notRegular(let kind): return ("is \(kind), not a regular file", "give the path of a regular file")
        case .unknownFormat(let bytes):
            let found = FileFormat(of: bytes)
            let begin = "it begins with the bytes \(bytes.map(hexadecimal).joined(separator: " "))"
            let other = bytes.isEmpty ? "is empty, not a font" : "is not a font: \(begin)"
            let known = found.map { "is \($0.words), not a font that can be read" }
            return (known ?? other, FontError.wantedFormats)
        case .tooLarge(let what, let limit): return ("\(what) is more than the limit of \(limit)", "use a smaller font")
        case .damagedGzip: return ("the gzip-compressed data is damaged", undamaged)
        case .endsInside(let what): return ("the file ends inside \(what)", undamaged)
        case .missing(let what): return ("\(what) is missing", correct)
        case .unexpected(let keyword, let inside):
            return ("'\(ShownText.shortened(keyword, maximum: 40))' is not allowed inside \(inside)", correct)
        case .malformed(let what, let expected, let found):
            return ("\(what) must be \(expected), found '\(ShownText.shortened(found, maximum: 40))'", correct)
        case .outOfRange(let what, let value, let allowed):
            let statement = "\(what) is \(value), must be \(allowed.lowerBound) to \(allowed.upperBound)"
            return (statement, "correct the number or export the font again")
        case .rowCount(let expected, let found):
            return ("BITMAP has \(found) lines, BBX says \(expected)", "correct the BBX or the bitmap")
        case .outsideFile(let what, let offset):
            return ("\(what) lies at byte \(offset), outside the file or its table", undamaged)
        case .noGlyphs: return ("no glyph in the font has a code", "give the characters codes (ENCODING in BDF)")
        case .damagedOutlines: return ("the outlines are damaged or of an unknown kind", undamaged)
        case .noOutlines: return ("the font has pictures of one size but no outlines", "use an outline font")
        case .noSize:
            return (
                "an outline font needs the height of its capitals in pixels, such as DejaVuSans.ttf@12px", ""
            )
        case .unknownStyle(let name, let known):
            let maximum = 12
            let shown = known.prefix(maximum).map { ShownText.quoted($0) }.listed("and")
            return (
                "the font has no style \(ShownText.quoted(name))",
                known.count > maximum ? "it has \(known.count), such as \(shown)" : "it has \(shown)"
            )
        }
    }
}

extension FontError {
    /// Whether an outline font lacks nothing but its size.
    package var needsSize: Bool { problems.first?.reason == .noSize }

    /// Which files to give instead of one of another format.
    static var wantedFormats: String {
        "give a \(FontFormat.names) file, plain or gzip-compressed"
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
