extension SettingsFields {
    /// Where a character of a value's text stands in the file, also where the file writes it in another way: in quotation
    /// marks, with escapes, in a block, or folded over several lines.
    ///
    /// - Parameter offset: the number of characters (Unicode scalars) of the text before it.
    /// - Returns: the place; the beginning of the value where it is unknown, nil if there is no such key.
    package func place(of key: String, offset: Int) -> TextPlace? {
        guard let value = entries[key]?.value else { return nil }
        guard case .text(let text, let style) = value.content else { return value.place }
        if case .block = style {
            let before = Array(text.unicodeScalars.prefix(max(0, offset)))
            let line = before.filter { $0 == "\n" }.count
            let column = before.count - ((before.lastIndex(of: "\n") ?? -1) + 1)
            return place(of: key, line: line, offset: column)
        }
        var walk = WrittenText(source, from: value.place)
        for scalar in text.unicodeScalars.prefix(max(0, offset)) {
            guard walk.pass(scalar) else { return value.place }
        }
        return walk.place
    }

    /// A comment on the same line right behind the unquoted text of a key that looks like a part of the text: `50% off #1`.
    ///
    /// What has a blank behind its `#`, or no letter or digit, is a comment and meant so.
    package func comment(behind key: String) -> (words: String, place: TextPlace)? {
        guard let value = entries[key]?.value, case .text(let text, .plain) = value.content else { return nil }
        var walk = WrittenText(source, from: value.place)
        for scalar in text.unicodeScalars {
            guard walk.pass(scalar) else { return nil }
        }
        let place = walk.place
        guard let rest = source.line(place.line)?.dropFirst(place.column - 1) else { return nil }
        let comment = rest.drop { $0 == " " || $0 == "\t" }
        guard comment.count < rest.count, comment.first == "#", let next = comment.dropFirst().first,
            next != " ", next != "\t", next != "#",
            comment.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil || !$0.isASCII })
        else { return nil }
        var words = String.UnicodeScalarView()
        words.append(contentsOf: comment)
        let column = place.column + rest.count - comment.count
        return (String(words), TextPlace(line: place.line, column: column))
    }
}

/// A walk along a text as the file writes it.
private struct WrittenText {
    private let source: SettingsText
    private let quote: Unicode.Scalar?
    private var index: Int
    /// The characters that a line end stands for and that are still to pass.
    private var pending: [Unicode.Scalar] = []

    init(_ source: SettingsText, from place: TextPlace) {
        self.source = source
        index = source.offset(of: place)
        let first = index < source.scalars.count ? source.scalars[index] : nil
        quote = first == "\"" || first == "'" ? first : nil
        if quote != nil { index += 1 }
    }

    /// The place of the next character.
    var place: TextPlace {
        var walk = self
        if pending.isEmpty { walk.skipContinuations() }
        return source.place(at: walk.index)
    }

    /// Passes over what stands for a character of the text; returns whether it does.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        if pending.isEmpty { skipContinuations() }
        if pending.isEmpty { takeFold() }
        if !pending.isEmpty { return pending.removeFirst() == scalar }
        guard index < source.scalars.count else { return false }
        let written = source.scalars[index]
        if quote == "\"", written == "\\" {
            index += escapeLength
            return true
        }
        index += quote == "'" && written == "'" ? 2 : 1
        return written == scalar
    }

    /// The length of an escape: `\n`, `\x41`, `\u0041`, `\U00000041`, or a surrogate pair of two.
    private var escapeLength: Int {
        if SurrogatePair(source.scalars, at: index) != nil { return SurrogatePair.length }
        guard index + 1 < source.scalars.count else { return 1 }
        switch source.scalars[index + 1] {
        case "x": return 4
        case "u": return 6
        case "U": return 10
        default: return 2
        }
    }

    /// Passes over backslashes at ends of lines, which stand for nothing.
    private mutating func skipContinuations() {
        while quote == "\"", index + 1 < source.scalars.count, source.scalars[index] == "\\",
            Self.endsLine(source.scalars[index + 1])
        {
            index += 1
            skipBlanks(andLineEnds: true)
        }
    }

    /// Takes blanks around line ends for what they stand for: one line end for a blank, several for one less.
    private mutating func takeFold() {
        var end = index
        while end < source.scalars.count, source.scalars[end] == " " || source.scalars[end] == "\t" { end += 1 }
        guard end < source.scalars.count, Self.endsLine(source.scalars[end]) else { return }
        index = end
        let lines = skipBlanks(andLineEnds: true)
        pending = lines == 1 ? [" "] : Array(repeating: "\n", count: lines - 1)
    }

    @discardableResult
    private mutating func skipBlanks(andLineEnds: Bool) -> Int {
        var lines = 0
        while index < source.scalars.count {
            let scalar = source.scalars[index]
            guard scalar == " " || scalar == "\t" || (andLineEnds && Self.endsLine(scalar)) else { break }
            let isPair = scalar == "\r" && index + 1 < source.scalars.count && source.scalars[index + 1] == "\n"
            if Self.endsLine(scalar), !isPair { lines += 1 }
            index += 1
        }
        return lines
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}
