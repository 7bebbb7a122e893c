import Timelines

/// Decides what the refresh thread does next: a pure state machine that knows times and outcomes, but no panel.
///
/// A call that fails is retried three times, 10 ms apart, after the panel was restarted. Then the panel is made
/// dark as far as it responds and its device is closed, until the content side has opened it again. A content side that is
/// silent for too long makes the panel dark until it beats again, and one that asks for a pause until it asks to run.
package struct RefreshMachine: Hashable, Sendable {
    /// The states of the refresh.
    package enum State: Hashable, Sendable {
        /// There is no device; the content side opens it.
        case closed
        /// The chips must be started (again) and then show the newest picture.
        case starting
        /// Pictures are shown.
        case showing
        /// The content side is silent or asks for a pause, and the panel must be made dark.
        case stalling
        /// The content side is silent or asks for a pause, and the panel is dark.
        case stalled
        /// The device does not respond and must be made dark, if possible.
        case abandoning
        /// The device does not respond and must be closed.
        case closing
        /// The panel must be made dark for good.
        case stopping
        /// It is dark for good.
        case stopped
    }

    /// What the content side requests.
    package enum Request: Int64, Hashable, Sendable {
        /// Continue.
        case run = 0
        /// End when the pending picture was shown.
        case drain = 1
        /// End.
        case stop = 2
        /// Keep the panel dark until told to run again.
        case pause = 3
    }

    /// What there is to know at an instant.
    package struct Facts: Hashable, Sendable {
        /// What the content side requests.
        package var request = Request.run
        /// Whether there is a device that was opened and started.
        package var hasPanel = false
        /// Whether a picture waits to be taken.
        package var isPending = false
        /// The last heartbeat of the content side.
        package var contentHeartbeat = Instant.zero
        /// How often the guardian made the panel dark in the meantime.
        package var darkenings: UInt64 = 0
    }

    /// What is to be done.
    package enum Command: Hashable, Sendable {
        /// Adopt the panel that was opened and started.
        case adopt
        /// Start the panel's chips.
        case start
        /// Show, refresh and heal what is due.
        case show
        /// Make the panel dark.
        case darken
        /// Close the device.
        case close
        /// Wait until an instant or an event; nil for an event only.
        case wait(until: Instant?)
        /// The end.
        case finish
    }

    /// The state of the refresh.
    package private(set) var state = State.closed
    /// How many calls in a row have failed.
    package private(set) var failures = 0
    /// Whether the last of all, to make the panel dark at the end, succeeded.
    package private(set) var isDarkAtEnd = true
    /// What made the panel dark since this was last taken; for counting.
    package private(set) var darkening: DarkeningCause?
    private var retry: Instant?
    /// Why the panel is being made dark.
    private var cause = DarkeningCause.stall
    private var knownDarkenings: UInt64?
    private let stall: Nanoseconds?

    /// How often a failed call is retried before the device is closed.
    package static let retries = 3
    /// The time between two attempts.
    package static let retryInterval = Nanoseconds.milliseconds(10)
    /// How often it checks whether the content side beats again.
    package static let stallInterval = Nanoseconds.milliseconds(100)

    /// Creates a machine that waits for a panel.
    ///
    /// - Parameter stall: how long the content side may be silent; nil for no limit.
    package init(stall: Nanoseconds?) {
        self.stall = stall
    }

    /// Decides what to do at an instant.
    package mutating func next(at now: Instant, _ facts: Facts) -> Command {
        darkening = nil
        recordDemand(facts)
        if let retry, now < retry { return .wait(until: retry) }
        retry = nil
        switch state {
        case .closed:
            knownDarkenings = facts.darkenings
            return facts.hasPanel ? .adopt : .wait(until: nil)
        case .starting, .showing:
            if let cause = reasonToDarken(facts, at: now) {
                self.cause = cause
                begin(.stalling)
                return .darken
            }
            recordDarkenings(facts.darkenings)
            return state == .starting ? .start : .show
        case .stalled:
            guard reasonToDarken(facts, at: now) == nil else { return .wait(until: now + Self.stallInterval) }
            begin(.starting)
            return .start
        case .stalling, .abandoning, .stopping: return .darken
        case .closing: return .close
        case .stopped: return .finish
        }
    }

    /// Records that a command was carried out.
    package mutating func succeeded(_ command: Command) {
        switch (command, state) {
        case (.adopt, _): begin(.showing)
        // Only a picture that was shown proves that the device responds again.
        case (.start, .starting): state = .showing
        case (.show, _): failures = 0
        case (.darken, .stalling):
            begin(.stalled)
            darkening = cause
        case (.darken, .abandoning): state = .closing
        case (.darken, .stopping): state = .stopped
        case (.close, _): begin(.closed)
        default: break
        }
    }

    /// Records that a command has failed.
    package mutating func failed(_ command: Command, at now: Instant) {
        failures += 1
        let isTriedAgain = failures <= Self.retries
        retry = isTriedAgain ? now + Self.retryInterval : nil
        switch (command, state) {
        case (.darken, .stopping):
            guard !isTriedAgain else { return }
            isDarkAtEnd = false
            state = .stopped
        case (.darken, .stalling):
            if !isTriedAgain { state = .closing }
        case (.darken, _):
            retry = nil
            state = .closing
        default:
            if isTriedAgain {
                state = .starting
            } else {
                state = .abandoning
                darkening = .error
            }
        }
    }

    /// When the content side counts as silent without another heartbeat; nil for never.
    package func silence(after heartbeat: Instant) -> Instant? { stall.map { heartbeat + $0 } }

    private mutating func begin(_ state: State) {
        self.state = state
        failures = 0
        retry = nil
    }

    private mutating func recordDemand(_ facts: Facts) {
        let ends = facts.request == .stop || (facts.request == .drain && (!facts.isPending || state == .closed))
        guard ends, state != .stopping, state != .stopped else { return }
        let isOpen = state != .closed || facts.hasPanel
        begin(isOpen ? .stopping : .stopped)
    }

    /// What makes the panel dark while it should be lit; nil for nothing.
    private func reasonToDarken(_ facts: Facts, at now: Instant) -> DarkeningCause? {
        if facts.request == .pause { return .guardian }
        let isSilent = stall.map { now - facts.contentHeartbeat > $0 } ?? false
        return isSilent ? .stall : nil
    }

    /// A panel that the guardian made dark is restarted.
    private mutating func recordDarkenings(_ count: UInt64) {
        if let known = knownDarkenings, known != count {
            darkening = .guardian
            state = .starting
        }
        knownDarkenings = count
    }
}
