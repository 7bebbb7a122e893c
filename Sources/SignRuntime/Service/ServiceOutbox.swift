import Timelines

/// What a service manager has not taken yet: it is tried again, in order, after 20 ms and then less and less often, down to once
/// a second.
///
/// A service manager that is busy takes nothing for a while, and one that does not hear READY, or a sign of life in time, ends the
/// service. Few datagrams wait: READY, the newest reload with its READY, a status, a sign of life, and the end.
public struct ServiceOutbox: Sendable {
    private var waiting: [[ServiceMessage]] = []
    private var pause = Self.firstPause
    /// When to try again; nil while nothing waits.
    public private(set) var nextAttempt: Instant?

    private static let firstPause = Nanoseconds.milliseconds(20)
    private static let longestPause = Nanoseconds.seconds(1)

    /// Creates an outbox with nothing in it.
    public init() {}

    /// Adds a datagram, which `send` sends; what it makes out of date is left out.
    ///
    /// - Parameter messages: what the datagram has, in order.
    public mutating func add(_ messages: [ServiceMessage]) {
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

    /// Sends what waits, where its time has come.
    ///
    /// - Parameters:
    ///   - instant: now.
    ///   - isNew: whether something was added, which is no reason to wait.
    ///   - send: sends a datagram; returns whether it was taken.
    public mutating func send(at instant: Instant, isNew: Bool = false, _ send: ([ServiceMessage]) -> Bool) {
        guard let nextAttempt, isNew || instant >= nextAttempt else { return }
        while let first = waiting.first {
            guard send(first) else {
                self.nextAttempt = instant + pause
                pause = min(Nanoseconds(pause.count * 2), Self.longestPause)
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
