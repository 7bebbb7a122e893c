import Foundation
import SignControl
import Timelines

/// The texts of a message over time: given once, read line by line from standard input, or followed in a file.
final class TextFeed {
    /// The text to start with; empty where the first line has not come yet.
    let first: String
    private let file: String?
    private let watch: FileWatch?
    private var lines: LineReader?

    /// - Parameter keysMoveSign: whether the terminal's keys are taken already.
    /// - Throws: where the file cannot be read.
    init(_ source: TextSource, keysMoveSign: Bool) throws {
        file = source.file
        if let file = source.file {
            do {
                watch = try FileWatch(path: file, quiet: .milliseconds(20))
            } catch {
                // Where the file is missing altogether, that is the better thing to say.
                _ = try TextSource.read(file)
                throw error
            }
            first = try TextSource.read(file)
        } else if source.isStandardInput {
            guard !keysMoveSign || isatty(STDIN_FILENO) == 0 else {
                throw Failure(
                    "`-` reads messages from standard input, and that is the terminal, whose keys move the sign; "
                        + "pipe something into it, such as `date | ledsign show -`")
            }
            watch = nil
            lines = LineReader(descriptor: STDIN_FILENO)
            first = ""
        } else {
            watch = nil
            first = source.words.joined(separator: " ")
        }
    }

    /// What to wait for beside the clock.
    var descriptors: [Int32] {
        if let watch { return [watch.descriptor] }
        if let lines, !lines.isAtEnd { return [lines.descriptor] }
        return []
    }

    /// Whether the text comes from standard input.
    var readsStandardInput: Bool { lines != nil }

    /// Takes the newest text that has arrived, if any.
    ///
    /// - Throws: where a file that has changed cannot be read.
    func takeNewest(at instant: Instant) throws -> String? {
        if let watch, let file {
            return watch.takeChange(at: instant) ? try TextSource.read(file) : nil
        }
        return lines?.takeLines().last
    }
}
