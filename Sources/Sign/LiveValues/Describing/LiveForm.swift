import ImageFiles
import LinuxSystem
import Settings
import Timelines

/// What the bytes of a source are.
package enum LiveForm: Hashable, Sendable {
    /// A text: all lines as one, or one line of it, from 1; negative ones count from the end, -1 is the last.
    case text(line: Int?)
    /// A list of the lines that are not empty.
    case lines
    /// JSON, and the way to what counts of it.
    case json(ValuePath)
    /// A number to be scaled.
    case number(LiveScale)
    /// Bytes that another target decodes.
    case document(Document)

    /// A kind of document, told by its first bytes.
    package enum Document: String, Hashable, CaseIterable, Sendable {
        /// iCalendar (RFC 5545).
        case calendar
        /// An image that can be shown.
        case image
    }
}

/// How the number of a sensor becomes one for people: (number + offset) * scale, as the kernel's IIO sensors want it.
package struct LiveScale: Hashable, Sendable {
    /// The factor.
    package var scale: LiveNumber
    /// What is added before scaling.
    package var offset: LiveNumber
    /// How the result is written.
    package var format: NumberFormat

    /// Describes a scale.
    package init(scale: LiveNumber = 1, offset: LiveNumber = 0, format: NumberFormat = NumberFormat()) {
        self.scale = scale
        self.offset = offset
        self.format = format
    }
}

/// What a source has said.
enum LiveContent: Equatable, Sendable {
    case value(LiveValue)
    case document(LiveDocument)

    /// The bytes of a document; 0 for a value.
    var documentBytes: Int { if case .document(let document) = self { document.bytes.count } else { 0 } }
}

extension LiveForm {
    /// Returns what bytes say in this form; O(bytes).
    func content(of bytes: [UInt8]) throws(WordedError) -> LiveContent {
        switch self {
        case .text(nil): return .value(.text(LiveText.clean(utf8: bytes)))
        case .text(let line?): return .value(.text(try Self.line(line, of: bytes)))
        case .lines:
            let lines = Self.lines(of: bytes).map { LiveText.clean(utf8: $0) }
            return .value(.list(lines.filter { !$0.isEmpty }.map { .text($0) }))
        case .json(let path):
            guard let found = try Self.json(bytes).flatMap(path.value(in:)) else {
                throw WordedError("no value at \"\(path)\"")
            }
            return .value(found)
        case .number(let scale):
            let text = LiveText.clean(utf8: bytes)
            guard let number = LiveNumber(parsing: text.prefix { $0 != " " }),
                let scaled = number.plus(scale.offset)?.times(scale.scale)
            else { throw WordedError("\(LiveText.quoted(text)) is not a number") }
            return .value(.number(scaled))
        case .document(let kind):
            guard kind.matches(bytes) else { throw .wrongDocument(kind, found: FileFormat(of: bytes)) }
            return .document(LiveDocument(bytes: bytes))
        }
    }

    private static func json(_ bytes: [UInt8]) throws(WordedError) -> LiveValue? {
        do throws(TextError) {
            return try LiveValue.reading(json: bytes)
        } catch {
            throw WordedError("it is not JSON: \(error)")
        }
    }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
    }

    private static func line(_ number: Int, of bytes: [UInt8]) throws(WordedError) -> String {
        var lines = lines(of: bytes)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        let index = number < 0 ? lines.count + max(number, -lines.count - 1) : number - 1
        guard lines.indices.contains(index) else { throw WordedError("line \(number) is missing") }
        return LiveText.clean(utf8: lines[index])
    }
}

extension LiveForm.Document {
    /// Whether the first bytes are those of such a document.
    func matches(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .calendar:
            let start = bytes.prefix(64).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
            return String(decoding: start.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
        case .image: return ImageFormat.recognizes(bytes)
        }
    }
}

/// Why a source gave no value: what is wrong and, where there is one, the fix.
extension WordedError {
    /// A file that cannot be read; the kernel's words.
    package static func file(_ words: String, path: String) -> Self { Self("\(path) cannot be read: \(words)") }

    /// Something that is not a file: a folder, a pipe or a device.
    package static func notRegular(path: String) -> Self {
        Self("\(path) is not a regular file; write \"special: yes\" to read pipes and devices")
    }

    /// More bytes than the source may give.
    package static func tooLarge(limit: Int) -> Self {
        limit < LiveSource.maximumBytes
            ? Self("it has more than \(limit) bytes; raise \"limit\" or make it smaller")
            : Self("it has more than \(limit >> 20) MiB, the largest \"limit\"; make it smaller")
    }

    /// More bytes than a source may give.
    static func tooLarge(of source: LiveSource) -> Self {
        guard source.turn != nil else { return tooLarge(limit: source.limit) }
        return Self("it has more than \(source.limit >> 20) MiB, the most that the picture of a turn may have")
    }

    /// Nothing within the timeout.
    ///
    /// - Parameter isFixed: whether the timeout cannot be changed.
    package static func timedOut(after time: Nanoseconds, isFixed: Bool = false) -> Self {
        let cure = time < LiveSource.maximumTimeout && !isFixed ? "raise \"timeout\" or find" : "find"
        return Self("no answer within \(time.text); \(cure) out why it hangs")
    }

    /// A URL that cannot be had; the status of HTTP, where there was one, and curl's words.
    package static func url(status: Int?, words: String) -> Self {
        let answer = status.map { "the server answered with status \($0)" } ?? "no answer"
        return Self(answer + (words.isEmpty ? "" : ": \(words)"))
    }

    /// A server that sends a request with lines of the header on to another place.
    package static func redirected(to place: String) -> Self {
        Self(
            "the server redirects to \(LiveText.quoted(LiveText.clean(place, length: 100))), which must not be asked; use that "
                + "URL, or, if there are any, add it to \"servers\" or remove \"headers\"")
    }

    /// A document of another kind than wanted; what it is, as far as that is known.
    package static func wrongDocument(_ wanted: LiveForm.Document, found: FileFormat? = nil) -> Self {
        switch wanted {
        case .image: Self("it is \(found?.words ?? "not an image"); images are \(ImageFormat.names) files")
        case .calendar: Self("it is \(found.map { $0.words + ", " } ?? "")not a calendar")
        }
    }
}
