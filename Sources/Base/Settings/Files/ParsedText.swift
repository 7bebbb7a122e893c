import CYAML

/// A settings file's text as libyaml gets it, and the way back from the parser's marks and texts to the file.
///
/// Every `*` is replaced by a character that the file does not contain: it would begin an alias, while here a text that begins
/// with it gets a problem at its place. Surrogate pairs in escapes, which JSON allows and libyaml rejects, are replaced by the
/// character that they stand for.
struct ParsedText {
    private let source: [Unicode.Scalar]
    private var scalars: [Unicode.Scalar] = []
    /// The offset in the file of each character, and the file's end.
    private var origins: [Int] = []
    private let asterisk: Unicode.Scalar
    /// The surrogate pairs, by their offsets in the file.
    private var pairs: [Int: SurrogatePair] = [:]

    init(_ source: [Unicode.Scalar]) {
        self.source = source
        asterisk = Self.spareScalar(absentFrom: source)
        scalars.reserveCapacity(source.count)
        origins.reserveCapacity(source.count + 1)
        var isEscaped = false
        var index = 0
        while index < source.count {
            let scalar = source[index]
            origins.append(index)
            if !isEscaped, let pair = SurrogatePair(source, at: index) {
                pairs[index] = pair
                scalars.append(pair.scalar)
                index += SurrogatePair.length
            } else {
                scalars.append(scalar == "*" ? asterisk : scalar)
                isEscaped = scalar == "\\" && !isEscaped
                index += 1
            }
        }
        origins.append(source.count)
    }

    /// Returns a private character that a text does not have; planes 15 and 16 have more of them than fit into a file.
    private static func spareScalar(absentFrom text: [Unicode.Scalar]) -> Unicode.Scalar {
        let used = Set(text.lazy.filter { $0.value >= 0xF0000 })
        let planes = [UInt32(0xF0000)...0xFFFFD, 0x100000...0x10FFFD]
        return planes.joined().lazy.compactMap(Unicode.Scalar.init).first { !used.contains($0) } ?? "\u{F0000}"
    }

    var utf8: String.UTF8View {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text).utf8
    }

    /// Returns the offset in the file of a mark, which may lie behind the last character.
    func origin(of mark: yaml_mark_t) -> Int { origins[min(Int(mark.index), origins.count - 1)] }

    /// Returns a text of the parser as it stands in the file.
    ///
    /// - Parameters:
    ///   - mark: where it begins.
    ///   - hasEscapes: whether a backslash escapes something in it: it is in double quotation marks.
    func original(_ text: String, at mark: yaml_mark_t, hasEscapes: Bool) -> String {
        var result = String.UnicodeScalarView()
        var index = origin(of: mark)
        for scalar in text.unicodeScalars {
            if scalar == asterisk {
                result.append("*")
            } else if hasEscapes || pairs.isEmpty || scalar.value <= 0xFFFF {
                result.append(scalar)
            } else {
                // Written as it is, or as a pair: whichever comes next in the file.
                while index < source.count, source[index] != scalar, pairs[index]?.scalar != scalar { index += 1 }
                result.append(contentsOf: pairs[index].map { Array($0.written.unicodeScalars) } ?? [scalar])
                index += 1
            }
        }
        return String(result)
    }
}

/// A character beyond U+FFFF as JSON escapes it, and libyaml does not read it: `\ud83c\udf55` (RFC 8259, section 7).
struct SurrogatePair {
    /// The characters of both escapes.
    static let length = 12

    let scalar: Unicode.Scalar
    /// How the file writes it.
    let written: String

    /// Reads the pair that begins at an index; nil if there is none.
    init?(_ text: [Unicode.Scalar], at index: Int) {
        guard index + Self.length <= text.count, text[index] == "\\",
            let high = Self.unit(text, at: index), (0xD800...0xDBFF).contains(high),
            let low = Self.unit(text, at: index + 6), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { return nil }
        self.scalar = scalar
        var written = String.UnicodeScalarView()
        written.append(contentsOf: text[index..<index + Self.length])
        self.written = String(written)
    }

    /// Reads the four hexadecimal digits of one escape.
    private static func unit(_ text: [Unicode.Scalar], at index: Int) -> UInt32? {
        guard text[index] == "\\", text[index + 1] == "u" else { return nil }
        var unit: UInt32 = 0
        for digit in text[index + 2..<index + 6] {
            guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }
}
