/// Messages that wait until standard error takes them, in bounded memory: those without room are dropped and counted.
struct MessageQueue: Sendable {
    /// What is written at a time: a message, and the count of those that are missing before it, in whole lines of UTF-8; and how many
    /// messages are missing where it cannot be written.
    typealias Batch = (bytes: [UInt8], count: Int)

    private enum Entry: Sendable {
        case message([UInt8])
        case missing(Int)
    }

    private let limit: Int
    private var entries: [Entry] = []
    private var size = 0
    /// Whether the last batch could not be written.
    private var isFailing = false

    /// Creates an empty queue.
    ///
    /// - Parameter limit: the maximum number of waiting bytes; a single message may be longer.
    init(limit: Int) { self.limit = limit }

    /// Adds a message, or counts it as lost if there is no room.
    mutating func add(_ text: String) {
        let line = Array((text + "\n").utf8)
        guard size == 0 || size + line.count <= limit else { return recordMissing() }
        entries.append(.message(line))
        size += line.count
    }

    private mutating func recordMissing() {
        if case .missing(let count)? = entries.last {
            entries[entries.count - 1] = .missing(count + 1)
        } else {
            entries.append(.missing(1))
        }
    }

    /// Takes the next message to write; nil if there is none, or only the count of lost messages.
    mutating func take() -> Batch? {
        guard let first = entries.first else { return nil }
        switch first {
        case .message(let line):
            entries.removeFirst()
            size -= line.count
            return (line, 1)
        case .missing(let count):
            // A count alone is no reason to retry what has just failed.
            guard entries.count > 1 || !isFailing else { return nil }
            entries.removeFirst()
            let words = Array(Self.words(count).utf8)
            guard case .message(let line)? = entries.first else { return (words, count) }
            entries.removeFirst()
            size -= line.count
            return (words + line, count + 1)
        }
    }

    /// Records that a batch was written.
    mutating func recordSuccess() { isFailing = false }

    /// Counts the messages of a batch that could not be written.
    mutating func recordFailure(of batch: Batch) {
        isFailing = true
        if case .missing(let count)? = entries.first {
            entries[0] = .missing(count + batch.count)
        } else {
            entries.insert(.missing(batch.count), at: 0)
        }
    }

    private static func words(_ count: Int) -> String {
        "(\(count) message\(count == 1 ? "" : "s") dropped: stderr was blocked)\n"
    }
}
