/// What is wrong with the text of a schedule, and where.
package struct ScheduleTextError: Error, Equatable, Sendable {
    /// What can be wrong.
    package enum Reason: Equatable, Sendable {
        /// Something is missing.
        case missing(expected: String)
        /// Something unexpected.
        case unexpected(String, expected: String)
        /// An unknown word, with the nearest known one.
        case unknownWord(String, expected: String, nearest: String?)
        /// A number or date out of range.
        case outOfRange(String, expected: String)
        /// A range whose end is before its start.
        case backwards(String)
        /// Numbers that may be hours or a day of every year, with the way to write each.
        case hoursOrDay(String, hours: String, day: String)
    }

    /// What is wrong.
    package let reason: Reason
    /// Its offset in the text, in Unicode scalars.
    package let offset: Int

    /// Creates an error.
    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension ScheduleTextError: CustomStringConvertible {
    /// What was found, and what is expected.
    package var description: String {
        switch reason {
        case .missing(let expected): "something is missing: \(expected)"
        case .unexpected(let found, let expected): "\"\(found)\" is not \(expected)"
        case .unknownWord(let found, let expected, let nearest):
            "\"\(found)\" is not \(expected)" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .outOfRange(let found, let expected): "\"\(found)\" is out of range: \(expected)"
        case .backwards(let found): "\"\(found)\" ends before it begins"
        case .hoursOrDay(let found, let hours, let day):
            "\"\(found)\" can mean hours or a day of every year: write \(hours) for the hours, or \(day)"
        }
    }
}

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

    /// The part for messages, at most 40 characters.
    var shown: String { text.count > 40 ? text.prefix(40) + "..." : text }

    /// The part without blanks at both ends.
    var trimmed: TextPart {
        let scalars = Array(text.unicodeScalars)
        var (low, high) = (0, scalars.count)
        while low < high, Self.isBlank(scalars[low]) { low += 1 }
        while high > low, Self.isBlank(scalars[high - 1]) { high -= 1 }
        return slice(scalars, low, high)
    }

    /// The parts between occurrences of a separator, with nothing trimmed; at least one.
    func split(_ separator: String) -> [TextPart] {
        let (scalars, mark) = (Array(text.unicodeScalars), Array(separator.unicodeScalars))
        var parts: [TextPart] = []
        var (start, index) = (0, 0)
        while index + mark.count <= scalars.count {
            if Array(scalars[index..<index + mark.count]) == mark {
                parts.append(slice(scalars, start, index))
                index += mark.count
                start = index
            } else {
                index += 1
            }
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

    func error(_ reason: ScheduleTextError.Reason) -> ScheduleTextError { ScheduleTextError(reason, offset: offset) }

    func unexpected(_ expected: String) -> ScheduleTextError {
        error(isEmpty ? .missing(expected: expected) : .unexpected(shown, expected: expected))
    }

    /// The part as a number; nil unless it is decimal digits only.
    var number: Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
