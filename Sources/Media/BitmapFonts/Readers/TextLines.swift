/// The lines of a text file: LF or CRLF, blanks trimmed at both ends, blank lines left out.
struct TextLines {
    /// The content of the file.
    let bytes: [UInt8]
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    private var position = 0
    private var pushedBack: Range<Int>?
    /// The place of the line that `next` returned last.
    private(set) var current = 0..<0
    /// What is wrong with the file so far: the first `FontLimits.problems` of them, and the number of all.
    private var problems: [FontError.Finding] = []
    private(set) var problemCount = 0

    /// Starts before the first line; a UTF-8 byte order mark is skipped.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The place of the next line that is not blank, or nil at the end of the file.
    mutating func next() -> Range<Int>? {
        if let line = pushedBack {
            pushedBack = nil
            return line
        }
        while position < bytes.count {
            var start = position
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end &+= 1 }
            position = end &+ 1
            number &+= 1
            while end > start, isBlank(bytes[end &- 1]) { end &-= 1 }
            while start < end, isBlank(bytes[start]) { start &+= 1 }
            if start < end {
                current = start..<end
                return current
            }
        }
        return nil
    }

    /// Records what is wrong with the line that `next` returned last, or with another one.
    mutating func report(line: Int? = nil, _ reason: FontError.Reason) {
        problemCount += 1
        if problems.count < FontLimits.problems {
            problems.append(FontError.Finding(place: .line(line ?? number), reason: reason))
        }
    }

    /// Throws all problems reported so far, if there are any.
    func throwProblems() throws(FontError) {
        if problemCount > 0 { throw FontError(source: "", problems: problems, problemCount: problemCount) }
    }

    /// Makes `next` return the same line again.
    mutating func putBack() {
        pushedBack = current
    }
}

/// Whether the byte is a space, a tab or the CR of a CRLF.
func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
}

/// The value of a hexadecimal digit of either case, or nil.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
}

/// The words of one line from left to right.
struct LineWords {
    /// The content of the file.
    let bytes: [UInt8]
    /// What is left of the line.
    private(set) var rest: Range<Int>

    /// Starts at the beginning of a line.
    init(_ bytes: [UInt8], _ line: Range<Int>) {
        self.bytes = bytes
        rest = line
    }

    /// The next word, or nil at the end of the line.
    mutating func next() -> Range<Int>? {
        var start = rest.lowerBound
        while start < rest.upperBound, isBlank(bytes[start]) { start &+= 1 }
        var end = start
        while end < rest.upperBound, !isBlank(bytes[end]) { end &+= 1 }
        rest = end..<rest.upperBound
        return start < end ? start..<end : nil
    }

    /// The next word as a whole number, or nil if it is none; numbers beyond 10^15 count as 10^15.
    mutating func integer() -> Int? {
        guard let word = next() else { return nil }
        var digits = word
        let isNegative = bytes[word.lowerBound] == 0x2D
        if isNegative || bytes[word.lowerBound] == 0x2B { digits = word.lowerBound + 1..<word.upperBound }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for index in digits {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            value = min(value * 10 + Int(digit), 1_000_000_000_000_000)
        }
        return isNegative ? -value : value
    }

    /// What is left of the line as text, without blanks around it; bytes that are not UTF-8 become U+FFFD.
    var remainder: String {
        var words = self
        guard let word = words.next() else { return "" }
        return String(decoding: bytes[word.lowerBound..<rest.upperBound], as: UTF8.self)
    }
}
