import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// The content of one priority level of a zone.
///
/// Its timeline stops while something more urgent is shown.
final class LevelContent {
    enum Kind {
        /// Messages, one after the other.
        case text(MessageContent)
        /// Messages side by side.
        case line(Marquee)
        case parts(PartsContent)
        /// Pictures from the network.
        case stream(StreamContent)
    }

    let kind: Kind
    /// The message whose turn it is; on a line, the first one.
    var shown: PlayedMessage
    /// When this turn started, on this timeline.
    var turnStart: Instant
    /// The effects of its entrance and exit; nil for none.
    let effects: EffectContent?
    private let content: any Content
    /// How long this timeline has been stopped so far.
    private var delay = Nanoseconds.zero
    private var frozenAt: Instant?
    /// When a text that nothing follows has left the sign.
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
        case .stream(let stream): inner = stream
        }
        let hasEffects = entrance != nil || exits
        effects = hasEffects ? EffectContent(inner, size: size, entrance: entrance, start: start) : nil
        content = effects ?? inner
    }

    /// The mark that identifies it after a crash; 0 for messages side by side, which are marked one by one in layout.
    var mark: UInt64 {
        if case .line = kind { 0 } else { shown.mark }
    }

    var isLeaving: Bool { goneAt != nil }

    /// Whether its timeline stands still.
    var isFrozen: Bool { frozenAt != nil }

    /// When it has left the sign, on this timeline; nil unless it is leaving.
    var goneAt: Instant? { effects?.goneAt ?? scrolledOffAt }

    /// A number that increases with every event.
    var revision: Int { content.revision }

    /// The controller of the motion; nil if nothing can be moved.
    var marquee: Marquee? {
        switch kind {
        case .text(let text): text.marquee
        case .line(let marquee): marquee
        case .parts, .stream: nil
        }
    }

    /// Converts an instant of the sign's timeline to this one.
    func local(_ instant: Instant) -> Instant { (frozenAt.map { min($0, instant) } ?? instant) - delay }

    /// Converts an instant of this timeline to the sign's, if this one keeps running.
    func global(_ local: Instant) -> Instant { local + delay }

    /// Stops this timeline.
    func freeze(at instant: Instant) {
        if frozenAt == nil { frozenAt = instant }
    }

    /// Resumes this timeline where it stopped.
    func thaw(at instant: Instant) {
        guard let frozenAt else { return }
        delay = delay + (instant - frozenAt)
        self.frozenAt = nil
    }

    /// Lets a looping text scroll off the sign, with nothing after it; returns whether it does.
    func scrollOff(at local: Instant) -> Bool {
        guard case .text(let text) = kind, let marquee = text.marquee, !marquee.isHeld else { return false }
        guard marquee.instant(ofCopiesIn: 1, notBefore: local) != nil else {
            // An empty text that follows the one before it is there when that one has gone.
            scrolledOffAt = shown.isEmpty ? marquee.instant(ofRestNotBefore: local) : nil
            return scrolledOffAt.map { $0 > local } ?? false
        }
        // Larger than the zone, so that it moves even where texts that fit stand still.
        let blank = Size(width: text.size.width + 1, height: text.size.height + 1)
        var strip = ColoredStrip(mask: MonoBitmap(size: blank), ink: .dark, size: blank)
        strip.textDirection = marquee.strip.textDirection
        marquee.replace(strip, at: local)
        scrolledOffAt = marquee.instant(ofCopiesIn: 1, notBefore: local)
        return scrolledOffAt.map { $0 > local } ?? false
    }

    /// Keeps the text from scrolling off: another one follows.
    func stay() { scrolledOffAt = nil }

    func draw(at instant: Instant, into frame: inout Frame) { content.draw(at: local(instant), into: &frame) }

    func nextChange(after instant: Instant) -> Instant? {
        content.nextChange(after: local(instant)).map { $0 + delay }
    }

    /// The default turn of parts and streams, which have no end of their own.
    static let timeOfParts = Nanoseconds.seconds(10)

    /// When the next cues are called, on the sign's timeline; nil for never, and while this one is stopped.
    func nextCues(after instant: Instant) -> PartsContent.CueCall? {
        guard case .parts(let parts) = kind, frozenAt == nil else { return nil }
        return parts.nextCues(after: instant - delay).map { ($0.instant + delay, $0.names) }
    }

    /// Lets texts within parts make their decisions.
    func direct(at instant: Instant) {
        if case .parts(let parts) = kind { parts.direct(at: local(instant)) }
    }

    /// When the turn ends on this timeline, at `instant` of the sign's or later; nil for never.
    ///
    /// - Parameter isFollowed: whether the next message follows at the seam.
    func turnEnd(notBefore instant: Instant, isFollowed: Bool) -> Instant? {
        let now = local(instant)
        if case .stream = kind { return max(turnStart + Self.timeOfParts, now) }
        if case .parts = kind {
            let time = shown.message.duration ?? Self.timeOfParts.times(Int64(shown.message.repeats ?? 1))
            return max(max(turnStart, effects?.arrivedAt ?? turnStart) + time, now)
        }
        guard case .text(let text) = kind else { return nil }
        if shown.isServed { return picturesEnd(of: text, now) }
        let end = shown.message.duration.map { standsSince(now) + $0 } ?? cyclesEnd(of: text, now, isFollowed)
        return end.map { max($0, now) }
    }

    /// When the content came to rest after its entrance; the start of its turn if it moves.
    private func standsSince(_ now: Instant) -> Instant {
        let arrived = max(turnStart, effects?.arrivedAt ?? turnStart)
        return marquee?.instant(ofRestNotBefore: arrived) ?? arrived
    }

    /// When the picture of a server has been there for its time: after whole rounds of its animation.
    private func picturesEnd(of text: MessageContent, _ now: Instant) -> Instant {
        let end = max(standsSince(now) + shown.turnTime, now)
        guard let image = text.message.image, image.pictureCount > 1 else { return end }
        let (start, round) = (text.message.imageStart, image.duration.count)
        let rounds = max((end - start).count + round - 1, round) / round
        return start + Nanoseconds(rounds * round)
    }

    private func cyclesEnd(of text: MessageContent, _ now: Instant, _ isFollowed: Bool) -> Instant? {
        let cycles = shown.message.repeats ?? 1
        guard let marquee = text.marquee else {
            return text.round.map { max(turnStart, effects?.arrivedAt ?? turnStart) + $0.times(Int64(cycles)) }
        }
        if !marquee.isMoving || Self.hasNoSpeed(marquee) {
            let time = text.message.pageTime ?? text.message.defaultTime
            return standsSince(now) + time.times(Int64(cycles))
        }
        return isFollowed
            ? marquee.instant(ofCopiesIn: cycles, notBefore: now)
                ?? marquee.instant(ofCyclesDone: cycles, notBefore: now)
            : marquee.instant(ofCyclesDone: cycles, notBefore: now)
    }

    /// Whether what would move has a speed of zero, so that it has no cycles: each one counts as the time to read it.
    private static func hasNoSpeed(_ marquee: Marquee) -> Bool {
        if case .speed(let speed) = marquee.style.pace { speed.isZero } else { false }
    }
}

/// The newest picture of a stream as content: it changes when another one comes, and never by time.
///
/// It has no revision of its own: a new picture is no reason to decide anything, and the player counts those that are seen.
final class StreamContent: Content {
    private var picture: RGBBitmap

    /// Creates black content.
    init(size: Size) { picture = RGBBitmap(size: size) }

    /// Shows another picture; allocates only where its size is another one than that of the last.
    func take(_ new: RGBBitmap) {
        if new.size != picture.size { picture = RGBBitmap(size: new.size) }
        picture.copyPixels(of: new)
    }

    /// Draws the picture at the top left of the area; a mono panel is lit where it is at least half as bright as white.
    func draw(at instant: Instant, into frame: inout Frame) {
        frame.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
    }

    func nextChange(after instant: Instant) -> Instant? { nil }
}
