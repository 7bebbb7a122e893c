import PanelDrivers
import Timelines

/// The refresh thread's work, step by step: shows the newest picture that is due, refreshes and heals the panel, and makes it
/// dark when it has to be.
///
/// A step reads no clock and never sleeps: its caller passes the time and waits as it says. A step without an error
/// does not allocate or lock.
package struct RefreshLoop<Panel: RefreshedPanel & ~Copyable> {
    /// What a step ends with.
    package enum Wait: Hashable, Sendable {
        /// Step again at once.
        case none
        /// Sleep until an instant, or until the exchange's word is no longer the mark.
        case sleep(until: Instant, mark: UInt32)
        /// There are no more steps: the panel is dark for good.
        case finished
    }

    /// How the refresh is watched, and how it watches.
    package struct Settings: Sendable {
        /// How long the content side may be silent before the panel goes dark; nil for no limit.
        package var stall: Nanoseconds? = .seconds(10)
        /// How often the refresh shows that it is alive while it is idle.
        package var heartbeatInterval = Nanoseconds.seconds(1)
        /// By which the refresh shows at each step that it is alive; must not allocate or lock.
        package var heartbeat: (@Sendable (Instant) -> Void)?
        /// How often the guardian has made the panel dark; must not allocate or lock.
        package var darkenings: (@Sendable () -> UInt64)?
        /// Takes back the request to end a program early, before the panel is made dark; must not allocate or lock.
        package var takeBackEnd: (@Sendable () -> Void)?
    }

    private let link: RefreshLink<Panel>
    private let settings: Settings
    private var machine: RefreshMachine
    /// The place in the batch of the picture to be seen; -1 before the first one.
    private var place = -1
    /// Whether there is a picture to be seen, and whether the panel still has to be shown it.
    private var hasPicture: Bool { place >= 0 }
    private var isNew = false
    /// Whether the content side waits for word that a picture was shown: the first one, or the first after an error.
    private var reportsNext = true
    /// When the picture was due, and when the one after it is expected.
    private var due = Instant.zero
    private var next: Instant?
    private var refreshStart: Instant?
    /// Whether a picture that is too old was passed over, and no other was taken since.
    private var wasStale = false
    private var adoptions = 0
    /// What the panel's port had recorded of pulses that were too long when it was last asked.
    private var light = LightCounters()

    /// A picture is too old when it is that late, and the next one is due already: after the process was stopped.
    static var staleness: Nanoseconds { .milliseconds(100) }

    /// Creates the loop of a link.
    package init(_ link: RefreshLink<Panel>, settings: Settings = Settings()) {
        self.link = link
        self.settings = settings
        machine = RefreshMachine(stall: settings.stall)
    }

    /// The state of the refresh.
    package var state: RefreshMachine.State { machine.state }

    /// Steps until the panel is dark for good, and sleeps in between.
    mutating func run(clock: some MonotonicClock) {
        while true {
            switch step(at: clock.now) {
            case .none: continue
            case .sleep(let deadline, let mark): link.exchange.sleep(until: deadline, mark: mark)
            case .finished: return
            }
        }
    }

    /// Does what is due at an instant.
    package mutating func step(at now: Instant) -> Wait {
        // Read before anything else is looked at, so that no later news is slept through.
        let mark = link.exchange.mark
        settings.heartbeat?(now)
        link.recordStep(at: now)
        recordRefreshTime(until: now)
        var facts = link.facts(darkenings: settings.darkenings?() ?? 0)
        facts.isPending = facts.isPending || hasMore
        let command = machine.next(at: now, facts)
        let wait = carryOut(command, at: now, mark: mark)
        if let cause = machine.darkening { link.counters.record(cause) }
        link.record(isLit: machine.state == .showing)
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

    /// Whether the batch that was taken has pictures that are still to be shown.
    private var hasMore: Bool { hasPicture && place + 1 < link.exchange.taken.pointee.count }

    private mutating func adopt() {
        machine.succeeded(.adopt)
        reportsNext = true
        // A panel that was opened again shows what the last one showed, until there is something newer.
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
                settings.takeBackEnd?()
                try link.panel.pointee.stop()
            }
            machine.succeeded(command)
            link.counters.record(link.panel.pointee.traffic)
        } catch {
            record(error, of: command, at: now)
        }
        return .none
    }

    private mutating func show(at now: Instant, mark: UInt32) -> Wait {
        var pending: Instant?
        switch link.exchange.take(at: now, stale: wasStale ? nil : Self.staleness) {
        case .nothing: break
        case .later(let due): pending = due
        case .stale:
            // A panel that is lit continues with what it shows.
            if isNew || !link.panel.pointee.needsRefresh { return waitForContent(at: now, mark: mark) }
            wasStale = true
            link.raiseNews()
        case .taken: begin(at: now)
        }
        advance(to: now)
        if isNew, !wasStale, let next, next <= now, now - due > Self.staleness {
            return waitForContent(at: now, mark: mark)
        }
        do {
            if isNew { try showNew(at: now) }
            if link.panel.pointee.needsRefresh {
                if hasPicture { return try refresh(at: now) }
            } else if let healing = link.panel.pointee.nextHealing, healing <= now {
                try link.panel.pointee.heal(at: now)
                link.counters.record(link.panel.pointee.traffic)
            }
            machine.succeeded(.show)
        } catch {
            record(error, of: .show, at: now)
            return .none
        }
        var wake = pending ?? .distantFuture
        if let healing = link.panel.pointee.nextHealing { wake = min(wake, healing) }
        if let next, next > now { wake = min(wake, next) }
        return .sleep(until: limit(wake, at: now), mark: mark)
    }

    /// Begins with a batch that was taken.
    private mutating func begin(at now: Instant) {
        (place, isNew) = (-1, false)
        // Where there was time enough, the content side wakes up by itself to draw the next batch.
        if let next = link.exchange.taken.pointee.next, next - now <= .pictureLead { reportsNext = true }
    }

    /// Advances to the picture of the batch that is due; those that were passed over on the way count as skipped.
    private mutating func advance(to now: Instant) {
        let batch = link.exchange.taken
        guard let found = batch.pointee.last(dueAt: now, after: place) else { return }
        let passed = found - place - (isNew ? 0 : 1)
        if passed > 0 { link.counters.add(Int64(passed), to: .skipped) }
        place = found
        isNew = true
        (due, next) = (batch.pointee.due(found), batch.pointee.next(after: found))
    }

    /// Lets the content side draw what is right now in place of a picture that has been wrong for long; when it does not,
    /// the picture is shown after all.
    private mutating func waitForContent(at now: Instant, mark: UInt32) -> Wait {
        wasStale = true
        link.raiseNews()
        return .sleep(until: limit(nil, at: now), mark: mark)
    }

    private mutating func showNew(at now: Instant) throws {
        try link.panel.pointee.show(link.exchange.taken.pointee.pictures[place], at: now)
        (isNew, wasStale) = (false, false)
        link.counters.add(1, to: .shown)
        link.counters.record(lateness: now - due)
        link.counters.record(link.panel.pointee.traffic)
        link.log?.add(due: due, shown: now)
        // After the picture is out: the next one is not in such a hurry.
        if reportsNext { link.raiseNews() }
        reportsNext = false
    }

    private mutating func refresh(at now: Instant) throws -> Wait {
        try link.panel.pointee.refresh(link.exchange.taken.pointee.pictures[place], at: now)
        let newest = link.panel.pointee.light
        if newest != light {
            link.counters.add(newest.since(light))
            light = newest
        }
        machine.succeeded(.show)
        refreshStart = now
        return .none
    }

    /// Counts the refresh that has ended, and the time since it began.
    private mutating func recordRefreshTime(until now: Instant) {
        guard let start = refreshStart else { return }
        link.counters.add(1, to: .refreshes)
        link.counters.add((now - start).count, to: .refreshTime)
        refreshStart = nil
    }

    private mutating func record(_ error: any Error, of command: RefreshMachine.Command, at now: Instant) {
        machine.failed(command, at: now)
        reportsNext = true
        link.counters.add(1, to: .errors)
        let words = "\(error)"
        link.lastError.publish(due: now) { $0 = words }
        link.raiseNews()
    }

    /// Never sleeps longer than until the next heartbeat, nor past the instant at which the content side counts as silent.
    private func limit(_ wake: Instant?, at now: Instant) -> Instant {
        var limit = min(wake ?? .distantFuture, now + settings.heartbeatInterval)
        let facts = link.facts(darkenings: 0)
        if machine.state == .showing, let silence = machine.silence(after: facts.contentHeartbeat) {
            limit = min(limit, silence + .one)
        }
        return limit
    }
}
