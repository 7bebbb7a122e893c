import BitmapFonts
import PixelGraphics
import Timelines

/// A message on an area: laid out, rasterized once, and in motion as its style says.
///
/// Laying out allocates and may take milliseconds for long texts; drawing allocates nothing after the first call.
public final class MessageContent: Content {
    /// The area in pixels.
    public private(set) var size: Size
    /// What is shown, or shown next.
    public private(set) var message: Message
    /// A number that grows with every event.
    public var revision: Int {
        // Asked for several times a frame: without a copy of what is shown.
        switch shown {
        case .marquee(let marquee, _): earlierRevisions + marquee.revision
        case .pages(let sequence): earlierRevisions + sequence.revision
        case .slides: earlierRevisions
        }
    }
    /// The revisions of what is no longer shown, and one for every replacement.
    private var earlierRevisions = 0
    private var shown: Shown

    /// What a message has become.
    private enum Shown {
        case marquee(Marquee, lines: Int)
        case pages(ContentSequence)
        /// Images that take each other's places by an effect, the time of one round of them, and when the last round ends.
        case slides(Layers, round: Nanoseconds, end: Instant?)

        var content: any Content {
            switch self {
            case .marquee(let marquee, _): return marquee
            case .pages(let sequence): return sequence
            case .slides(let show, _, _): return show
            }
        }
    }

    /// How long a text stands that has come in by an effect and then moves, unless it has a pause of its own: long enough
    /// for the eye to find its first word.
    public static let pauseAfterEffect = Nanoseconds.seconds(1)

    /// Lays a message out for an area; its motion starts at an instant.
    ///
    /// - Parameter arrival: when an effect has brought it in: until then nothing moves and no page is turned, and what then
    ///   moves stands for its `hold`, or else for `pauseAfterEffect`; nil for a message that is just there.
    /// - Throws: `LayoutError` if the text is too long or too large.
    public init(
        _ message: Message, size: Size, start: Instant = .zero, arrival: Instant? = nil
    ) throws(LayoutError) {
        self.message = message
        self.size = size
        var start = start
        if let arrival {
            let turnsPages = message.turnsPages
            let pause = message.motion.hold > .zero || turnsPages ? .zero : Self.pauseAfterEffect
            start = max(start, arrival) + pause
        }
        shown = try MessageContent.shown(message, try message.laidInMotion(size), size: size, start: start)
    }

    /// The controller of the motion, for drags and pauses; nil if the message is shown in pages, or slides by an effect.
    public var marquee: Marquee? {
        guard case .marquee(let marquee, _) = shown else { return nil }
        return marquee
    }

    /// When the last of a limited number of cycles or rounds ends; nil for never.
    public var end: Instant? {
        switch shown {
        case .marquee(let marquee, _): return marquee.end
        case .pages(let sequence): return sequence.end
        case .slides(_, _, let end): return end
        }
    }

    /// The time of one round of pages, or of slides with an effect; nil for what moves or stands.
    public var round: Nanoseconds? {
        switch shown {
        case .marquee: return nil
        case .pages(let sequence): return sequence.round
        case .slides(_, let round, _): return round
        }
    }

    /// Whether nothing can be seen.
    public var isEmpty: Bool { message.text.isEmpty && message.background == nil && message.image == nil }

    /// Shows another message from an instant on; if both move along the same axis the new one follows as `swap` says.
    ///
    /// With `now` what both texts have in common at their ends stays in its place, in the longest stretch of it that can
    /// be seen, and what is between moves no more than the widths differ. Of pages, the one that is shown stays on for the
    /// rest of its time.
    ///
    /// - Parameter isUpdate: whether it is the same message with other values: then it stays in its place in any case, and `swap`
    ///   says how a text that moves gives way to one that fits.
    /// - Throws: `LayoutError`; the old message stays then.
    public func replace(
        _ message: Message, swap: Swap = .seam, isUpdate: Bool = false, at instant: Instant
    ) throws(LayoutError) {
        let isInPlace = isUpdate || swap == .now
        let moving = try message.laidInMotion(size)
        if case .marquee(let old, _) = shown, let moving,
            old.style.direction.isHorizontal == moving.message.motion.direction.isHorizontal
        {
            let (strip, style) = (try moving.message.strip(of: moving.laid), moving.message.motion)
            if old.style != style { old.apply(style, at: instant) }
            if isInPlace {
                old.exchange(for: strip, swap: swap, keepsLetters: true, at: instant)
            } else {
                old.replace(strip, swap: swap, at: instant)
            }
            shown = .marquee(old, lines: moving.laid.lines.count)
        } else {
            let next = try MessageContent.shown(message, moving, size: size, start: instant)
            earlierRevisions += shown.content.revision
            if case .pages(let old) = shown, case .pages(let new) = next, isInPlace {
                shown = .pages(new.takingOver(from: old, at: instant))
            } else {
                shown = next
            }
        }
        self.message = message
        earlierRevisions += 1
    }

    /// Shows the same message, perhaps with other values, on an area of another size from an instant on; a text on one line moves on
    /// where it is.
    ///
    /// - Throws: `LayoutError`; it is cut off then, or has space to spare.
    package func replace(_ message: Message, size: Size, at instant: Instant) throws(LayoutError) {
        self.size = size
        if case .marquee(let marquee, _) = shown { marquee.resize(to: size, at: instant) }
        try replace(message, isUpdate: true, at: instant)
    }

