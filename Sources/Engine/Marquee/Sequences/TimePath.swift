import PixelGraphics
import Timelines

/// The way from the time of the sign to that of a part: later, slower or faster, and seen only at ticks.
///
/// An instant of the sign is first brought down to the cadence, then taken through the mappings from the outermost to
/// the innermost one, then brought down to the last tick (the start, before the first one).
public struct TimePath {
    /// From the outermost to the innermost one.
    public var mappings: [TimeMapping]
    /// The instants, on the innermost timeline, at which the part may change; nil for whenever it changes.
    public var ticks: (any TickSchedule)?
    /// How often it may change; nil for always.
    public var cadence: SharedCadence?
    /// Where all of the timelines begin.
    public var start: Instant

    /// Creates a way; without anything in it, the part has the time of the sign.
    public init(
        mappings: [TimeMapping] = [], ticks: (any TickSchedule)? = nil, cadence: SharedCadence? = nil,
        start: Instant = .zero
    ) {
        self.mappings = mappings
        self.ticks = ticks
        self.cadence = cadence
        self.start = start
    }

    /// Grows when the cadence changes.
    public var revision: Int { cadence?.revision ?? 0 }

    /// Returns the part's own instant.
    public func inner(_ instant: Instant) -> Instant {
        let local = mapped(paced(instant))
        guard let ticks else { return local }
        return ticks.latest(at: local)?.instant ?? start
    }

    /// Returns the first instant of the sign after `instant` at which a change of the part's own timeline is seen; nil
    /// for never.
    public func outer(_ change: Instant, after instant: Instant) -> Instant? {
        var next = change
        if let ticks {
            let local = mapped(paced(instant))
            if next <= local || ticks.latest(at: next)?.instant != next {
                guard let tick = ticks.next(after: max(next, local)) else { return nil }
                next = tick
            }
        }
        for number in mappings.indices {
            guard let outer = mappings[mappings.count - 1 - number].global(next) else { return nil }
            next = outer
        }
        let seen = cadence?.grid(epoch: start)?.line(atOrAfter: next) ?? next
        return seen > instant ? seen : nil
    }

    /// Takes an instant through the mappings.
    private func mapped(_ instant: Instant) -> Instant {
        var local = instant
        for number in mappings.indices { local = mappings[number].local(local) }
        return local
    }

    private func paced(_ instant: Instant) -> Instant {
        cadence?.grid(epoch: start)?.line(atOrBefore: instant) ?? instant
    }
}

/// The cadence that the parts of a timeline share; see ``Cadence``.
public final class SharedCadence {
    /// How often the parts may change.
    public var cadence: Cadence {
        didSet {
            if cadence != oldValue { revision += 1 }
        }
    }
    /// Grows when the cadence changes.
    public private(set) var revision = 0

    /// Creates a cadence.
    public init(_ cadence: Cadence = .live) {
        self.cadence = cadence
    }

    /// The grid of the instants at which something may change; nil for all.
    func grid(epoch: Instant) -> RefreshGrid? {
        cadence == .live ? nil : RefreshGrid(epoch: epoch, interval: cadence.minimumInterval)
    }
}

/// Content whose time is not that of the sign; see ``TimePath``.
public final class PacedContent: Content {
    private let inner: any Content
    private let path: TimePath

    /// Creates content.
    public init(_ inner: any Content, _ path: TimePath) {
        self.inner = inner
        self.path = path
    }

    /// That of the inner content and of the cadence.
    public var revision: Int { inner.revision + path.revision }

    /// Draws the inner content at its own instant.
    public func draw(at instant: Instant, into frame: inout Frame) { inner.draw(at: path.inner(instant), into: &frame) }

    /// Returns when the inner content's next change is seen.
    public func nextChange(after instant: Instant) -> Instant? {
        inner.nextChange(after: path.inner(instant)).flatMap { path.outer($0, after: instant) }
    }
}
