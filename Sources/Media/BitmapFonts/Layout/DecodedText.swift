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
