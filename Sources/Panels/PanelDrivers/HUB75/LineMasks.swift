/// GPIO lines as the bits of scan words: low lines 0 to 27 and high lines 28 to 55.
struct LineMasks: Hashable, Sendable {
    /// The low lines, line n in bit n.
    var low: UInt32 = 0
    /// The high lines, line n in bit n - 28.
    var high: UInt32 = 0

    /// The masks of lines; numbers outside 0 to 55 are left out.
    init(_ lines: some Sequence<Int>) {
        for line in lines {
            if (0..<28).contains(line) { low |= 1 << UInt32(line) }
            if (28..<56).contains(line) { high |= 1 << UInt32(line - 28) }
        }
    }
}
