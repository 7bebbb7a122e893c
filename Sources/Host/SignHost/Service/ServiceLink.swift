import Foundation
import LinuxSystem
import Timelines

/// Informs the service manager about a running sign.
final class ServiceLink {
    private let manager: ServiceManager
    private let now: () -> Instant
    private var status: String?
    private var outbox = ServiceOutbox()

    private init(_ manager: ServiceManager, now: @escaping () -> Instant) {
        self.manager = manager
        self.now = now
    }

    /// Finds the service manager; nil if there is none, or if it cannot be reached, which is logged.
    static func find(log: Log, now: @escaping () -> Instant) -> ServiceLink? {
        do throws(WordedError) {
            let variables = ProcessInfo.processInfo.environment
            return try ServiceManager(environment: { variables[$0] }).map { ServiceLink($0, now: now) }
        } catch {
            log.warn("\(error)")
            return nil
        }
    }

    /// Says that the first picture is shown.
    func ready() { tell(.ready, status ?? "showing") }

    /// Says that the panel is about to go dark for good.
    func stopping() { tell(.stopping, "going dark") }

    /// Says that the sign file is read again after SIGHUP.
    func reloading() { send([.reloading(since: now())]) }

    /// Says that it was read, and what is wrong with the sign.
    func reloaded(_ problem: String?) { tell(.ready, problem ?? "showing") }

    /// Says what is wrong with the sign or with what shows it; nil for nothing more.
    func record(problem: String?) {
        let words = problem ?? "showing"
        if words != status { send([.status(words)]) }
        status = words
    }

    /// The longest time between two calls of `alive` while the panel is driven; nil for never.
    var aliveInterval: Nanoseconds? { manager.watchdogInterval }

    /// Says that the sign is alive.
    func alive() { send([.watchdog]) }

    /// Retries messages that could not be sent; returns when to call it next, nil for never.
    func retry(at instant: Instant) -> Instant? {
        outbox.send(at: instant, manager.tell)
        return outbox.nextAttempt
    }

    private func tell(_ message: ServiceMessage, _ words: String) {
        status = words
        send([message, .status(words)])
    }

    /// Sends a datagram now, or as soon as the service manager accepts it.
    private func send(_ messages: [ServiceMessage]) {
        outbox.add(messages)
        outbox.send(at: now(), isNew: true, manager.tell)
    }
}

/// Messages that the service manager has not accepted yet.
///
/// They are sent again, in order, after 20 ms and then less often, down to once a second. A busy service manager accepts nothing for a while, and one that gets no READY or watchdog message in time ends the
/// service. At most these datagrams wait: READY, the newest reload with its READY, a status, a watchdog message, and
/// the end.
package struct ServiceOutbox: Sendable {
    private var waiting: [[ServiceMessage]] = []
    private var pause = Self.firstPause
    /// When to retry; nil while the queue is empty.
    package private(set) var nextAttempt: Instant?

    private static let firstPause = Nanoseconds.milliseconds(20)
    private static let maximumPause = Nanoseconds.seconds(1)

    /// Adds a datagram and removes those that it makes obsolete.
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
