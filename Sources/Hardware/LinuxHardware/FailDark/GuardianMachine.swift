import Timelines

/// Decides when a guardian is started, abandoned and replaced; a pure state machine over instants.
struct GuardianMachine {
    enum State: Hashable {
        /// No guardian runs; another one is started at an instant.
        case absent(until: Instant)
        /// It is loading, until it is abandoned at an instant.
        case starting(until: Instant)
        case watching
    }

    private(set) var state: State
    /// How many starts in a row have failed.
    private(set) var failures = 0
    private var lastStart: Instant?
    /// When the last guardian that watched was lost; nil while one watches, and before the first.
    private var lostAt: Instant?

    /// The longest time for loading the program: an emulated processor takes seconds.
    static var startLimit: Nanoseconds { .seconds(30) }
    /// The shortest time between two starts, after a guardian that did not get ready and after one that did.
    static var retryInterval: Nanoseconds { .seconds(1) }
    static var restartInterval: Nanoseconds { .milliseconds(100) }
    /// How long a panel may stay lit after its guardian was lost, while none can be started.
    static var grace: Nanoseconds { .milliseconds(200) }

    /// Creates the machine of a guardian that is due at an instant.
    init(at now: Instant) {
        state = .absent(until: now)
    }

    /// Whether something is due at an instant: a start of an absent guardian, after which `started` or `failed` is called, or the end of
    /// one that does not get ready.
    func isDue(at now: Instant) -> Bool { state != .watching && now >= wake }

    /// When something is due; `distantFuture` for never.
    var wake: Instant {
        switch state {
        case .absent(let due): due
        case .starting(let limit): limit
        case .watching: .distantFuture
        }
    }

    /// Whether the panel must be dark, because its guardian was lost and none can be started.
    ///
    /// One that is loading counts as there, unless a start has failed since.
    func isUnguarded(at now: Instant) -> Bool {
        guard let lostAt, failures > 0 else { return false }
        return now - lostAt >= Self.grace
    }

    /// A guardian was started, and loads.
    mutating func started(at now: Instant) {
        lastStart = now
        state = .starting(until: now + Self.startLimit)
    }

    /// A guardian could not be started, ended before it watched, or was abandoned.
    ///
    /// The first time another one is started soon: the first may have been killed. While a lit panel has none, more
    /// attempts follow before it must go dark.
    mutating func failed(at now: Instant) {
        failures += 1
        let isUrgent = lostAt.map { now - $0 < Self.grace } ?? false
        let next = now + (isUrgent ? Self.restartInterval : Self.retryInterval)
        state = .absent(until: failures == 1 ? soon(now) : next)
    }

    mutating func watches() {
        failures = 0
        lostAt = nil
        state = .watching
    }

    /// A guardian that watched has ended; another one is started at once, but not in a fast loop.
    mutating func lost(at now: Instant) {
        lostAt = now
        state = .absent(until: soon(now))
    }

    private func soon(_ now: Instant) -> Instant {
        max(now, lastStart.map { $0 + Self.restartInterval } ?? now)
    }
}
