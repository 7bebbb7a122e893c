import CSignRuntime
import Timelines

// Unchecked: an entry is written before `written` says so, and written again only after `read` says that it was read.

/// When each picture was due and when it was shown: a ring that one thread fills and another one drains.
///
/// Nothing is allocated after `init`, and nobody waits: what finds the ring full is lost, and counted.
public final class FrameLog: @unchecked Sendable {
    /// A picture that was shown.
    public struct Entry: Hashable, Sendable {
        /// When it was due.
        public let due: Instant
        /// When it was handed to the device.
        public let shown: Instant
    }

    private let capacity: Int
    private let entries: UnsafeMutablePointer<Entry>
    /// How many entries were written, read and lost so far.
    private let counts: UnsafeMutablePointer<Int64>

    /// Creates an empty log.
    ///
    /// - Parameter capacity: how many entries fit, at least 1.
    public init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 1)
        entries = .allocate(capacity: self.capacity)
        entries.initialize(repeating: Entry(due: .zero, shown: .zero), count: self.capacity)
        counts = .allocate(capacity: 3)
        counts.initialize(repeating: 0, count: 3)
    }

    deinit {
        entries.deallocate()
        counts.deallocate()
    }

    /// Adds an entry; for the refresh thread.
    public func add(due: Instant, shown: Instant) {
        let written = sign_number_load(counts)
        guard written - sign_number_load(counts + 1) < Int64(capacity) else {
            sign_number_add(counts + 2, 1)
            return
        }
        entries[Int(written % Int64(capacity))] = Entry(due: due, shown: shown)
        sign_number_store(counts, written + 1)
    }

    /// Takes the oldest entry; for the thread that drains.
    public func take() -> Entry? {
        let read = sign_number_load(counts + 1)
        guard read < sign_number_load(counts) else { return nil }
        let entry = entries[Int(read % Int64(capacity))]
        sign_number_store(counts + 1, read + 1)
        return entry
    }

    /// How many entries found no room.
    public var lost: Int { Int(sign_number_load(counts + 2)) }
}
