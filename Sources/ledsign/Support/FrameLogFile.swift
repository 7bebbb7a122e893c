import Foundation
import SignRuntime
import Timelines

/// Writes the frame log of a running sign to a file: for each frame when it was due and when it was shown, in nanoseconds since
/// the sign was started.
final class FrameLogFile {
    private let file: UnsafeMutablePointer<FILE>
    private let log: FrameLog
    private let start: Instant
    /// Whether something could not be written, such as on a full disk.
    private var isIncomplete = false

    /// - Throws: where the file cannot be written.
    init(path: String, log: FrameLog, start: Instant) throws {
        guard let file = fopen(path, "we") else {
            throw Failure("the frame log \(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        self.file = file
        self.log = log
        self.start = start
    }

    /// Writes what was logged since.
    func drain() {
        var isNew = false
        while let entry = log.take() {
            fputs("\((entry.due - start).count) \((entry.shown - start).count)\n", file)
            isNew = true
        }
        if isNew, fflush(file) != 0 { isIncomplete = true }
    }

    deinit {
        if log.lost > 0 { fputs("# \(log.lost) frames lost\n", file) }
        if fclose(file) != 0 || isIncomplete { Messages.warn("the frame log is incomplete: it could not be written") }
    }
}
