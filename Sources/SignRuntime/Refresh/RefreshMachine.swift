import Timelines

/// Decides what the refresh thread does next: a pure state machine that knows times and outcomes, but no panel.
///
/// A call that fails is tried again three times, 10 ms apart, after the panel was started anew. Then the panel is made
/// dark as far as it obeys and its device is closed, until the content side has opened it again. A content side that is
/// silent for too long makes the panel dark until it is heard again.
public struct RefreshMachine: Hashable, Sendable {
    /// What is going on.
    public enum State: Hashable, Sendable {
        /// There is no device; the content side opens it.
        case closed
        /// The chips have to be started (again), and are to show the newest picture then.
        case starting
        /// Pictures are shown.
        case showing
        /// The content side is silent, and the panel is to be made dark.
        case stalling
        /// The content side is silent, and the panel is dark.
        case stalled
        /// The device does not obey, and is to be made dark as far as it does.
        case abandoning
        /// The device does not obey, and is to be closed.
        case closing
        /// The panel is to be made dark for good.
        case stopping
        /// It is dark for good.
        case stopped
    }

    /// What the other side wishes.
    public enum Wish: Int64, Hashable, Sendable {
        /// To go on.
        case run = 0
        /// To end when the picture that is pending was shown.
        case drain = 1
        /// To end.
        case stop = 2
    }

    /// What there is to know at an instant.
    public struct Facts: Hashable, Sendable {
        /// What the other side wishes.
        public var wish = Wish.run
        /// Whether there is a device that was opened and started.
        public var hasPanel = false
        /// Whether a picture waits to be taken.
        public var isPending = false
        /// When the content side was last heard of.
        public var contentBeat = Instant.zero
        /// How often somebody else has made the panel dark meanwhile.
        public var darkenings: UInt64 = 0

        /// Creates facts of a running sign without a panel.
        public init() {}
    }

    /// What is to be done.
    public enum Command: Hashable, Sendable {
        /// Take over the panel that was opened and started.
        case adopt
        /// Start the panel's chips.
        case start
        /// Show, refresh and heal what is due.
        case show
        /// Make the panel dark.
        case darken
        /// Close the device.
        case close
        /// Wait until an instant, or until something happens; nil for the latter alone.
        case wait(until: Instant?)
        /// Nothing any more.
        case finish
    }

    /// What made the panel dark while the sign was to be seen.
    public enum Cause: Int, CaseIterable, Hashable, Sendable {
        /// The device did not obey.
        case error
        /// The content side was silent.
        case stall
        /// The guardian saw the refresh standing still.
        case guardian
    }

    /// What is going on.
    public private(set) var state = State.closed
    /// How many calls in a row have failed.
    public private(set) var failures = 0
    /// Whether the last of all, to make the panel dark at the end, succeeded.
    public private(set) var isDarkAtEnd = true
    /// What made the panel dark since this was last taken; for counting.
    public private(set) var darkening: Cause?
    private var retry: Instant?
    private var knownDarkenings: UInt64?
    private let stall: Nanoseconds?

    /// How often a failed call is tried again before the device is closed.
    public static let retries = 3
    /// The time between two attempts.
    public static let retryInterval = Nanoseconds.milliseconds(10)
    /// How often it is looked whether the content side is heard again.
    public static let stallInterval = Nanoseconds.milliseconds(100)

    /// Creates a machine that waits for a panel.
    ///
    /// - Parameter stall: how long the content side may be silent; nil for ever.
    public init(stall: Nanoseconds?) {
        self.stall = stall
    }

    /// Decides what is to be done at an instant.
    public mutating func next(at now: Instant, _ facts: Facts) -> Command {
        darkening = nil
        noteWish(facts)
        if let retry, now < retry { return .wait(until: retry) }
        retry = nil
        switch state {
        case .closed:
            knownDarkenings = facts.darkenings
            return facts.hasPanel ? .adopt : .wait(until: nil)
        case .starting, .showing:
            if isSilent(facts, at: now) {
                begin(.stalling)
                return .darken
            }
            noteDarkenings(facts.darkenings)
            return state == .starting ? .start : .show
        case .stalled:
            guard !isSilent(facts, at: now) else { return .wait(until: now + Self.stallInterval) }
            begin(.starting)
            return .start
        case .stalling, .abandoning, .stopping: return .darken
        case .closing: return .close
        case .stopped: return .finish
        }
    }

    /// Notes that a command was carried out.
    public mutating func succeeded(_ command: Command) {
        switch (command, state) {
        case (.adopt, _): begin(.showing)
        // Only a picture that was shown proves that the device obeys again.
        case (.start, .starting): state = .showing
        case (.show, _): failures = 0
        case (.darken, .stalling):
            begin(.stalled)
            darkening = .stall
        case (.darken, .abandoning): state = .closing
        case (.darken, .stopping): state = .stopped
        case (.close, _): begin(.closed)
        default: break
        }
    }

    /// Notes that a command has failed.
    public mutating func failed(_ command: Command, at now: Instant) {
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

    /// When the content side counts as silent if it is not heard before; nil for never.
    public func silence(after beat: Instant) -> Instant? { stall.map { beat + $0 } }

    private mutating func begin(_ state: State) {
        self.state = state
        failures = 0
        retry = nil
    }

    private mutating func noteWish(_ facts: Facts) {
        let ends = facts.wish == .stop || (facts.wish == .drain && (!facts.isPending || state == .closed))
        guard ends, state != .stopping, state != .stopped else { return }
        let isOpen = state != .closed || facts.hasPanel
        begin(isOpen ? .stopping : .stopped)
    }

    private func isSilent(_ facts: Facts, at now: Instant) -> Bool {
        stall.map { now - facts.contentBeat > $0 } ?? false
    }

    /// A panel that somebody else made dark is started anew.
    private mutating func noteDarkenings(_ count: UInt64) {
        if let known = knownDarkenings, known != count {
            darkening = .guardian
            state = .starting
        }
        knownDarkenings = count
    }
}
