import PixelGraphics
import Timelines

/// Content that stands, loops or bounces in a window: the controller that knows the position.
///
/// It outlives whatever draws it: restarting an output, a preview or a connection never restarts the scroll. Events
/// (new content, a pause, a drag) carry the instant at which they happen and come in order of time; `draw` answers for
/// instants from the last event on. Drawing costs O(visible columns) and allocates nothing after the first call.
public final class Marquee: Content {
    /// The window in pixels.
    public private(set) var size: Size
    /// A number that grows with every event.
    public private(set) var revision = 0
    private var state: MarqueeState<ColoredStrip> {
        didSet {
            plan = MarqueePlan(state, size: size)
            revision += 1
        }
    }
    private var plan: MarqueePlan
    /// Where the two neighbours of a position between pixels are drawn before they are blended.
    private var neighbours: (first: Canvas, second: Canvas)?

    /// Creates a marquee in a window of a size that starts to move at an instant.
    public init(_ strip: ColoredStrip, style: MarqueeStyle = MarqueeStyle(), size: Size, start: Instant = .zero) {
        self.size = size
        state = Marquee.state(of: strip, style: style, size: size, start: start)
        plan = MarqueePlan(state, size: size)
    }

    /// How it moves and where it stands.
    public var style: MarqueeStyle { state.style }

    /// Whether it moves as the mirror image of a text that is read from left to right.
    var isMirrored: Bool { state.isMirrored }

    /// Whether it stands still until `resume`.
    package var isPaused: Bool { state.isPaused }
    /// What it shows, or shows next.
    public var strip: ColoredStrip { state.sequence.newest.content }
    /// Whether the automatic motion waits for a drag or a pause to end.
    public var isHeld: Bool { state.isHeld }
    /// Whether the content moves by itself.
    public var isMoving: Bool { state.mode != .still }
    /// The mean speed of the automatic motion to the right (down), in 1/65536 px per second; zero if it waits, stands or
    /// goes back and forth.
    public var velocity: Int64 {
        guard state.mode == .loop, !state.isHeld else { return 0 }
        let forward = state.automaticSpeed.subpixelsPerSecond
        return state.isMirrored ? forward : 0 &- forward
    }
    /// When the last of a limited number of cycles ends; nil for never.
    public var end: Instant? { state.end }

    /// Returns how far the content has moved to the left (or up), in whole pixels.
    ///
    /// Looping content counts on beyond its period; take it modulo content length and spacing.
    public func offset(at instant: Instant) -> Int {
        let offset = Int(MotionStep.pixel.index(of: plan.trajectory.position(at: plan.shownInstant(instant))))
        return state.isMirrored ? 0 - offset : offset
    }

    /// Returns the first instant, `earliest` or later, at which `count` copies of the newest content have come in as a
    /// whole: what is given to `replace` with a seam then comes in right behind them.
    ///
    /// A later one if these have come in before `earliest`; nil if nothing loops, or if that never happens.
    public func instant(ofCopiesIn count: Int, notBefore earliest: Instant) -> Instant? {
        state.instant(ofCopiesIn: count, notBefore: earliest)
    }

    /// Returns the first instant, `earliest` or later, at which `count` cycles of the newest content have ended.
    ///
    /// A later one if these have ended before `earliest`; nil if nothing moves, or if that never happens.
    public func instant(ofCyclesDone count: Int, notBefore earliest: Instant) -> Instant? {
        state.instant(ofCyclesDone: count, notBefore: earliest)
    }

    /// Returns the first instant, `earliest` or later, at which content that stands still has come to its place; nil
    /// where it moves or is held.
    public func instant(ofRestNotBefore earliest: Instant) -> Instant? {
        state.instant(ofRestNotBefore: earliest)
    }

    /// One cycle without waiting for others; nil for what does not go round endlessly.
    var ownCycle: KnotMotion? { state.ownCycle }

    /// When the current cycle ends; nil for what stands at the beginning of one, or is held.
    func cycleEnd(at instant: Instant) -> Instant? { state.cycleEnd(at: instant) }

