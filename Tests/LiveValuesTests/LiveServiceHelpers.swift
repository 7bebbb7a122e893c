import Foundation
import LinuxSystem
import SignTestSupport
import Synchronization
import Timelines

@testable import LiveValues

/// The kernel's clock.
struct KernelClock: MonotonicClock {
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// A clock that several threads read and a test moves.
final class SharedClock: MonotonicClock, Sendable {
    private let clock = Mutex(ManualClock())
    var now: Instant { clock.withLock { $0.now } }
    func advance(by time: Nanoseconds) { clock.withLock { $0.advance(by: time) } }
}

/// A service and the newest that it has told.
struct Listener {
    let liveService: LiveService
    private(set) var changes: [String: LiveChange] = [:]
    /// The number of changes.
    private(set) var count = 0

    init(_ liveService: LiveService) { self.liveService = liveService }

    init(_ sources: [LiveSource], cacheFolder: String? = nil) throws {
        liveService = try LiveService(sources, cacheFolder: cacheFolder, clock: KernelClock())
    }

    /// Waits for news until a condition holds; returns whether it does, within a minute.
    mutating func wait(until holds: (Listener) -> Bool) -> Bool {
        var waiting = pollfd(fd: liveService.descriptor, events: Int16(POLLIN), revents: 0)
        return Polling.wait {
            poll(&waiting, 1, Polling.timeout)
        } until: {
            for change in liveService.take() {
                changes[change.name] = change
                count += 1
            }
            return holds(self)
        }
    }

    func value(_ name: String) -> LiveValue? { changes[name]?.reading?.value }

    /// What a single source says or why it says nothing.
    static func ask(_ source: LiveSource) throws -> Result<LiveValue, WordedError> {
        var listener = try Listener([source])
        defer { listener.liveService.close() }
        _ = listener.wait { $0.value(source.name) != nil || $0.liveService.statuses.first?.problem != nil }
        if let value = listener.value(source.name) { return .success(value) }
        return .failure(listener.liveService.statuses.first?.problem ?? WordedError("no problem"))
    }
}

extension LiveSource {
    /// A source with another limit and timeout.
    func with(limit: Int? = nil, timeout: Nanoseconds? = nil, interval: Nanoseconds? = nil) -> LiveSource {
        var source = self
        if let limit { source.limit = limit }
        if let timeout { source.timeout = timeout }
        if let interval { source.interval = interval }
        return source
    }
}

/// A folder that is removed at the end.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "ledsign-values-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }
    func file(_ name: String) -> String { path + "/" + name }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
