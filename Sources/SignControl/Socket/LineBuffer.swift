/// Bytes as they come, cut into lines; a pure value that never holds more than a line and a chunk.
public struct LineBuffer {
    /// What there is to take.
    public enum Line: Hashable, Sendable {
        /// A line without its end, which is LF or CR LF.
        case bytes([UInt8])
        /// A line that was longer than it may be; its bytes are gone.
        case tooLong
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The bytes before this are taken.
    private var taken = 0
    /// The bytes before this have no end of a line.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false
    private var next: Line?

    /// Creates an empty buffer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// The bytes that it holds, but for the line that can be taken.
    public var count: Int { bytes.count - taken }

    /// Whether there is a line to take.
    public var hasLine: Bool { next != nil }

    /// Adds bytes; O(their number).
    public mutating func feed(_ more: some Collection<UInt8>) {
        if taken > 0 {
            bytes.removeFirst(taken)
            searched -= taken
            taken = 0
        }
        bytes += more
        next = next ?? findLine()
    }

    /// Says that nothing more will come: what is left is the last line.
    public mutating func end() {
        isAtEnd = true
        next = next ?? findLine()
    }

    /// Takes the next line; nil where there is no whole one yet.
    public mutating func takeLine() -> Line? {
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
            // Blank lines are none.
            if text.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return .bytes(Array(text)) }
        }
        return nextTooLong()
    }

    /// The place of the next end of a line, or the end of all.
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
