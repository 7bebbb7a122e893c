import Timelines

/// Counts what each address does within a time, and says which of them has to wait.
///
/// Knows a limited number of addresses; the one that was quiet for the longest time is forgotten.
package struct RateLimit: Sendable {
    private struct Window {
        var start: Instant
        var count: Int
    }

    private let most: Int
    private let time: Nanoseconds
    private var windows: [String: Window] = [:]

    /// How many addresses it knows.
    package static let mostAddresses = 256

    /// - Parameters:
    ///   - most: how often an address may do it.
    ///   - time: within which time.
    package init(_ most: Int, within time: Nanoseconds) { (self.most, self.time) = (most, time) }

    /// How long an address has to wait; nil if it need not.
    package func wait(_ address: String, at instant: Instant) -> Nanoseconds? {
        guard let window = windows[address], window.count >= most, instant - window.start < time else { return nil }
        return time - (instant - window.start)
    }

    /// Counts one more.
    package mutating func note(_ address: String, at instant: Instant) {
        if var window = windows[address], instant - window.start < time {
            window.count += 1
            windows[address] = window
            return
        }
        if windows.count >= Self.mostAddresses, windows[address] == nil { forget(at: instant) }
        windows[address] = Window(start: instant, count: 1)
    }

    private mutating func forget(at instant: Instant) {
        windows = windows.filter { instant - $0.value.start < time }
        guard windows.count >= Self.mostAddresses, let oldest = windows.min(by: { $0.value.start < $1.value.start })
        else { return }
        windows[oldest.key] = nil
    }
}
