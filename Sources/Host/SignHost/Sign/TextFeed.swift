import Foundation
import LinuxSystem
import Timelines

/// The texts of a message over time: a fixed one, the lines of a descriptor, or the content of a watched file.
package final class TextFeed {
    /// Where the texts come from.
    package enum Origin: Hashable, Sendable {
        /// A fixed text.
        case text(String)
        /// A file that is watched.
        case file(path: String)
        /// A descriptor, of which each line is a text; the sign starts with an empty one.
        case lines(descriptor: Int32)
    }

    /// The text to start with; empty until the first line arrives.
    let first: String
    private let file: String?
    private let watch: FileWatch?
    private var lines: LineReader?

    init(_ origin: Origin) throws {
        switch origin {
        case .text(let text): (first, file, watch) = (text, nil, nil)
        case .file(let path):
            file = path
            do {
                watch = try FileWatch(path: path, quiet: .milliseconds(20))
            } catch {
                // A missing file has the better message.
                _ = try InputFile.readText(path)
                throw error
            }
            first = try InputFile.readText(path)
        case .lines(let descriptor):
            (first, file, watch) = ("", nil, nil)
            lines = LineReader(descriptor: descriptor)
        }
    }

    /// The descriptors to wait for.
    var descriptors: [Int32] {
        if let watch { return [watch.descriptor] }
        if let lines, !lines.isAtEnd { return [lines.descriptor] }
        return []
    }

    /// Returns the newest text that has arrived, if any.
    func takeNewest(at instant: Instant) throws -> String? {
        if let watch, let file { return watch.takeChange(at: instant) ? try InputFile.readText(file) : nil }
        return lines?.takeLines().last
    }
}

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
