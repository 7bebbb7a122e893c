import HardwareInterfaces
import Timelines

/// The refresh thread's work, step by step: shows the newest picture that is due, refreshes and heals the panel, and makes it
/// dark when it has to be.
///
/// It reads no clock and sleeps nowhere: whoever steps it tells the time and waits as it says. A step that meets no error
/// allocates nothing and takes no lock.
public struct RefreshLoop<Panel: RefreshedPanel & ~Copyable> {
    /// What a step ends with.
    public enum Wait: Hashable, Sendable {
        /// Step again at once.
        case none
        /// Sleep until an instant, or until the exchange's word is no longer the mark.
        case sleep(until: Instant, mark: UInt32)
        /// There are no more steps: the panel is dark for good.
        case finished
    }

    /// How the refresh is watched, and how it watches.
    public struct Settings: Sendable {
        /// How long the content side may be silent before the panel goes dark; nil for ever.
        public var stall: Nanoseconds?
        /// How often the refresh shows that it is alive while it has nothing to do.
        public var beatInterval: Nanoseconds
        /// By which the refresh shows that it is alive.
        public var heartbeat: Heartbeat?
        /// How often somebody else has made the panel dark; must not allocate or lock.
        public var darkenings: (@Sendable () -> UInt64)?

        /// Creates settings.
        public init(
            stall: Nanoseconds? = .seconds(10), beatInterval: Nanoseconds = .seconds(1), heartbeat: Heartbeat? = nil,
            darkenings: (@Sendable () -> UInt64)? = nil
        ) {
            self.stall = stall
            self.beatInterval = beatInterval
            self.heartbeat = heartbeat
            self.darkenings = darkenings
        }
    }

    private let link: RefreshLink<Panel>
    private let settings: Settings
    private var machine: RefreshMachine
    /// Whether a picture was ever taken, and whether the panel still has to be shown it.
    private var hasPicture = false
    private var isNew = false
    /// When the picture was due, and when the one after it is expected.
    private var due = Instant.zero
    private var next: Instant?
    private var refreshStart: Instant?
    /// Whether a picture that is too old was passed over, and none was taken since.
    private var wasStale = false
    private var adoptions = 0

    /// A picture is too old when it is that late, and the next one is due already: after the process was stopped.
    static var staleness: Nanoseconds { .milliseconds(100) }

    /// Creates the loop of a link.
    public init(_ link: RefreshLink<Panel>, settings: Settings = Settings()) {
        self.link = link
        self.settings = settings
        machine = RefreshMachine(stall: settings.stall)
    }

    /// What is going on.
    public var state: RefreshMachine.State { machine.state }

    /// Does what is due at an instant.
    public mutating func step(at now: Instant) -> Wait {
        // Read before anything else is looked at, so that no later news is slept through.
        let mark = link.exchange.mark
        settings.heartbeat?.beat()
        link.noteStep(at: now)
        noteRefreshTime(until: now)
        let command = machine.next(at: now, link.facts(darkenings: settings.darkenings?() ?? 0))
        let wait = carryOut(command, at: now, mark: mark)
        if let cause = machine.darkening { link.counters.note(cause) }
        link.note(isLit: machine.state == .showing)
        return wait
    }

    private mutating func carryOut(_ command: RefreshMachine.Command, at now: Instant, mark: UInt32) -> Wait {
        switch command {
        case .wait(let until): return .sleep(until: limit(until, at: now), mark: mark)
        case .finish:
            link.end(isDark: machine.isDarkAtEnd)
            return .finished
        case .adopt:
            adopt()
            return .none
        case .close:
            link.closePanel()
            machine.succeeded(.close)
            return .none
        case .start, .darken: return attempt(command, at: now)
        case .show: return show(at: now, mark: mark)
        }
    }

    private mutating func adopt() {
        machine.succeeded(.adopt)
        // A panel that was opened anew shows what the last one showed, until there is something newer.
        isNew = hasPicture
        adoptions += 1
        if adoptions > 1 { link.counters.add(1, to: .reopenings) }
    }