    /// Takes a time for each cycle, of which the next one begins at an instant; what is on its way finishes its cycle first.
    func keepStep(cycle: Nanoseconds, next: Instant, at instant: Instant) {
        state.keepStep(cycle: cycle, next: next, at: instant)
    }

    /// Where the top left pixel of content that stands still is in the window at an instant; nil for what moves.
    func corner(at instant: Instant) -> Point? {
        guard !isMoving else { return nil }
        return plan.corner(at: Int(MotionStep.pixel.index(of: plan.trajectory.position(at: instant))))
    }

    // MARK: The axis of motion

    /// A strip as it lies along the axis of motion, which begins at the right where the motion is mirrored.
    private static func stretch(
        of strip: ColoredStrip, _ style: MarqueeStyle, isMirrored: Bool
    ) -> MarqueeState<ColoredStrip>.Stretch {
        let isHorizontal = style.direction.isHorizontal
        let length = isHorizontal ? strip.size.width : strip.size.height
        let part = isHorizontal ? strip.columns : 0..<strip.size.height
        guard isMirrored else { return .init(content: strip, length: length, fitting: part, speeds: strip.speeds) }
        return .init(
            content: strip, length: length, fitting: length - part.upperBound..<length - part.lowerBound,
            speeds: strip.speeds.mirrored(length: length))
    }

    private static func state(
        of strip: ColoredStrip, style: MarqueeStyle, size: Size, start: Instant
    ) -> MarqueeState<ColoredStrip> {
        let isMirrored = style.isMirrored(strip.textDirection)
        return MarqueeState(
            stretch(of: strip, style, isMirrored: isMirrored), style: style, isMirrored: isMirrored,
            extent: style.direction.isHorizontal ? size.width : size.height, start: start)
    }

    /// Whether a strip goes along the axis the other way than what is shown; one that fits stands whichever way it is read.
    private func isOpposite(_ strip: ColoredStrip, _ style: MarqueeStyle) -> Bool {
        guard style.isMirrored(strip.textDirection) != state.isMirrored else { return false }
        return style.scroll != .auto || strip.columns.count > size.width
    }

    /// Shows a strip from its first position, as it is read.
    private func turn(to strip: ColoredStrip, _ style: MarqueeStyle, at instant: Instant) {
        let isMirrored = style.isMirrored(strip.textDirection)
        state.turn(
            to: Self.stretch(of: strip, style, isMirrored: isMirrored), style: style, isMirrored: isMirrored,
            at: instant)
    }

    // MARK: Events

    /// Shows another strip from an instant on.
    public func replace(_ strip: ColoredStrip, swap: Swap = .seam, at instant: Instant) {
        if isOpposite(strip, style) {
            turn(to: strip, style, at: instant)
        } else {
            state.replace(Self.stretch(of: strip, style, isMirrored: state.isMirrored), swap: swap, at: instant)
        }
    }

    /// Shows another strip in place of the current one from an instant on, such as a line in which a value has changed.
    ///
    /// What both have the same at their ends, pixel by pixel, stays in its place, in the longest stretch of it that can
    /// be seen; what is between moves no more than the lengths differ.
    ///
    /// - Parameters:
    ///   - swap: how a strip that moves gives way to one that fits; with `seam` the new one follows in.
    ///   - keepsLetters: whether only whole letters count as the same, as in texts: pixels between empty columns (rows). What
    ///     stands on a box is one letter with it.
    public func exchange(
        for strip: ColoredStrip, swap: Swap = .seam, keepsLetters: Bool = false, at instant: Instant
    ) {
        guard !isOpposite(strip, style) else { return turn(to: strip, style, at: instant) }
        let (old, isHorizontal, isMirrored) = (self.strip, style.direction.isHorizontal, state.isMirrored)
        func kept() -> KeptEnds {
            let kept = strip.keptEnds(of: old, isHorizontal: isHorizontal, inLetters: keepsLetters)
            return isMirrored ? KeptEnds(start: kept.end, end: kept.start) : kept
        }
        state.exchange(
            for: Self.stretch(of: strip, style, isMirrored: isMirrored), keeping: kept(), swap: swap, at: instant)
    }

