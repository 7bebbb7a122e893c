import Marquee
import PixelGraphics
import Timelines

/// What a zone shows of one priority, on a time line of its own that stands still while something more urgent is shown.
final class Showing {
    /// What it is.
    enum Kind {
        /// Messages, one after the other.
        case text(MessageContent)
        /// Messages side by side.
        case line(Marquee)
        /// The parts of a message.
        case parts(TimeLineContent)
    }

    /// What it is.
    let kind: Kind
    /// Whose turn it is; on a line, the first one.
    var shown: PlayedMessage
    /// When this turn began, on this time line.
    var turnStart: Instant
    /// The effects by which it comes and goes; nil for none.
    let effects: EffectContent?
    private let content: any Content
    /// How long this time line has stood still so far.
    private var delay = Nanoseconds.zero
    private var frozenAt: Instant?
    /// When a text that was followed by nothing is off the sign.
    private(set) var scrolledOffAt: Instant?

    init(
        _ kind: Kind, shown: PlayedMessage, size: Size, entrance: EffectSettings? = nil, exits: Bool = false,
        start: Instant
    ) {
        self.kind = kind
        self.shown = shown
        turnStart = start
        let inner: any Content
        switch kind {
        case .text(let text): inner = text
        case .line(let marquee): inner = marquee
        case .parts(let parts): inner = parts
        }
        let hasEffects = entrance != nil || exits
        effects = hasEffects ? EffectContent(inner, size: size, entrance: entrance, start: start) : nil
        content = effects ?? inner
    }

    /// What it is known by after a crash; 0 for messages side by side, of which each is known as it is laid out.
    var mark: UInt64 {
        if case .line = kind { 0 } else { shown.mark }
    }

    /// Whether it is on its way out.
    var isLeaving: Bool { goneAt != nil }

    /// When nothing of it is left to be seen, on this time line; nil as long as it is not on its way out.
    var goneAt: Instant? { effects?.goneAt ?? scrolledOffAt }

    /// A number that grows with every event.
    var revision: Int { content.revision }

    /// The controller of the motion; nil where nothing can be moved.
    var marquee: Marquee? {
        switch kind {
        case .text(let text): text.marquee
        case .line(let marquee): marquee
        case .parts: nil
        }
    }

    // MARK: Time

    /// The instant of this time line at an instant of the sign's.
    func local(_ instant: Instant) -> Instant { (frozenAt.map { min($0, instant) } ?? instant) - delay }

    /// The instant of the sign's time line at an instant of this one, if it goes on.
    func global(_ local: Instant) -> Instant { local + delay }

    /// Lets this time line stand still.
    func freeze(at instant: Instant) {
        if frozenAt == nil { frozenAt = instant }
    }

    /// Lets this time line go on from where it stands.
    func thaw(at instant: Instant) {
        guard let frozenAt else { return }
        delay = delay + (instant - frozenAt)
        self.frozenAt = nil
    }

    /// Lets a text that goes round scroll off the sign, with nothing behind it; returns whether it does.
    func scrollOff(at local: Instant) -> Bool {
        guard case .text(let text) = kind, let marquee = text.marquee, !marquee.isHeld,
            marquee.instant(ofCopiesIn: 1, notBefore: local) != nil
        else { return false }
        // Too large to stand still, whatever the text does where it fits.
        let blank = Size(width: text.size.width + 1, height: text.size.height + 1)
        marquee.replace(Band(mask: MonoBitmap(size: blank), ink: .dark, size: blank), at: local)
        scrolledOffAt = marquee.instant(ofCopiesIn: 1, notBefore: local)
        return scrolledOffAt.map { $0 > local } ?? false
    }

    /// Forgets that the text was to scroll off: another one follows.
    func stay() { scrolledOffAt = nil }

    // MARK: The picture

    func draw(at instant: Instant, into frame: inout Frame) { content.draw(at: local(instant), into: &frame) }

    func nextChange(after instant: Instant) -> Instant? {
        content.nextChange(after: local(instant)).map { $0 + delay }
    }

    // MARK: Turns

    /// The turn of parts that say nothing else, because they have no end of their own.
    static let timeOfParts = Nanoseconds.seconds(10)

    /// When cues are called next, on the time line of the sign; nil for never, and while it stands still.
    func nextCues(after instant: Instant) -> TimeLineContent.CueCall? {
        guard case .parts(let parts) = kind, frozenAt == nil else { return nil }
        return parts.nextCues(after: instant - delay).map { call in
            TimeLineContent.CueCall(instant: call.instant + delay, names: call.names)
        }
    }

    /// Lets texts within parts take their decisions.
    func direct(at instant: Instant) {
        if case .parts(let parts) = kind { parts.direct(at: local(instant)) }
    }

    /// When the turn ends on this time line, at `instant` of the sign's or later; nil for never.
    ///
    /// - Parameter isFollowed: whether what comes next follows at the seam.
    func turnEnd(notBefore instant: Instant, isFollowed: Bool) -> Instant? {
        let now = local(instant)
        if case .parts = kind {
            let time = shown.message.duration ?? Self.timeOfParts.times(shown.message.repeats ?? 1)
            return max(max(turnStart, effects?.arrivedAt ?? turnStart) + time, now)
        }
        guard case .text(let text) = kind else { return nil }
        let end = shown.message.duration.map { standsSince(now) + $0 } ?? cyclesEnd(of: text, now, isFollowed)
        return end.map { max($0, now) }
    }

    /// Since when what has come in stands; since its turn began, where it moves.
    private func standsSince(_ now: Instant) -> Instant {
        let arrived = max(turnStart, effects?.arrivedAt ?? turnStart)
        return marquee?.instant(ofRestNotBefore: arrived) ?? arrived
    }

    private func cyclesEnd(of text: MessageContent, _ now: Instant, _ isFollowed: Bool) -> Instant? {
        let cycles = shown.message.repeats ?? 1
        guard let marquee = text.marquee else {
            return text.round.map { max(turnStart, effects?.arrivedAt ?? turnStart) + $0.times(cycles) }
        }
        if !marquee.isMoving {
            let time = text.message.pageTime ?? text.message.usualTime
            return standsSince(now) + time.times(cycles)
        }
        return isFollowed
            ? marquee.instant(ofCopiesIn: cycles, notBefore: now)
                ?? marquee.instant(ofCyclesDone: cycles, notBefore: now)
            : marquee.instant(ofCyclesDone: cycles, notBefore: now)
    }
}

extension Nanoseconds {
    /// That many times this length, saturated.
    func times(_ count: Int) -> Nanoseconds {
        let (product, overflow) = self.count.multipliedReportingOverflow(by: Int64(clamping: count))
        return overflow ? .max : Nanoseconds(product)
    }
}
