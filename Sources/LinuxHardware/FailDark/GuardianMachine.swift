import Timelines

/// When a guardian is started, given up and replaced: knows instants, and no processes.
struct GuardianMachine {
    /// What becomes of the guardian.
    enum State: Hashable {
        /// There is none; another one is started at an instant.
        case absent(until: Instant)
        /// It loads; it is given up at an instant.
        case starting(until: Instant)
        /// It watches.
        case watching
    }

    /// What is to be done.
    enum Command: Hashable {
        /// Start a guardian; `started` or `failed` is the answer.
        case start
        /// End the one that does not get ready.
        case giveUp
    }

    /// What becomes of the guardian.
    private(set) var state: State
    /// How many starts in a row have come to nothing.
    private(set) var failures = 0
    private var lastStart: Instant?

    /// The most time that a program may take to load: an emulated processor takes seconds.
    static var startLimit: Nanoseconds { .seconds(30) }
    /// The least time between two starts, after one that did not get ready and after one that did.
    static var retryInterval: Nanoseconds { .seconds(1) }
    static var restartInterval: Nanoseconds { .milliseconds(100) }

    /// Creates the machine of a guardian that is due at an instant.
    init(at now: Instant) {
        state = .absent(until: now)
    }

    /// What is due at an instant; nil for nothing.
    func next(at now: Instant) -> Command? {
        switch state {
        case .absent(let due): now >= due ? .start : nil
        case .starting(let limit): now >= limit ? .giveUp : nil
        case .watching: nil
        }
    }

    /// When `next` is to be asked again; `distantFuture` for never.
    var wake: Instant {
        switch state {
        case .absent(let due): due
        case .starting(let limit): limit
        case .watching: .distantFuture
        }
    }

    /// A guardian was started, and loads.
    mutating func started(at now: Instant) {
        lastStart = now
        state = .starting(until: now + Self.startLimit)
    }

    /// A guardian could not be started, ended before it watched, or was given up.
    ///
    /// The first time another one is started soon: the first may have been killed.
    mutating func failed(at now: Instant) {
        failures += 1
        state = .absent(until: failures == 1 ? soon(now) : now + Self.retryInterval)
    }

    /// The guardian watches.
    mutating func watches() {
        failures = 0
        state = .watching
    }

    /// A guardian that watched is gone, or was ended; another one is started at once, but not again and again.
    mutating func lost(at now: Instant) {
        state = .absent(until: soon(now))
    }

    private func soon(_ now: Instant) -> Instant {
        max(now, lastStart.map { $0 + Self.restartInterval } ?? now)
    }
}
