import Settings

/// A part of a text that knows its offset.
struct TextPart {
    var text: String
    /// Unicode scalars before it.
    var offset: Int

    init(_ text: String, offset: Int = 0) {
        self.text = text
        self.offset = offset
    }

    var isEmpty: Bool { text.isEmpty }

    /// Unicode scalars before what follows it.
    var end: Int { offset + text.unicodeScalars.count }

    /// The part for messages, at most 40 characters.
    var shown: String { text.count > 40 ? text.prefix(40) + "..." : text }

    /// The part without blanks at both ends.
    var trimmed: TextPart {
        let scalars = Array(text.unicodeScalars)
        let low = scalars.firstIndex { !Self.isBlank($0) } ?? scalars.count
        return slice(scalars, low, (scalars.lastIndex { !Self.isBlank($0) } ?? low - 1) + 1)
    }

    /// The parts between occurrences of a separator, with nothing trimmed; at least one.
    func split(_ separator: String) -> [TextPart] {
        let (scalars, separator) = (Array(text.unicodeScalars), Array(separator.unicodeScalars))
        var parts: [TextPart] = []
        var (start, index) = (0, 0)
        // The standard library's search for a sequence takes ten times as long.
        while index + separator.count <= scalars.count {
            guard scalars[index..<index + separator.count].elementsEqual(separator) else {
                index += 1
                continue
            }
            parts.append(slice(scalars, start, index))
            index += separator.count
            start = index
        }
        return parts + [slice(scalars, start, scalars.count)]
    }

    /// The words between blanks; blanks next to commas and within ranges do not separate words.
    var words: [TextPart] {
        let scalars = Array(text.unicodeScalars)
        var words: [TextPart] = []
        var start: Int?
        for (index, scalar) in scalars.enumerated() {
            let isGlued = Self.touchesMark(scalars, index)
            if Self.isBlank(scalar), !isGlued {
                if let from = start { words.append(slice(scalars, from, index)) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let from = start { words.append(slice(scalars, from, scalars.count)) }
        return words.map(\.trimmed).filter { !$0.isEmpty }
    }

    private static func touchesMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        let before = scalars[..<index].last { !isBlank($0) }
        let after = scalars[index...].first { !isBlank($0) }
        let marks: [Unicode.Scalar] = [",", "-", "."]
        return before.map(marks.contains) ?? false || after.map(marks.contains) ?? false
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\n" }

    private func slice(_ scalars: [Unicode.Scalar], _ low: Int, _ high: Int) -> TextPart {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[low..<high])
        return TextPart(String(view), offset: offset + low)
    }

    /// The part between two offsets in the text that it is a part of, as far as it reaches.
    func part(from start: Int, to end: Int) -> TextPart {
        let scalars = Array(text.unicodeScalars)
        let low = min(max(start - offset, 0), scalars.count)
        return slice(scalars, low, min(max(end - offset, low), scalars.count))
    }

    /// The error that something is wrong with the part.
    func error(_ words: String) -> TextError { TextError(words, at: offset) }

    func unexpected(_ expected: String) -> TextError {
        error(isEmpty ? "something is missing: \(expected)" : "\"\(shown)\" is not \(expected)")
    }

    /// The part is none of some words; the error has the nearest.
    func unknownWord(_ expected: String, among words: [String]) -> TextError {
        let nearest = NearestName.find(text, among: words)
        return error("\"\(shown)\" is not \(expected)\(ShownText.suggestion(nearest))")
    }

    func outOfRange(_ expected: String) -> TextError { error("\"\(shown)\" is out of range: \(expected)") }

    /// The part is a range whose end is before its start.
    var backwards: TextError { error("\"\(shown)\" ends before it begins") }

    /// The part as a number; nil unless it is decimal digits only.
    var number: Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