    private mutating func attempt(_ command: RefreshMachine.Command, at now: Instant) -> Wait {
        do {
            if command == .start {
                try link.panel.pointee.start(at: now)
                isNew = hasPicture
            } else {
                try link.panel.pointee.stop()
            }
            machine.succeeded(command)
            link.counters.note(link.panel.pointee.traffic)
        } catch {
            note(error, of: command, at: now)
        }
        return .none
    }

    private mutating func show(at now: Instant, mark: UInt32) -> Wait {
        var pending: Instant?
        switch link.exchange.take(at: now, stale: wasStale ? nil : Self.staleness) {
        case .nothing:
            if isNew, !wasStale, let next, next <= now, now - due > Self.staleness {
                return waitForContent(at: now, mark: mark)
            }
        case .later(let due): pending = due
        case .stale:
            // A panel that is lit goes on with what it shows.
            if isNew || !link.panel.pointee.needsRefresh { return waitForContent(at: now, mark: mark) }
            wasStale = true
            link.raiseNews()
        case .taken(let due, let next):
            (self.due, self.next) = (due, next)
            (hasPicture, isNew, wasStale) = (true, true, false)
        }
        do {
            if isNew { try showNew(at: now) }
            if link.panel.pointee.needsRefresh {
                if hasPicture { return try refresh(at: now) }
            } else if let healing = link.panel.pointee.nextHealing, healing <= now {
                try link.panel.pointee.heal(at: now)
                link.counters.note(link.panel.pointee.traffic)
            }
            machine.succeeded(.show)
        } catch {
            note(error, of: .show, at: now)
            return .none
        }
        var wake = pending ?? .distantFuture
        if let healing = link.panel.pointee.nextHealing { wake = min(wake, healing) }
        if let next, next > now { wake = min(wake, next) }
        return .sleep(until: limit(wake, at: now), mark: mark)
    }

    /// Lets the content side draw what is right now in place of a picture that has been wrong for long; when it does not,
    /// the picture is shown after all.
    private mutating func waitForContent(at now: Instant, mark: UInt32) -> Wait {
        wasStale = true
        link.raiseNews()
        return .sleep(until: limit(nil, at: now), mark: mark)
    }

    private mutating func showNew(at now: Instant) throws {
        try link.panel.pointee.show(link.exchange.taken.pointee, at: now)
        isNew = false
        link.counters.add(1, to: .shown)
        link.counters.note(lateness: now - due)
        link.counters.note(link.panel.pointee.traffic)
        link.log?.add(due: due, shown: now)
        // After the picture is out: the next one is not in such a hurry.
        link.raiseNews()
    }

    private mutating func refresh(at now: Instant) throws -> Wait {
        try link.panel.pointee.refresh(link.exchange.taken.pointee, at: now)
        machine.succeeded(.show)
        refreshStart = now
        return .none
    }

    /// Counts the refresh that has ended, and the time since it began.
    private mutating func noteRefreshTime(until now: Instant) {
        guard let start = refreshStart else { return }
        link.counters.add(1, to: .refreshes)
        link.counters.add((now - start).count, to: .refreshTime)
        refreshStart = nil
    }

    private mutating func note(_ error: any Error, of command: RefreshMachine.Command, at now: Instant) {
        machine.failed(command, at: now)
        link.counters.add(1, to: .errors)
        let words = "\(error)"
        link.complaint.publish(due: now) { $0 = words }
        link.raiseNews()
    }

    /// Never sleeps longer than until the next beat, nor past the instant at which the content side counts as silent.
    private func limit(_ wake: Instant?, at now: Instant) -> Instant {
        var limit = min(wake ?? .distantFuture, now + settings.beatInterval)
        let facts = link.facts(darkenings: 0)
        if machine.state == .showing, let silence = machine.silence(after: facts.contentBeat) {
            limit = min(limit, silence + .one)
        }
        return limit
    }
}
