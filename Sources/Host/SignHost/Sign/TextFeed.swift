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

    /// - Throws: if the file cannot be read.
    init(_ origin: Origin) throws {
        switch origin {
        case .text(let text): (first, file, watch) = (text, nil, nil)
        case .file(let path):
            file = path
            do {
                watch = try FileWatch(path: path, quiet: .milliseconds(20))
            } catch {
                // A missing file has the better message.
                _ = try TextFile.read(path)
                throw error
            }
            first = try TextFile.read(path)
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
    ///
    /// - Throws: if a changed file cannot be read.
    func takeNewest(at instant: Instant) throws -> String? {
        if let watch, let file { return watch.takeChange(at: instant) ? try TextFile.read(file) : nil }
        return lines?.takeLines().last
    }
}
