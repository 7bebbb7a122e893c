import Timelines

/// Counts what each client does within a time, and says which of them has to wait.
///
/// Counts a limited number of clients each for itself. Those that come while all of these still count are counted together, so
/// no number of clients ends the count of another one, and memory stays bounded.
package struct RateLimit: Sendable {
    /// What was counted since an instant.
    private typealias Window = (start: Instant, count: Int)

    private let maximum: Int
    private let time: Nanoseconds
    private var windows: [String: Window] = [:]
    /// The count of all clients that came when there was no room.
    private var others: Window?

    /// How many clients are counted each for itself.
    package static let maximumClients = 256

    /// Lets a client do something so often within a time.
    package init(_ maximum: Int, within time: Nanoseconds) { (self.maximum, self.time) = (maximum, time) }

    /// How long a client has to wait; nil if it need not.
    package func wait(_ client: String, at instant: Instant) -> Nanoseconds? {
        guard let window = windows[client] ?? others, window.count >= maximum, isOpen(window, at: instant) else {
            return nil
        }
        return time - (instant - window.start)
    }

    /// Counts one more, unless the client has to wait; returns how long.
    mutating func take(_ client: String, at instant: Instant) -> Nanoseconds? {
        let wait = wait(client, at: instant)
        if wait == nil { record(client, at: instant) }
        return wait
    }

    /// Counts one more.
    package mutating func record(_ client: String, at instant: Instant) {
        if windows[client] == nil, windows.count >= Self.maximumClients {
            windows = windows.filter { isOpen($0.value, at: instant) }
        }
        if windows[client] == nil, windows.count >= Self.maximumClients {
            others = counted(others, at: instant)
        } else {
            windows[client] = counted(windows[client], at: instant)
        }
    }

    private func isOpen(_ window: Window, at instant: Instant) -> Bool { instant - window.start < time }

    private func counted(_ window: Window?, at instant: Instant) -> Window {
        var next: Window = window.flatMap { isOpen($0, at: instant) ? $0 : nil } ?? (instant, 0)
        next.count += 1
        return next
    }
}
