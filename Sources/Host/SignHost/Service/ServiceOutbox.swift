import Timelines

/// Messages that the service manager has not accepted yet.
///
/// They are sent again, in order, after 20 ms and then less
/// often, down to once a second.
///
/// A busy service manager accepts nothing for a while, and one that gets no READY or watchdog message in time ends the
/// service. At most these datagrams wait: READY, the newest reload with its READY, a status, a watchdog message, and
/// the end.
package struct ServiceOutbox: Sendable {
    private var waiting: [[ServiceMessage]] = []
    private var pause = Self.firstPause
    /// When to retry; nil while the queue is empty.
    package private(set) var nextAttempt: Instant?

    private static let firstPause = Nanoseconds.milliseconds(20)
    private static let maximumPause = Nanoseconds.seconds(1)

    /// Creates an empty outbox.
    package init() {}

    /// Adds a datagram and removes those that it makes obsolete.
    ///
    /// - Parameter messages: the messages of the datagram, in order.
    package mutating func add(_ messages: [ServiceMessage]) {
        if messages == [.watchdog], waiting.contains(messages) { return }
        if messages.contains(where: \.isReloading),
            let old = waiting.firstIndex(where: { $0.contains(where: \.isReloading) })
        {
            waiting.removeSubrange(old...)
        }
        if case .status? = messages.first, let last = waiting.indices.last, waiting[last] != [.watchdog] {
            waiting[last].removeAll(where: \.isStatus)
            waiting[last] += messages
        } else {
            waiting.append(messages)
        }
        nextAttempt = nextAttempt ?? .zero
    }

    /// Sends the waiting datagrams that are due.
    ///
    /// - Parameters:
    ///   - instant: now.
    ///   - isNew: whether a datagram was just added, which is sent without waiting.
    ///   - send: sends a datagram; returns whether it was accepted.
    package mutating func send(at instant: Instant, isNew: Bool = false, _ send: ([ServiceMessage]) -> Bool) {
        guard let nextAttempt, isNew || instant >= nextAttempt else { return }
        while let first = waiting.first {
            guard send(first) else {
                self.nextAttempt = instant + pause
                pause = min(Nanoseconds(pause.count * 2), Self.maximumPause)
                return
            }
            waiting.removeFirst()
        }
        self.nextAttempt = nil
        pause = Self.firstPause
    }
}

extension ServiceMessage {
    fileprivate var isReloading: Bool { if case .reloading = self { true } else { false } }
    fileprivate var isStatus: Bool { if case .status = self { true } else { false } }
}
