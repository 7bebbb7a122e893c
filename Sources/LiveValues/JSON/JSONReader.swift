/// Reads JSON (RFC 8259) into values.
///
/// Numbers keep their decimals; those of 10^18 or more become texts. `true` and `false` become texts, a `null` in a list
/// an empty text, and one in a record is left out. Texts are cleaned, ill-formed UTF-8 and lone surrogates repaired. Of
/// equal names the last counts. Time and memory are linear in the bytes.
public struct JSONReader {
    /// How deep lists and records may stand in others.
    public static let mostLevels = 64

    private let bytes: [UInt8]
    private let textLength: Int
    private var offset = 0

    /// Reads a whole document.
    ///
    /// - Parameter textLength: the characters that each text keeps.
    /// - Returns: nil for `null`.
    /// - Throws: `LiveProblem.json` with the offset of the first byte that is wrong.
    public static func read(
        _ bytes: [UInt8], textLength: Int = LiveText.usualLength
    ) throws(LiveProblem) -> LiveValue? {
        var reader = JSONReader(bytes: bytes, textLength: textLength)
        // Some servers put a byte order mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
        let value = try reader.value(level: 0)
        reader.skipBlanks()
        guard reader.offset == bytes.count else { throw reader.problem("the end") }
        return value
    }

    private init(bytes: [UInt8], textLength: Int) {
        self.bytes = bytes
        self.textLength = textLength
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func skip(_ character: Character) -> Bool {
        guard let ascii = character.asciiValue, next == ascii else { return false }
        offset += 1
        return true
    }

    private func problem(_ expected: String) -> LiveProblem { .json(offset: offset, expected: expected) }

    private mutating func value(level: Int) throws(LiveProblem) -> LiveValue? {
        skipBlanks()
        guard level <= Self.mostLevels else { throw .tooDeep(limit: Self.mostLevels) }
        switch next {
        case UInt8(ascii: "{"): return try record(level: level)
        case UInt8(ascii: "["): return try list(level: level)
        case UInt8(ascii: "\""): return .text(LiveText.clean(utf8: try text(), length: textLength))
        case UInt8(ascii: "t"): return try word("true", .text("true"))
        case UInt8(ascii: "f"): return try word("false", .text("false"))
        case UInt8(ascii: "n"): return try word("null", nil)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: LiveValue?) throws(LiveProblem) -> LiveValue? {
        guard bytes[offset...].starts(with: word.utf8) else { throw problem(word) }
        offset += word.utf8.count
        return value
    }

    private mutating func list(level: Int) throws(LiveProblem) -> LiveValue {
        offset += 1
        var values: [LiveValue] = []
        skipBlanks()
        if skip("]") { return .list(values) }
        while true {
            values.append(try value(level: level + 1) ?? .text(""))
            skipBlanks()
            if skip("]") { return .list(values) }
            guard skip(",") else { throw problem("a comma or ]") }
        }
    }

    private mutating func record(level: Int) throws(LiveProblem) -> LiveValue {
        offset += 1
        var values: [String: LiveValue] = [:]
        skipBlanks()
        if skip("}") { return .record(values) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw problem("a name in quotation marks") }
            let name = LiveText.clean(utf8: try text(), length: textLength)
            skipBlanks()
            guard skip(":") else { throw problem("a colon") }
            values[name] = try value(level: level + 1)
            skipBlanks()
            if skip("}") { return .record(values) }
            guard skip(",") else { throw problem("a comma or }") }
        }
    }

    private mutating func number() throws(LiveProblem) -> LiveValue {
        let start = offset
        _ = skip("-")
        let first = next
        guard digits() > 0 else {
            offset = start
            throw problem("a value")
        }
        if first == UInt8(ascii: "0"), offset - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            offset = start
            throw problem("a number without zeros in front")
        }
        if skip("."), digits() == 0 { throw problem("decimals") }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard digits() > 0 else { throw problem("the digits of an exponent") }
        }
        let written = String(decoding: bytes[start..<offset], as: UTF8.self)
        return LiveNumber(parsing: written).map { .number($0) } ?? .text(LiveText.clean(written, length: textLength))
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        return offset - start
    }

    /// Takes a text with its quotation marks; returns its bytes, which may be ill-formed.
    private mutating func text() throws(LiveProblem) -> [UInt8] {
        let start = offset
        offset += 1
        var result: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return result
            case UInt8(ascii: "\\"): result += Array(String(try escaped()).utf8)
            default: result.append(byte)
            }
        }
        offset = start
        throw problem("a text with a quotation mark at its end")
    }

    private mutating func escaped() throws(LiveProblem) -> Unicode.Scalar {
        guard let byte = next else { throw problem("a character behind the backslash") }
        offset += 1
        switch byte {
        // Which control character it is makes no difference: all of them become blanks.
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
            return "\n"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"):
            let code = try hexadecimal()
            if let scalar = Unicode.Scalar(code) { return scalar }
            guard code < 0xDC00, bytes[offset...].starts(with: [0x5C, 0x75]) else { return "\u{FFFD}" }
            let place = offset
            offset += 2
            let low = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(low) else {
                offset = place
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)) ?? "\u{FFFD}"
        default:
            offset -= 1
            throw problem("one of \\ \" / b f n r t u behind the backslash")
        }
    }

    private mutating func hexadecimal() throws(LiveProblem) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("four hexadecimal digits")
            }
            code = (code << 4) | UInt32(digit)
            offset += 1
        }
        return code
    }
}