    /// Moves by another style from an instant on, without a jump; turning from horizontal to vertical starts again.
    public func apply(_ style: MarqueeStyle, at instant: Instant) {
        if style.direction.isHorizontal != self.style.direction.isHorizontal {
            state = Marquee.state(of: strip, style: style, size: size, start: instant)
        } else if isOpposite(strip, style) {
            turn(to: strip, style, at: instant)
        } else {
            state.apply(style, at: instant)
        }
    }

    /// Moves on in a window of another size from an instant on: what goes round stays where it is from the edge at which it begins.
    func resize(to size: Size, at instant: Instant) {
        self.size = size
        state.resize(to: style.direction.isHorizontal ? size.width : size.height, at: instant)
    }

    /// Stops at its position until `resume`.
    public func pause(at instant: Instant) { state.pause(at: instant) }

    /// Continues from its position after `pause` or `stop`.
    public func resume(at instant: Instant) { state.resume(at: instant) }

    /// Returns to the start position and stands there until `resume`.
    public func stop(at instant: Instant) { state.stop(at: instant) }

    /// Starts a drag: the automatic motion waits.
    public func beginDrag(at instant: Instant) { state.beginDrag(at: instant) }

    /// Moves the dragged content to `pixels` right of (below, for vertical motion) where the drag started, exactly.
    public func drag(by pixels: Int, at instant: Instant) {
        state.drag(by: state.isMirrored ? 0 &- pixels : pixels, at: instant)
    }

    /// Releases the content while it moves to the right (down) at `velocity` in 1/65536 px per second.
    ///
    /// Position and speed continue without a jump: x(t) = x0 + v t + (u - v) tau (1 - exp(-t / tau)).
    public func release(velocity: Int64 = 0, at instant: Instant) {
        state.release(velocity: state.isMirrored ? 0 &- velocity : velocity, at: instant)
    }

    // MARK: The picture

    /// Draws the window at an instant; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let plan = self.plan
        let position = plan.trajectory.position(at: plan.shownInstant(instant))
        let pixels = Int(MotionStep.pixel.index(of: position))
        let fraction = plan.isSmooth ? Int(MotionStep.blend.index(of: position) & 255) : 0
        if fraction > 0, frame.canvas.format == .rgb {
            blend(plan, pixels: pixels, fraction: fraction, instant: instant, into: &frame)
        } else {
            plan.draw(at: pixels, into: &frame.canvas, instant: instant)
        }
    }

    /// Returns the first instant after `instant` at which the offset differs, or something blinks or is animated; see ``Content``.
    public func nextChange(after instant: Instant) -> Instant? {
        let plan = self.plan
        return nextMotion(after: instant, plan).earlier(plan.nextLook(after: instant))
    }

    private func nextMotion(after instant: Instant, _ plan: MarqueePlan) -> Instant? {
        guard !plan.isUniform else { return nil }
        guard plan.isSmooth else { return plan.trajectory.nextChange(after: instant, step: .pixel) }
        return plan.trajectory.nextChange(after: plan.shownInstant(instant), step: .blend)
            .map { plan.grid.line(atOrAfter: $0) }
    }

    private func blend(
        _ plan: MarqueePlan, pixels: Int, fraction: Int, instant: Instant, into frame: inout Frame
    ) {
        let (area, tracksCoverage) = (frame.canvas.areaSize, frame.canvas.tracksCoverage)
        if neighbours?.first.size != area || neighbours?.first.tracksCoverage != tracksCoverage {
            let empty = Canvas(size: area, format: .rgb, tracksCoverage: tracksCoverage)
            neighbours = (empty, empty)
        }
        if var pair = neighbours.take() {
            // Both are drawn over what is there, so that what neither covers stays.
            pair.first.copy(areaOf: frame.canvas)
            pair.second.copy(areaOf: frame.canvas)
            plan.draw(at: pixels, into: &pair.first, instant: instant)
            plan.draw(at: pixels + 1, into: &pair.second, instant: instant)
            frame.canvas.blend(pair.first, pair.second, fraction: fraction)
            neighbours = pair
        }
    }
}
