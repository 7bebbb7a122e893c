/// Splits a stream of bytes into lines; never holds more than a line and a chunk.
package struct LineBuffer {
    /// A line, or the mark of one that was too long.
    package enum Line: Hashable, Sendable {
        /// A line without its end, which is LF or CR LF.
        case bytes([UInt8])
        /// A line over the limit; its bytes are dropped.
        case tooLong
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The bytes before this index were taken.
    private var taken = 0
    /// The bytes before this index contain no end of line.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false
    private var next: Line?

    /// - Parameter limit: the most bytes of a line.
    package init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// The number of bytes held, without the line that can be taken.
    package var count: Int { bytes.count - taken }

    package var hasLine: Bool { next != nil }

    /// Adds bytes; O(their number).
    package mutating func feed(_ more: some Collection<UInt8>) {
        if taken > 0 {
            bytes.removeFirst(taken)
            searched -= taken
            taken = 0
        }
        bytes += more
        next = next ?? findLine()
    }

    /// Marks the end of the stream: what is left is the last line.
    package mutating func end() {
        isAtEnd = true
        next = next ?? findLine()
    }

    /// Takes the next line; nil if there is no complete one yet.
    package mutating func takeLine() -> Line? {
        guard let line = next else { return nil }
        next = findLine()
        return line
    }

    private mutating func findLine() -> Line? {
        while let end = nextEnd() {
            let line = bytes[taken..<end]
            taken = min(end + 1, bytes.count)
            searched = taken
            if isSkipping {
                isSkipping = false
                continue
            }
            if line.count > limit { return .tooLong }
            let text = line.last == 0x0D ? line.dropLast() : line
            // Blank lines are skipped.
            if text.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return .bytes(Array(text)) }
        }
        return nextTooLong()
    }

    /// The index of the next end of line, or the end of the stream.
    private mutating func nextEnd() -> Int? {
        if let end = bytes[searched...].firstIndex(of: 0x0A) { return end }
        searched = bytes.count
        return isAtEnd && taken < bytes.count ? bytes.count : nil
    }

    private mutating func nextTooLong() -> Line? {
        if isSkipping {
            drop()
            return nil
        }
        guard count > limit else { return nil }
        drop()
        isSkipping = true
        return .tooLong
    }

    private mutating func drop() {
        bytes.removeAll(keepingCapacity: true)
        (taken, searched) = (0, 0)
    }
}
