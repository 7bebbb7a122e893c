/// The characters of a settings file, and the places in it that people look for.
package struct SettingsText: Sendable {
    /// The characters, without a byte order mark in front.
    package let scalars: [Unicode.Scalar]
    /// The offsets of the characters that begin a line; a line ends with LF, CR LF or CR.
    private let lineStarts: [Int]

    /// Decodes UTF-8; what follows the first byte that is not UTF-8 is left out, and its place is returned.
    package static func decoding(_ bytes: some Sequence<UInt8>) -> (source: SettingsText, brokenAt: TextPlace?) {
        var scalars: [Unicode.Scalar] = []
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var isBroken = false
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: break decoding
            case .error:
                isBroken = true
                break decoding
            }
        }
        let source = SettingsText(scalars)
        return (source, isBroken ? source.place(at: source.scalars.count) : nil)
    }

    init(_ given: [Unicode.Scalar]) {
        let text = given.first == "\u{FEFF}" ? Array(given.dropFirst()) : given
        var starts = [0]
        for index in text.indices {
            let isBreak =
                text[index] == "\n" || (text[index] == "\r" && !(index + 1 < text.count && text[index + 1] == "\n"))
            if isBreak { starts.append(index + 1) }
        }
        scalars = text
        lineStarts = starts
    }

    /// Returns the place of the character at an offset; the offset after the last one is a place, too.
    package func place(at offset: Int) -> TextPlace {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPlace(line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// Returns the offset of a place; the nearest one where the file does not reach so far.
    func offset(of place: TextPlace) -> Int {
        let line = min(max(place.line - 1, 0), lineStarts.count - 1)
        return min(lineStarts[line] + max(place.column - 1, 0), scalars.count)
    }

    /// The offset behind the last character before another offset that is no blank or line break; not before a start.
    func end(before offset: Int, from start: Int) -> Int {
        var end = offset
        while end > start, [" ", "\t", "\n", "\r"].contains(scalars[end - 1]) { end -= 1 }
        return end
    }

    /// The offset at which the line of a character begins.
    func lineStart(of offset: Int) -> Int { offset - place(at: offset).column + 1 }

    /// The offset at which the line behind that of a character begins, or the end of the file.
    func nextLine(after offset: Int) -> Int {
        let line = place(at: offset).line
        return line < lineStarts.count ? lineStarts[line] : scalars.count
    }

    /// Returns the characters of a line, counted from 1, without its end; nil where there is no such line.
    package func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
        guard number >= 1, number <= lineStarts.count else { return nil }
        return scalars[range(ofLine: number - 1)]
    }

    /// The offsets of the characters of a line, counted from 0, without its end.
    private func range(ofLine index: Int) -> Range<Int> {
        let start = lineStarts[index]
        var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : scalars.count
        while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
        return start..<end
    }
}

extension SettingsText {
    /// The control characters that are listed: a file that is no text has thousands.
    private static let maximumControlCharacters = 20

    /// Returns the characters that YAML does not allow; only a file without any goes to the parser.
    func screened() -> [YAMLReader.Finding] {
        var found: [YAMLReader.Finding] = []
        for (offset, scalar) in scalars.enumerated() where !Self.isAllowed(scalar) {
            found.append((.controlCharacter(scalar.value), place(at: offset)))
            if found.count == Self.maximumControlCharacters { break }
        }
        return found
    }

    /// Whether YAML 1.1 has the character: all but control characters, surrogates and the two non-characters of plane 0.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF: true
        case 0xFEFF: false
        case 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Says what is wrong where the parser only says what it misses: most often a line is indented differently, or a text needs
    /// quotes.
    func explained(_ problem: String, from start: TextPlace, at place: TextPlace) -> String {
        if problem == "did not find expected key", let own = indentation(ofLine: place.line), own + 1 == place.column,
            let other = (1..<place.line).last(where: { indentation(ofLine: $0) != nil }),
            indentation(ofLine: other) != own
        {
            return "line \(place.line) is indented differently from line \(other)"
        }
        return hint(for: problem, from: start, at: place).map { problem + "; " + $0 } ?? problem
    }

    /// What to do about a text that needs quotes, or other ones; nil where the problem is another one.
    private func hint(for problem: String, from start: TextPlace, at place: TextPlace) -> String? {
        let offset = offset(of: place)
        let next = offset < scalars.count ? scalars[offset] : nil
        let before = scalars[..<offset].last { $0 != " " && $0 != "\n" && $0 != "\r" }
        if problem.contains("unexpected end of stream"), start < place, ["\"", "'"].contains(scalar(at: start)) {
            return "the text that begins in line \(start.line) has no closing quote"
        }
        if problem.contains("escape character") || problem.contains("hexdecimal") {
            return "write \\\\ for a backslash in double quotes, or put the text in single quotes"
        }
        if problem.contains("expected comment or line break") {
            return "put a text that begins with > or | in quotes"
        }
        if problem.contains("block sequence entries") { return "put a text that begins with - in quotes" }
        if let next, "%@`,]}".unicodeScalars.contains(next), before == ":" || before == "-" || isStart(offset) {
            return "put a text that begins with \(next) in quotes"
        }
        guard problem.hasPrefix("did not find expected") else { return nil }
        if problem.contains("','"), let line = (start.line...max(start.line, place.line)).first(where: hasTextAsComment)
        {
            return "in line \(line) a # behind a space begins a comment; put a text that has one in quotes"
        }
        switch before {
        case "\"":
            return
                "the text ends at the quote before this; put the whole text in single quotes, or write \\\" for a quote in it"
        case "'":
            return
                "the text ends at the quote before this; put the whole text in double quotes, or write '' for a quote in it"
        case "]", "}": return "put a text that begins with [ or { in quotes"
        default: return nil
        }
    }

    private func scalar(at place: TextPlace) -> Unicode.Scalar? {
        let offset = offset(of: place)
        return offset < scalars.count ? scalars[offset] : nil
    }

    /// Whether only blanks stand before a character in its line.
    private func isStart(_ offset: Int) -> Bool {
        let place = place(at: offset)
        return line(place.line)?.prefix(place.column - 1).allSatisfy { $0 == " " } ?? false
    }

    /// Whether a line has a comment that looks like a part of a text: `{text: We are #1}`.
    private func hasTextAsComment(_ number: Int) -> Bool {
        guard let line = line(number) else { return false }
        return line.indices.dropLast().contains { index in
            line[index] == "#" && index > line.startIndex && line[index - 1] == " " && line[index + 1] != " "
                && line[index + 1] != "#"
        }
    }

    /// The blanks before the first word of a line; nil where it has no word, or only a comment.
    private func indentation(ofLine number: Int) -> Int? {
        guard let line = line(number), let first = line.firstIndex(where: { $0 != " " }), line[first] != "#" else {
            return nil
        }
        return first - line.startIndex
    }
}
