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
    private var pairs: [Int: Unicode.Scalar] = [:]

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
            if !isEscaped, let pair = source.surrogatePair(at: index) {
                pairs[index] = pair
                scalars.append(pair)
                index += [Unicode.Scalar].surrogatePairLength
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

    /// Returns a text of the parser that begins at a mark as it stands in the file; in double quotation marks it has escapes.
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
                while index < source.count, source[index] != scalar, pairs[index] != scalar { index += 1 }
                let pair = source[index...].prefix([Unicode.Scalar].surrogatePairLength)
                result.append(contentsOf: pairs[index] == nil ? [scalar] : Array(pair))
                index += 1
            }
        }
        return String(result)
    }
}

/// Characters beyond U+FFFF as JSON escapes them, and libyaml does not read them: `\ud83c\udf55` (RFC 8259, section 7).
extension [Unicode.Scalar] {
    /// The characters of both escapes.
    static let surrogatePairLength = 12

    /// Reads the surrogate pair that begins at an index; nil if there is none.
    func surrogatePair(at index: Int) -> Unicode.Scalar? {
        guard index + Self.surrogatePairLength <= count, self[index] == "\\",
            let high = surrogate(at: index), (0xD800...0xDBFF).contains(high),
            let low = surrogate(at: index + 6), (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    /// Reads the four hexadecimal digits of one escape.
    private func surrogate(at index: Int) -> UInt32? {
        guard self[index] == "\\", self[index + 1] == "u" else { return nil }
        let digits = self[index + 2..<index + 6].compactMap { $0.isASCII ? Character($0).hexDigitValue : nil }
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt32($1) } : nil
    }
}
