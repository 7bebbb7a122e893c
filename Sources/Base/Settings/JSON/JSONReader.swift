extension JSONValue {
    /// How deep lists and objects of requests may be nested.
    package static let maximumDepth = 16

    /// Reads one value, with blanks around it (RFC 8259).
    ///
    /// O(bytes) in time and memory. Errors say which byte is wrong; it is their offset.
    ///
    /// - Parameters:
    ///   - depth: how deep lists and objects may be nested.
    ///   - repairs: whether to take what servers send and RFC 8259 leaves open or forbids: skips a byte order mark, replaces what
    ///     is not UTF-8 and lone surrogates by U+FFFD, takes control characters in texts, and keeps equal names.
    package init(
        parsing bytes: some Collection<UInt8>, depth: Int = maximumDepth, repairs: Bool = false
    ) throws(TextError) {
        var reader = JSONReader(Array(bytes), maximumDepth: depth, repairs: repairs)
        self = try reader.readAll()
    }
}

/// Reads JSON byte by byte.
private struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0
    private let maximumDepth: Int
    private let repairs: Bool

    init(_ bytes: [UInt8], maximumDepth: Int, repairs: Bool) {
        (self.bytes, self.maximumDepth, self.repairs) = (bytes, maximumDepth, repairs)
    }

    mutating func readAll() throws(TextError) -> JSONValue {
        if repairs, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        skipBlanks()
        let value = try readValue()
        skipBlanks()
        guard place == bytes.count else { throw error("nothing more is expected") }
        return value
    }

    private static let end = "it ends in the middle of a value"
    private static let number = "a number such as 5, -1.5 or 2e3 is expected"
    private static let escape = "after a backslash, one of \" \\ / b f n r t or u and four digits is expected"

    /// What is wrong, and the byte, from 1.
    private func error(_ words: String, at offset: Int? = nil) -> TextError {
        TextError("\(words), at byte \((offset ?? place) + 1)", at: offset ?? place)
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func readValue() throws(TextError) -> JSONValue {
        guard let next else { throw error(Self.end) }
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(TextError) in try reader.readObject() }
        case UInt8(ascii: "["): return try nested { reader throws(TextError) in try reader.readList() }
        case UInt8(ascii: "\""): return .text(try readText())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        default: return try readWord()
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(TextError) -> JSONValue
    ) throws(TextError) -> JSONValue {
        guard depth < maximumDepth else { throw error("lists and objects may be nested at most \(maximumDepth) deep") }
        depth += 1
        place += 1
        skipBlanks()
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func readWord() throws(TextError) -> JSONValue {
        let words: [(String, JSONValue)] = [("null", .null), ("true", .bool(true)), ("false", .bool(false))]
        for (word, value) in words where bytes[place...].starts(with: word.utf8) {
            place += word.utf8.count
            return value
        }
        throw error("a value is expected")
    }

    private mutating func readList() throws(TextError) -> JSONValue {
        var values: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .list([]) }
        while true {
            values.append(try readValue())
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .list(values) }
            try separate(closing: "]")
        }
    }

    private mutating func readObject() throws(TextError) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<String> = []
        if take(UInt8(ascii: "}")) { return .object([]) }
        while true {
            let start = place
            guard next == UInt8(ascii: "\"") else {
                throw error(next == nil ? Self.end : "a name in quotation marks is expected")
            }
            let name = try readText()
            if !repairs, !names.insert(name).inserted {
                throw error("\"\(name.prefix(40))\" is given twice", at: start)
            }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw error(next == nil ? Self.end : "a colon is expected") }
            skipBlanks()
            members.append(JSONMember(name, try readValue()))
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            try separate(closing: "}")
        }
    }

    private mutating func separate(closing: String) throws(TextError) {
        guard take(UInt8(ascii: ",")) else {
            throw error(next == nil ? Self.end : "a comma or \(closing) is expected")
        }
        skipBlanks()
    }

    // MARK: Numbers

    private mutating func readNumber() throws(TextError) -> String {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try readDigits(start) }
        if take(UInt8(ascii: ".")) { try readDigits(start) }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            try readDigits(start)
        }
        if let byte = next, (0x30...0x39).contains(byte) { throw error(Self.number, at: start) }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func readDigits(_ start: Int) throws(TextError) {
        let first = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        guard place > first else { throw error(next == nil ? Self.end : Self.number, at: next == nil ? place : start) }
    }

    // MARK: Texts

    private mutating func readText() throws(TextError) -> String {
        place += 1
        let start = place
        var text = ""
        var first = place
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let last = try decoded(first..<place)
                place += 1
                // Most texts have no escapes.
                return text.isEmpty ? last : text + last
            case UInt8(ascii: "\\"):
                text += try decoded(first..<place)
                text.unicodeScalars.append(try readEscape())
                first = place
            case 0..<0x20 where !repairs: throw error("write control characters in a text as \\u and four digits")
            default: place += 1
            }
        }
        // Bytes that are not UTF-8 are reported before the missing end.
        _ = try decoded(start..<place)
        throw error(Self.end)
    }

    private func decoded(_ range: Range<Int>) throws(TextError) -> String {
        if let text = String(validating: bytes[range], as: UTF8.self) { return text }
        guard repairs else { throw error("not UTF-8", at: range.lowerBound + validCount(of: bytes[range])) }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// How many bytes there are before the first that is not UTF-8.
    private func validCount(of bytes: ArraySlice<UInt8>) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
        return count
    }

    private mutating func readEscape() throws(TextError) -> Unicode.Scalar {
        let start = place
        place += 1
        guard let letter = next else { throw error(Self.end) }
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readScalar(start)
        default: throw error(Self.escape, at: start)
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func readScalar(_ start: Int) throws(TextError) -> Unicode.Scalar {
        let first = try readUnit(start)
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        let end = place
        if (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try readUnit(start)
            if (0xDC00..<0xE000).contains(second) {
                let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                if let scalar = Unicode.Scalar(code) { return scalar }
            }
        }
        guard repairs else { throw error(Self.escape, at: start) }
        place = end
        return "\u{FFFD}"
    }

    private mutating func readUnit(_ start: Int) throws(TextError) -> UInt16 {
        guard bytes.count - place >= 4 else { throw error(Self.end, at: bytes.count) }
        let digits = bytes[place..<place + 4]
        guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(Self.escape, at: start) }
        place += 4
        return unit
    }
}
