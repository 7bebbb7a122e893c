import Foundation

/// Reads lines from a descriptor without blocking.
struct LineReader {
    /// Becomes readable when there is more to read.
    let descriptor: Int32
    /// Whether everything has been read.
    private(set) var isAtEnd = false
    private var pending: [UInt8] = []

    /// The longest line in bytes; longer ones are cut there.
    private static let limit = 1 << 20
    /// The maximum number of chunks per call, so that endless input does not delay the sign.
    private static let chunks = 16

    /// Reads from a descriptor without changing its flags: a terminal is shared with the shell, for which it would be
    /// non-blocking, too.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether reading would return at once, with data or the end of the file.
    private var isReadable: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Reads what has arrived; returns the complete lines, and at the end also one without a newline.
    mutating func takeLines() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var lines: [String] = []
        for _ in 0..<LineReader.chunks where !isAtEnd && isReadable {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { break }
            // What cannot be read will not come, and would wake its reader again and again.
            if count <= 0 { isAtEnd = true }
            for byte in buffer[..<max(count, 0)] {
                if byte == 0x0A {
                    lines.append(takePending())
                } else if pending.count < LineReader.limit {
                    pending.append(byte)
                }
            }
        }
        if isAtEnd, !pending.isEmpty { lines.append(takePending()) }
        return lines
    }

    private mutating func takePending() -> String {
        defer { pending.removeAll(keepingCapacity: true) }
        if pending.last == 0x0D { pending.removeLast() }
        return String(decoding: pending, as: UTF8.self)
    }
}
