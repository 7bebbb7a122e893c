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

    /// What the loop calls.
    var hooks: SignHooks {
        var hooks = SignHooks()
        hooks.ready = { self.tell(.ready, self.status ?? "showing") }
        hooks.reloading = { self.send([.reloading(since: self.now())]) }
        hooks.reloaded = { problem in self.tell(.ready, problem ?? "showing") }
        hooks.stopping = { self.tell(.stopping, "going dark") }
        hooks.problemChanged = { problem in
            let words = problem ?? "showing"
            if words != self.status { self.send([.status(words)]) }
            self.status = words
        }
        hooks.aliveInterval = manager.watchdogInterval
        hooks.alive = { self.send([.watchdog]) }
        hooks.retry = { instant in
            self.outbox.send(at: instant, self.manager.tell)
            return self.outbox.nextAttempt
        }
        return hooks
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
