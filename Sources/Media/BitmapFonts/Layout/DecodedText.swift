/// Text decoded from bytes that claim to be UTF-8: the scalars, and how much of the bytes was not UTF-8.
///
/// Every maximal subpart of an ill-formed sequence becomes one U+FFFD, as the Unicode Standard 15.0 recommends in
/// section 3.9 ("Substitution of Maximal Subparts") and as web browsers do. Nothing is read past the end, and a byte
/// order mark is kept as the scalar that it is.
package struct DecodedText: Hashable, Sendable {
    /// The scalars; U+FFFD stands for each ill-formed part, and for each U+FFFD that the bytes really hold.
    package let scalars: [Unicode.Scalar]
    /// The number of ill-formed parts that were replaced.
    package let replacements: Int
    /// The offset of the first byte that is not well-formed, or nil if all bytes are UTF-8.
    package let firstInvalidByte: Int?

    /// The scalars as a string.
    package var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Decodes bytes; O(n), one array.
    package init(utf8 bytes: some Sequence<UInt8>) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.underestimatedCount)
        var decoder = UTF8Decoder()
        var replacements = 0
        var firstInvalid: Int?
        var offset = 0
        for byte in bytes {
            let start = decoder.pending
            var step = decoder.feed(byte)
            if step == .invalidBefore {
                replacements += 1
                firstInvalid = firstInvalid ?? offset - start
                scalars.append(UTF8Decoder.replacement)
                step = decoder.feed(byte)
            }
            switch step {
            case .scalar(let scalar): scalars.append(scalar)
            case .invalid:
                replacements += 1
                firstInvalid = firstInvalid ?? offset
                scalars.append(UTF8Decoder.replacement)
            case .more, .invalidBefore: break
            }
            offset += 1
        }
        if decoder.isInsideSequence {
            replacements += 1
            firstInvalid = firstInvalid ?? offset - decoder.pending
            scalars.append(UTF8Decoder.replacement)
        }
        self.scalars = scalars
        self.replacements = replacements
        firstInvalidByte = firstInvalid
    }
}

/// A strict UTF-8 decoder as a state machine of one byte at a time (Unicode Standard 15.0, table 3-7).
///
/// Over-long forms, surrogates and code points above U+10FFFF are refused at the first byte that makes them so.
struct UTF8Decoder {
    /// What a byte led to.
    enum Step: Equatable {
        /// A scalar is complete.
        case scalar(Unicode.Scalar)
        /// The sequence continues.
        case more
        /// The byte cannot begin a sequence.
        case invalid
        /// The bytes before this one are ill-formed; this one was not taken and has to be fed again.
        case invalidBefore
    }

    /// U+FFFD, which stands for what is not UTF-8.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF
    /// The number of bytes of the unfinished sequence.
    private(set) var pending = 0

    /// Whether a sequence has begun and is not complete.
    var isInsideSequence: Bool { missing > 0 }

    /// Takes the next byte.
    mutating func feed(_ byte: UInt8) -> Step {
        if missing == 0 { return begin(byte) }
        guard allowed.contains(byte) else {
            missing = 0
            pending = 0
            return .invalidBefore
        }
        value = value << 6 | UInt32(byte & 0x3F)
        allowed = 0x80...0xBF
        missing -= 1
        pending += 1
        guard missing == 0 else { return .more }
        pending = 0
        return .scalar(Unicode.Scalar(value) ?? Self.replacement)
    }

    /// Takes the first byte of a sequence.
    private mutating func begin(_ byte: UInt8) -> Step {
        switch byte {
        case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: start(byte & 0x1F, missing: 1, allowed: 0x80...0xBF)
        case 0xE0: start(0, missing: 2, allowed: 0xA0...0xBF)
        case 0xED: start(0x0D, missing: 2, allowed: 0x80...0x9F)
        case 0xE1...0xEF: start(byte & 0x0F, missing: 2, allowed: 0x80...0xBF)
        case 0xF0: start(0, missing: 3, allowed: 0x90...0xBF)
        case 0xF1...0xF3: start(byte & 0x07, missing: 3, allowed: 0x80...0xBF)
        case 0xF4: start(4, missing: 3, allowed: 0x80...0x8F)
        default: return .invalid
        }
        return .more
    }

    private mutating func start(_ bits: UInt8, missing: Int, allowed: ClosedRange<UInt8>) {
        value = UInt32(bits)
        self.missing = missing
        self.allowed = allowed
        pending = 1
    }
}
