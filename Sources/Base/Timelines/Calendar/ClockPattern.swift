import Settings

/// A format of letters that stand for parts of a time, and of text between them (Unicode TS 35, date field symbols).
package struct ClockPattern: Hashable, Sendable {
    /// A run of one letter, or text.
    package enum Part: Hashable, Sendable {
        case field(Character, count: Int)
        case text(String)
    }

    package var parts: [Part]

    /// Reads a format.
    ///
    /// - Parameter letters: those that stand for something.
    /// - Throws: `TextError` with the place in the format.
    package init(_ text: String, letters: String) throws(TextError) {
        parts = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "'" {
                try quote(scalars, &index)
            } else if Self.isLetter(scalar) {
                guard letters.unicodeScalars.contains(scalar) else {
                    throw Self.unknown(scalar, in: text, at: index)
                }
                var end = index
                while end < scalars.count, scalars[end] == scalar { end += 1 }
                parts.append(.field(Character(scalar), count: min(end - index, 12)))
                index = end
            } else {
                add(String(Character(scalar)))
                index += 1
            }
        }
        guard hasFields else {
            throw TextError("the format has no letters for a time; write one such as HH:mm or d MMMM")
        }
    }

    private static func unknown(_ letter: Unicode.Scalar, in text: String, at offset: Int) -> TextError {
        guard let strftime = StrftimeFormat(text) else {
            return TextError(
                "unknown letter \"\(letter)\" in a format such as HH:mm; put text in single quotes", at: offset)
        }
        let advice = strftime.pattern.map { "did you mean \"\($0)\"?" } ?? "write one such as HH:mm or dd.MM.yyyy"
        return TextError("a format has no percent signs before its letters; \(advice)", at: offset)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private mutating func quote(_ scalars: [Unicode.Scalar], _ index: inout Int) throws(TextError) {
        let start = index
        index += 1
        if index < scalars.count, scalars[index] == "'" {
            add("'")
            index += 1
            return
        }
        while index < scalars.count {
            if scalars[index] == "'" {
                guard index + 1 < scalars.count, scalars[index + 1] == "'" else {
                    index += 1
                    return
                }
                index += 1
            }
            add(String(Character(scalars[index])))
            index += 1
        }
        throw TextError("the closing single quote is missing; write '' for a quote in the text", at: start)
    }

    private mutating func add(_ text: String) {
        if case .text(let before) = parts.last {
            parts[parts.count - 1] = .text(before + text)
        } else {
            parts.append(.text(text))
        }
    }

    package var hasFields: Bool {
        parts.contains { if case .field = $0 { true } else { false } }
    }

    /// The unit of the finest field in nanoseconds, from a millisecond to a day; days if there is no field.
    package var unit: Int64 {
        var unit: Int64 = 86_400_000_000_000
        for case .field(let letter, let count) in parts {
            switch letter {
            case "S" where count < 3: unit = min(unit, count == 1 ? 100_000_000 : 10_000_000)
            case "S", "A": unit = min(unit, 1_000_000)
            case "s": unit = min(unit, 1_000_000_000)
            case "m": unit = min(unit, 60_000_000_000)
            case "h", "H", "k", "K", "a", "b", "B": unit = min(unit, 3_600_000_000_000)
            default: break
            }
        }
        return unit
    }

    /// The format without what a cadence cannot keep true, and without the text that led to it.
    package func fitting(_ cadence: Cadence) -> ClockPattern {
        let hidden: Set<Character>
        switch cadence {
        case .live: return self
        case .seconds: hidden = ["S", "A"]
        case .minutes: hidden = ["S", "A", "s"]
        }
        var fitting = self
        fitting.parts = []
        var isHiding = false
        for part in parts {
            switch part {
            case .field(let letter, _) where hidden.contains(letter):
                // The colon or point before the seconds goes with them.
                if case .text(let text) = fitting.parts.last {
                    let kept = String(text.dropLast(while: { ":., ".contains($0) }))
                    fitting.parts.removeLast()
                    if !kept.isEmpty { fitting.parts.append(.text(kept)) }
                }
                isHiding = true
            case .text(let text) where isHiding && fitting.parts.isEmpty:
                let kept = String(text.drop { ":., ".contains($0) })
                if !kept.isEmpty { fitting.parts.append(.text(kept)) }
                isHiding = false
            default:
                fitting.parts.append(part)
                isHiding = false
            }
        }
        return fitting
    }

    /// The format as Foundation wants it.
    package var text: String {
        parts.map { part in
            switch part {
            case .field(let letter, let count): return String(repeating: letter, count: count)
            case .text(let text): return Self.quoted(text)
            }
        }.joined()
    }

    /// A text as formats of times have it: in single quotes where it has letters or quotes.
    package static func quoted(_ text: String) -> String {
        let doubled = text.map { $0 == "'" ? "''" : String($0) }.joined()
        return text.contains { $0.isLetter || $0 == "'" } ? "'\(doubled)'" : doubled
    }
}

extension StringProtocol {
    /// The text without the characters at its end that a condition holds for.
    package func dropLast(while isDropped: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isDropped(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
