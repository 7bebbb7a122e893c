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
