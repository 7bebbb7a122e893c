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
