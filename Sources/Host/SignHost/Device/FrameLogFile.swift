import Foundation
import LinuxSystem
import Timelines

/// Writes the frame log of a running sign to a file: for each frame when it was due and when it was shown, in nanoseconds since
/// the sign was started.
final class FrameLogFile {
    private let file: UnsafeMutablePointer<FILE>
    private let entries: FrameLog
    private let log: Log
    private let start: Instant
    /// Whether something could not be written, such as on a full disk.
    private var isIncomplete = false

    /// - Throws: if the file cannot be written.
    init(path: String, entries: FrameLog, start: Instant, log: Log) throws {
        guard let file = fopen(path, "we") else {
            throw WordedError("the frame log \(path) cannot be written: \(SystemCallError.reason(errno))")
        }
        self.file = file
        self.entries = entries
        self.log = log
        self.start = start
    }

    /// Writes what was logged since.
    func drain() {
        var isNew = false
        while let entry = entries.take() {
            fputs("\((entry.due - start).count) \((entry.shown - start).count)\n", file)
            isNew = true
        }
        if isNew, fflush(file) != 0 { isIncomplete = true }
    }

    deinit {
        if entries.lost > 0 { fputs("# \(entries.lost) frames lost\n", file) }
        if fclose(file) != 0 || isIncomplete { log.warn("the frame log is incomplete: it could not be written") }
    }
}
