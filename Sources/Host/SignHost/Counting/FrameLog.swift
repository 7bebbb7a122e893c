import CLinuxSystem
import Foundation
import LinuxSystem
import Timelines

// Unchecked: an entry is written before `written` says so, and written again only after `read` says that it was read.

/// When each picture was due and when it was shown: a ring that one thread fills and another one drains.
///
/// Does not allocate after `init` and never waits: entries that do not fit are lost and counted.
package final class FrameLog: @unchecked Sendable {
    /// When a picture was due, and when it was handed to the device.
    package typealias Entry = (due: Instant, shown: Instant)

    private let capacity: Int
    private let entries: UnsafeMutablePointer<Entry>
    /// How many entries were written, read and lost so far.
    private let counts: UnsafeMutablePointer<Int64>

    /// Creates an empty log.
    package init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 1)
        entries = .allocate(capacity: self.capacity)
        entries.initialize(repeating: (.zero, .zero), count: self.capacity)
        counts = .allocate(capacity: 3)
        counts.initialize(repeating: 0, count: 3)
    }

    deinit {
        entries.deallocate()
        counts.deallocate()
    }

    /// Adds an entry; for the refresh thread.
    package func add(due: Instant, shown: Instant) {
        let written = sign_number_load(counts)
        guard written - sign_number_load(counts + 1) < Int64(capacity) else {
            sign_number_add(counts + 2, 1)
            return
        }
        entries[Int(written % Int64(capacity))] = (due, shown)
        sign_number_store(counts, written + 1)
    }

    /// Takes the oldest entry; for the thread that drains.
    package func take() -> Entry? {
        let read = sign_number_load(counts + 1)
        guard read < sign_number_load(counts) else { return nil }
        let entry = entries[Int(read % Int64(capacity))]
        sign_number_store(counts + 1, read + 1)
        return entry
    }

    /// The number of lost entries.
    package var lost: Int { Int(sign_number_load(counts + 2)) }
}

/// Writes the frame log of a running sign to a file: for each frame when it was due and when it was shown, in nanoseconds since
/// the sign was started.
final class FrameLogFile {
    private let file: UnsafeMutablePointer<FILE>
    private let entries: FrameLog
    private let log: Log
    private let start: Instant
    /// Whether something could not be written, such as on a full disk.
    private var isIncomplete = false

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