    /// Moves by another style from an instant on: it continues from its position if the text stays on the same axis.
    ///
    /// - Throws: `LayoutError`; all stays as it was then.
    public func apply(_ motion: MarqueeStyle, at instant: Instant) throws(LayoutError) {
        var next = message
        next.motion = motion
        // Whether lines fit depends on where they stand, and whether they move up on whether they may move.
        let isLaidAlike =
            motion.scroll == message.motion.scroll && motion.verticalAlign == message.motion.verticalAlign
        guard case .marquee(let marquee, let lines) = shown, motion.align == message.motion.align,
            isLaidAlike || lines <= 1,
            motion.direction.isHorizontal == message.motion.direction.isHorizontal,
            motion.direction.isHorizontal == marquee.style.direction.isHorizontal
        else { return try replace(next, at: instant) }
        var style = motion
        if message.reducesMotion { style.scroll = .never }
        marquee.apply(style, at: instant)
        message = next
    }

    /// Draws the background and the message; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        if let background = message.background {
            frame.canvas.fill(Ink(behind: message.color, color: background))
        }
        shown.content.draw(at: instant, into: &frame)
    }

    /// Returns when the message looks different.
    public func nextChange(after instant: Instant) -> Instant? {
        shown.content.nextChange(after: instant)
    }

    // MARK: Layout

    private static func shown(
        _ message: Message, _ moving: (message: Message, laid: LaidText)?, size: Size, start: Instant
    ) throws(LayoutError) -> Shown {
        if let slides = message.slides { return MessageContent.slides(slides, message, size: size) }
        guard let moving else { return try pages(message, size: size, start: start) }
        let strip = try moving.message.strip(of: moving.laid)
        return .marquee(
            Marquee(strip, style: moving.message.motion, size: size, start: start), lines: moving.laid.lines.count)
    }

    private static func slides(
        _ slides: (show: ImageAnimation, effect: EffectSettings), _ message: Message, size: Size
    ) -> Shown {
        let (show, start) = (slides.show, message.imageStart)
        let corner = Point(
            x: message.motion.align.start(free: size.width - show.size.width),
            y: message.motion.verticalAlign.start(free: size.height - show.size.height))
        let layers = Layers()
        layers.add(
            SlideShowContent(show, by: slides.effect, start: start),
            in: Rectangle(x: corner.x, y: corner.y, width: show.size.width, height: show.size.height))
        let end = message.motion.repeats.map { start + show.duration.times(Int64($0)) }
        return .slides(layers, round: show.duration, end: end)
    }

    private static func pages(_ message: Message, size: Size, start: Instant) throws(LayoutError) -> Shown {
        var parts: [(content: any Content, time: Nanoseconds)] = []
        // Pages are on timelines of their own.
        var message = message
        message.imageStart = .zero
        let direction = message.textDirection
        for laid in try message.laidPages(size) {
            let page = Still(
                try message.strip(of: laid, direction: direction), in: size, align: message.motion.align,
                verticalAlign: message.motion.verticalAlign)
            let letters = laid.lines.reduce(0) { $0 + $1.glyphs.count }
            parts.append((page, message.pageTime ?? Message.readingTime(letters: letters)))
        }
        return .pages(ContentSequence(parts, start: start, repeats: message.motion.repeats))
    }
}

extension MessageContent {
    /// Where the letters of a text stand in its area at an instant; nil for one that moves or turns pages.
    public func letterAreas(at instant: Instant) -> [Rectangle]? {
        guard let marquee, marquee.instant(ofRestNotBefore: instant) == instant,
            let corner = marquee.corner(at: instant), let laid = try? message.laidInMotion(size)?.laid
        else { return nil }
        var areas: [Rectangle] = []
        for (line, origin) in zip(laid.lines, laid.block.origins) {
            for placed in line.glyphs {
                areas.append(
                    Rectangle(
                        x: corner.x + origin.x + placed.x, y: corner.y + origin.y - line.ascent,
                        width: max(placed.glyph.advance, 1), height: line.height))
            }
        }
        return areas
    }
}

extension Message {
    /// Lays the message out as one strip, for lines that it shares with others.
    ///
    /// - Throws: `LayoutError` if the text is too long or too large.
    public func strip() throws(LayoutError) -> ColoredStrip { try strip(of: try laid()) }
}

extension Speed {
    /// The fastest speed, in px/s, at which text can be read that moves along a window; its letters have an average width.
    ///
    /// Two bounds: no more than 15 letters a second may pass (180 words a minute, a slow reader's pace), and every letter has
    /// to be in the window for 0.6 seconds, about three glances.
    package static func readable(windowWidth: Int, letterWidth: Int) -> Int {
        let letter = max(1, letterWidth)
        let exposure = min(max(0, windowWidth), 1 << 20) * 5 / 3
        return max(1, min(exposure, 15 * min(letter, 1 << 20)))
    }

    /// Returns the warning about a speed above a readable one, or nil if the text can be read.
    package func readingWarning(limit: Int) -> String? {
        guard numerator.magnitude > UInt64(limit) * UInt64(denominator) else { return nil }
        let shown = (Int64(clamping: numerator.magnitude) + denominator - 1) / denominator
        return "\(shown) px/s is too fast to read on this sign; use at most \(limit) px/s"
    }
}
