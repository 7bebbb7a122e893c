extension JSONValue {
    /// How deep lists and objects of requests may be nested.
    package static let maximumDepth = 16

    /// Reads one value, with blanks around it (RFC 8259).
    ///
    /// O(bytes) in time and memory.
    ///
    /// - Parameters:
    ///   - depth: how deep lists and objects may be nested.
    ///   - repairs: whether to take what servers send and RFC 8259 leaves open or forbids: skips a byte order mark, replaces what
    ///     is not UTF-8 and lone surrogates by U+FFFD, takes control characters in texts, and keeps equal names.
    package init(
        parsing bytes: some Collection<UInt8>, depth: Int = maximumDepth, repairs: Bool = false
    ) throws(JSONError) {
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
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.repairs = repairs
    }

    mutating func readAll() throws(JSONError) -> JSONValue {
        if repairs, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        skipBlanks()
        let value = try readValue()
        skipBlanks()
        guard place == bytes.count else { throw error(.unexpected(expected: "nothing more")) }
        return value
    }

    private func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
        JSONError(reason: reason, offset: offset ?? place)
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

    private mutating func readValue() throws(JSONError) -> JSONValue {
        guard let next else { throw error(.end) }
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.readObject() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.readList() }
        case UInt8(ascii: "\""): return .text(try readText())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        default: return try readWord()
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < maximumDepth else { throw error(.depth(limit: maximumDepth)) }
        depth += 1
        place += 1
        skipBlanks()
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func readWord() throws(JSONError) -> JSONValue {
        let words: [(String, JSONValue)] = [("null", .null), ("true", .bool(true)), ("false", .bool(false))]
        for (word, value) in words where bytes[place...].starts(with: word.utf8) {
            place += word.utf8.count
            return value
        }
        throw error(.unexpected(expected: "a value"))
    }

    private mutating func readList() throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .list([]) }
        while true {
            values.append(try readValue())
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .list(values) }
            try separate(closing: "]")
        }
    }

    private mutating func readObject() throws(JSONError) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<String> = []
        if take(UInt8(ascii: "}")) { return .object([]) }
        while true {
            let start = place
            guard next == UInt8(ascii: "\"") else {
                throw error(next == nil ? .end : .unexpected(expected: "a name in quotation marks"))
            }
            let name = try readText()
            if !repairs, !names.insert(name).inserted { throw error(.duplicate(name), at: start) }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw error(next == nil ? .end : .unexpected(expected: "a colon")) }
            skipBlanks()
            members.append(JSONMember(name, try readValue()))
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            try separate(closing: "}")
        }
    }

    private mutating func separate(closing: String) throws(JSONError) {
        guard take(UInt8(ascii: ",")) else {
            throw error(next == nil ? .end : .unexpected(expected: "a comma or \(closing)"))
        }
        skipBlanks()
    }

    // MARK: Numbers

    private mutating func readNumber() throws(JSONError) -> String {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try readDigits(start) }
        if take(UInt8(ascii: ".")) { try readDigits(start) }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            try readDigits(start)
        }
        if let byte = next, (0x30...0x39).contains(byte) { throw error(.number, at: start) }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func readDigits(_ start: Int) throws(JSONError) {
        let first = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        guard place > first else { throw error(next == nil ? .end : .number, at: next == nil ? place : start) }
    }

    // MARK: Texts

    private mutating func readText() throws(JSONError) -> String {
        place += 1
        let start = place
        var text = String.UnicodeScalarView()
        var first = place
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                try append(first..<place, to: &text)
                place += 1
                return String(text)
            case UInt8(ascii: "\\"):
                try append(first..<place, to: &text)
                text.append(try readEscape())
                first = place
            case 0..<0x20 where !repairs: throw error(.control)
            default: place += 1
            }
        }
        // Bytes that are not UTF-8 are reported before the missing end.
        try append(start..<place, to: &text)
        throw error(.end)
    }

    private func append(_ range: Range<Int>, to text: inout String.UnicodeScalarView) throws(JSONError) {
        guard !range.isEmpty else { return }
        if let part = String(validating: bytes[range], as: UTF8.self) {
            text.append(contentsOf: part.unicodeScalars)
        } else if repairs {
            text.append(contentsOf: String(decoding: bytes[range], as: UTF8.self).unicodeScalars)
        } else {
            throw error(.notUTF8, at: range.lowerBound + validCount(of: bytes[range]))
        }
    }

    /// How many bytes there are before the first that is not UTF-8.
    private func validCount(of bytes: ArraySlice<UInt8>) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
        return count
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let start = place
        place += 1
        guard let letter = next else { throw error(.end) }
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readScalar(start)
        default: throw error(.escape, at: start)
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func readScalar(_ start: Int) throws(JSONError) -> Unicode.Scalar {
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
        guard repairs else { throw error(.escape, at: start) }
        place = end
        return "\u{FFFD}"
    }

    private mutating func readUnit(_ start: Int) throws(JSONError) -> UInt16 {
        guard bytes.count - place >= 4 else { throw error(.end, at: bytes.count) }
        let digits = bytes[place..<place + 4]
        guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(.escape, at: start) }
        place += 4
        return unit
    }
}

/// Why bytes are not one JSON value, and where.
package struct JSONError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// A byte that is not UTF-8.
        case notUTF8
        /// The bytes end within a value.
        case end
        /// A byte that cannot be there, and what is expected there.
        case unexpected(expected: String)
        /// A number in another form than JSON's.
        case number
        /// An unknown escape in a text, or half of a surrogate pair.
        case escape
        /// A control character in a text that is not escaped.
        case control
        /// A name that the object has twice.
        case duplicate(String)
        /// More levels of lists and objects than allowed.
        case depth(limit: Int)
    }

    package let reason: Reason
    /// The byte, from 0.
    package let offset: Int
}

extension JSONError: CustomStringConvertible {
    /// What is wrong, and the byte, from 1.
    package var description: String { "\(words), at byte \(offset + 1)" }

    private var words: String {
        switch reason {
        case .notUTF8: "not UTF-8"
        case .end: "it ends in the middle of a value"
        case .unexpected(let expected): "\(expected) is expected"
        case .number: "a number such as 5, -1.5 or 2e3 is expected"
        case .escape: "after a backslash, one of \" \\ / b f n r t or u and four digits is expected"
        case .control: "write control characters in a text as \\u and four digits"
        case .duplicate(let name): "\"\(name.prefix(40))\" is given twice"
        case .depth(let limit): "lists and objects may be nested at most \(limit) deep"
        }
    }
}
