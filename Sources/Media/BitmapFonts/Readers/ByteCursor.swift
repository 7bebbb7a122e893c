/// Reads numbers from a part of a binary file, one after the other, and never beyond that part.
struct ByteCursor {
    /// The whole content of the file.
    let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var offset: Int
    /// The offset after the last byte that may be read.
    let end: Int
    /// Whether numbers have their highest byte first.
    var isBigEndian: Bool
    /// What is being read, for messages.
    let what: String

    /// Starts at the beginning of a part, which is cut at the end of the file.
    init(_ bytes: [UInt8], _ part: Range<Int>, isBigEndian: Bool, what: String) {
        self.bytes = bytes
        end = min(part.upperBound, bytes.count)
        offset = min(part.lowerBound, end)
        self.isBigEndian = isBigEndian
        self.what = what
    }

    /// The number of bytes left.
    var remaining: Int { end - offset }

    /// Moves forward.
    mutating func skip(_ count: Int) throws(FontError) {
        try need(count)
        offset += count
    }

    /// Throws if fewer bytes are left.
    func need(_ count: Int) throws(FontError) {
        if count < 0 || remaining < count {
            throw FontError(place: .byte(offset), reason: .endsInside(what))
        }
    }

    /// The next byte.
    mutating func u8() throws(FontError) -> Int {
        try need(1)
        defer { offset &+= 1 }
        return Int(bytes[offset])
    }

    /// The next two bytes as a number of 0 to 65535.
    mutating func u16() throws(FontError) -> Int {
        try need(2)
        defer { offset &+= 2 }
        let first = Int(bytes[offset])
        let second = Int(bytes[offset &+ 1])
        return isBigEndian ? first &<< 8 | second : second &<< 8 | first
    }

    /// The next two bytes as a signed number.
    mutating func s16() throws(FontError) -> Int {
        Int(Int16(truncatingIfNeeded: try u16()))
    }

    /// The next four bytes as a number of 0 to 2^32 - 1.
    mutating func u32() throws(FontError) -> Int {
        let first = try u16()
        let second = try u16()
        return isBigEndian ? first &<< 16 | second : second &<< 16 | first
    }

    /// The next four bytes as a signed number.
    mutating func s32() throws(FontError) -> Int {
        Int(Int32(truncatingIfNeeded: try u32()))
    }

    /// The next four bytes as a count of things of which each takes at least `size` bytes of what is left.
    mutating func count(of thing: String, size: Int) throws(FontError) -> Int {
        let place = offset
        let count = try s32()
        guard count >= 0, count <= remaining / size else {
            let reason = FontError.Reason.outOfRange(
                what: "the number of \(thing)", value: count, allowed: 0...(remaining / size))
            throw FontError(place: .byte(place), reason: reason)
        }
        return count
    }

    /// Throws if a number that was read at `offset` is outside the range.
    static func check(
        _ value: Int, _ allowed: ClosedRange<Int>, _ what: @autoclosure () -> String, at offset: Int
    ) throws(FontError) {
        if allowed.contains(value) { return }
        throw FontError(place: .byte(offset), reason: .outOfRange(what: what(), value: value, allowed: allowed))
    }
}
