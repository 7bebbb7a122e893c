import Foundation
import SignRuntime
import Timelines

/// What the service manager is told of a running sign.
struct ServiceLink {
    private let manager: ServiceManager
    private let now: () -> Instant

    /// Finds the service manager; nil where there is none, or where it cannot be reached, which is warned of.
    static func find(now: @escaping () -> Instant) -> ServiceLink? {
        do throws(ServiceManagerError) {
            let variables = ProcessInfo.processInfo.environment
            return try ServiceManager(environment: { variables[$0] }).map { ServiceLink(manager: $0, now: now) }
        } catch {
            Messages.warn("\(error)")
            return nil
        }
    }

    /// What a loop calls.
    func hooks(for source: any SignSource) -> SignLoop.Hooks {
        let (manager, now) = (manager, now)
        var hooks = SignLoop.Hooks()
        hooks.ready = { manager.tell(.ready, .status("showing")) }
        hooks.reloading = { manager.tell(.reloading(since: now())) }
        hooks.reloaded = { manager.tell(.ready, .status(source.problem ?? "showing")) }
        hooks.stopping = { manager.tell(.stopping, .status("going dark")) }
        hooks.aliveInterval = manager.watchdogInterval
        hooks.alive = { manager.tell(.watchdog) }
        return hooks
    }
}
