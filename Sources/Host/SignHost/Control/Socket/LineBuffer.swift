/// Splits a stream of bytes into lines; never holds more than the beginning of a line and the lines of a chunk.
package struct LineBuffer {
    /// A line, or the mark of one that was too long.
    package enum Line: Hashable, Sendable {
        /// A line without its end, which is LF or CR LF.
        case bytes([UInt8])
        /// A line over the limit; its bytes are dropped.
        case tooLong
    }

    private let limit: Int
    private var lines: ArraySlice<Line> = []
    /// The beginning of the next line.
    private var bytes: [UInt8] = []
    /// Whether the next line is too long.
    private var isSkipping = false

    /// - Parameter limit: the most bytes of a line.
    package init(limit: Int) { self.limit = max(limit, 1) }

    /// The number of bytes held of a line that has not ended.
    package var count: Int { bytes.count }

    package var hasLine: Bool { !lines.isEmpty }

    /// Adds bytes; O(their number).
    package mutating func feed(_ more: some Collection<UInt8>) {
        for byte in more {
            if byte == 0x0A {
                end()
            } else if !isSkipping {
                bytes.append(byte)
                guard bytes.count > limit else { continue }
                lines.append(.tooLong)
                (bytes, isSkipping) = ([], true)
            }
        }
    }

    /// Ends the line, also that of a stream that has ended.
    package mutating func end() {
        if bytes.last == 0x0D { bytes.removeLast() }
        // Blank lines are skipped.
        if bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { lines.append(.bytes(bytes)) }
        (bytes, isSkipping) = ([], false)
    }

    /// Takes the next line; nil if there is no complete one yet.
    package mutating func takeLine() -> Line? { lines.popFirst() }
}
