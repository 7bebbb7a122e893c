import Foundation
import SignRuntime
import Timelines

/// Writes the frame log of a running sign to a file: for each frame when it was due and when it was shown, in nanoseconds since
/// the sign was started.
final class FrameLogFile {
    private let file: UnsafeMutablePointer<FILE>
    private let log: FrameLog
    private let start: Instant

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
        if isNew { fflush(file) }
    }

    deinit {
        if log.lost > 0 { fputs("# \(log.lost) frames lost\n", file) }
        fclose(file)
    }
}
