import PixelGraphics
import Timelines

/// How new content takes the place of old content.
///
/// Old content that stands still, or bounces, is replaced at once whatever is asked for.
public enum Swap: String, Hashable, Sendable, CaseIterable {
    /// The new content follows the old one in at the edge; what fits then stands when it has come to its place.
    case seam
    /// Replaced in place; the position is kept.
    case now
    /// The new content starts from its first position.
    case restart
}

/// Where a marquee's content is at every instant, given what has happened to it: a pure state machine.
///
/// Events carry their instants, in order; between events the position is a function of time. Positions count the pixels
/// by which content has moved to the left (or up), in 1/65536 pixel.
struct MarqueeState<Content> {
    typealias Stretch = StripSequence<Content>.Stretch

    /// What kind of motion the current content and style call for.
    enum Mode: Hashable {
        /// Stands still where the alignment puts it.
        case still
        case loop
        /// Bounces between its two ends.
        case bounce
    }

    private(set) var style: MarqueeStyle
    /// Whether positions count from right to left: the motion is that of the mirror image, to the left.
    private(set) var isMirrored: Bool
    /// The pixels of the window along the direction of motion.
    var extent: Int
    var sequence: StripSequence<Content>
    var trajectory = Trajectory(.rest(0))
    /// The time that each cycle takes together with others; nil for one that goes alone.
    var cycle: Nanoseconds?
    /// Where content that stands still starts in the sequence.
    var stillStart = 0
    private var control = Control.automatic
    /// The motion that a pause interrupted, as long as nothing else has changed.
    private var interrupted: Trajectory?

    /// What controls the motion.
    private enum Control: Hashable {
        case automatic
        /// Paused or stopped since an instant.
        case paused(Instant)
        /// Dragged from a position; whether the motion was paused before.
        case dragging(from: Int64, wasPaused: Bool)
    }

    init(_ first: Stretch, style: MarqueeStyle, isMirrored: Bool = false, extent: Int, start: Instant) {
        self.style = style
        self.isMirrored = isMirrored
        self.extent = min(max(extent, 0), 1 << 24)
        sequence = StripSequence(
            Stretch(first, anchor: 0, spacing: style.spacing), isForward: style.direction.isForward || isMirrored)
        stillStart = place(of: sequence.newest)
        lay(from: start, position: 0)
    }

    /// What kind of motion there is, by the newest content.
    var mode: Mode {
        let newest = sequence.newest
        guard style.scroll != .never, newest.length > 0 || newest.fitting.count > 0 else { return .still }
        if style.scroll == .auto && newest.fitting.count <= extent { return .still }
        return style.bounces ? .bounce : .loop
    }

    /// Whether the automatic motion waits.
    var isHeld: Bool { control != .automatic }

    /// When the last cycle ends; nil for never.
    var end: Instant? {
        guard style.repeats != nil, control == .automatic,
            case .knots(let motion) = trajectory.motion(at: .distantFuture)
        else { return nil }
        return motion.end
    }

    /// Returns the position at an instant, in 1/65536 pixel.
    func position(at instant: Instant) -> Int64 { trajectory.position(at: instant) }

    /// Returns the window onto the sequence at an instant.
    func window(at instant: Instant) -> Range<Int> {
        let first = Int(MotionStep.pixel.index(of: position(at: instant)))
        return first..<first + extent
    }

    // MARK: Events

    /// Shows other content from an instant on.
    mutating func replace(_ stretch: Stretch, swap: Swap, at instant: Instant) {
        let new = Stretch(stretch, anchor: 0, spacing: style.spacing)
        let before = mode
        let position = position(at: instant)
        let window = window(at: instant)
        sequence.forget(window: window)
        guard swap != .restart else { return restart(new, at: instant) }
        if swap == .seam, canTravel, before == .loop || (isArriving && sequence.isNewestUnseen(in: window)) {
            sequence.append(new, spacing: style.spacing, window: window)
            guard mode != .bounce else { return restart(new, at: instant) }
            if before == .loop, mode == .loop { return followSeam(at: instant) }
            stillStart = arrivalStart
            return layUnlessHeld(from: instant, position: position)
        }
        let old = sequence.stretches[sequence.stretchNumber(at: window.lowerBound)]
        let shown = before == .loop ? (window.lowerBound - old.anchor).floorModulo(old.period) : window.lowerBound
        let anchor = window.lowerBound - shown % new.period
        sequence = StripSequence(.init(new, anchor: anchor, spacing: style.spacing), isForward: sequence.isForward)
        guard mode == .loop, before == .loop else { return restart(new, at: instant) }
        layUnlessHeld(from: instant, position: position)
    }

    /// Moves by another style from an instant on; content that loops keeps its position.
    mutating func apply(_ style: MarqueeStyle, at instant: Instant) {
        let position = position(at: instant)
        let window = window(at: instant)
        let before = mode
        let isForward = style.direction.isForward || isMirrored
        let turned = style.direction.isHorizontal != self.style.direction.isHorizontal
        self.style = style
        if before == .loop, mode == .loop, !turned, isForward == sequence.isForward {
            sequence.respace(style.spacing, at: window.lowerBound)
            return layUnlessHeld(from: instant, position: position)
        }
        let current = sequence.stretches[sequence.stretchNumber(at: window.lowerBound)]
        let waiting = sequence.stretches.dropFirst(sequence.stretchNumber(at: window.lowerBound) + 1)
        let shown = before == .loop ? (window.lowerBound - current.anchor).floorModulo(current.period) : 0
        let anchor = window.lowerBound - shown % max(current.length.saturatingAdding(style.spacing), 1)
        sequence = StripSequence(
            .init(current, anchor: before == .loop ? anchor : 0, spacing: style.spacing), isForward: isForward)
        for next in waiting { sequence.append(next, spacing: style.spacing, window: window) }
        guard mode == before, mode != .still, !turned else {
            return restart(sequence.newest, at: instant)
        }
        layUnlessHeld(from: instant, position: position)
    }

    /// Shows content from its first position, in another style or the mirror image of the motion before; a pause and a drag
    /// last.
    mutating func turn(to stretch: Stretch, style: MarqueeStyle, isMirrored: Bool, at instant: Instant) {
        (self.style, self.isMirrored) = (style, isMirrored)
        restart(stretch, at: instant)
    }

    /// Whether it was paused and has not been resumed.
    var isPaused: Bool { if case .paused = control { true } else { false } }

    /// Stops at its position.
    mutating func pause(at instant: Instant) {
        guard control == .automatic else { return }
        trajectory.forget(before: instant)
        control = .paused(instant)
        interrupted = trajectory
        trajectory.follow(.rest(trajectory.position(at: instant)), from: instant)
    }

    /// Continues from its position.
    mutating func resume(at instant: Instant) {
        guard case .paused(let since) = control else { return }
        control = .automatic
        guard let interrupted else { return lay(from: instant, position: position(at: instant)) }
        trajectory = interrupted.delayed(by: instant - since, from: instant)
        self.interrupted = nil
    }

    /// Returns to the start position and stands there.
    mutating func stop(at instant: Instant) {
        restart(sequence.newest, at: instant)
        control = .paused(instant)
        interrupted = nil
        trajectory.follow(.rest(0), from: instant)
    }

    /// Starts a drag: the automatic motion waits.
    mutating func beginDrag(at instant: Instant) {
        if case .dragging = control { return }
        let position = position(at: instant)
        control = .dragging(from: position, wasPaused: isHeld)
        interrupted = nil
        trajectory.forget(before: instant)
        trajectory.follow(.rest(position), from: instant)
    }

    /// Moves the dragged content to `pixels` right of (below) where the drag started, exactly.
    mutating func drag(by pixels: Int, at instant: Instant) {
        guard case .dragging(let origin, _) = control else { return }
        // A drag sends many moves: without this each of them would stay in the trajectory.
        trajectory.forget(before: instant)
        trajectory.follow(.rest(origin &- Subpixel.pixels(pixels)), from: instant)
    }

    /// Releases the content while it moves to the right (down) at `velocity` 1/65536 px per second.
    ///
    /// It continues from that speed and eases to the automatic motion without a jump in position or speed.
    mutating func release(velocity: Int64, at instant: Instant) {
        guard case .dragging(_, let wasPaused) = control else { return }
        control = wasPaused ? .paused(instant) : .automatic
        let position = position(at: instant)
        trajectory.forget(before: instant)
        if let target = restingPlace(from: position, velocity: 0 &- velocity) {
            let settling = KnotMotion.settle(start: instant, from: position, target: target, velocity: 0 &- velocity)
            trajectory.follow(.knots(settling), from: instant)
            if let end = settling.end, control == .automatic { lay(from: end, position: target) }
            return
        }
        let speed = mode == .loop && control == .automatic ? automaticSpeed : .zero
        let flick = KnotMotion.flick(
            start: instant, from: position, velocity: 0 &- velocity, automatic: speed,
            timeConstant: style.releaseTime)
        trajectory.follow(.knots(flick), from: instant)
        guard let end = flick.end, control == .automatic else { return }
        lay(from: end, position: flick.position(at: end))
    }

    /// Lays what comes after the newest seam; the motion up to it stays exactly what it was.
    private mutating func followSeam(at instant: Instant) {
        if let waiting = interrupted {
            let present = trajectory
            trajectory = waiting
            layBeyondSeam()
            (interrupted, trajectory) = (trajectory, present)
        }
        trajectory.forget(before: instant)
        layBeyondSeam()
    }

    private mutating func layBeyondSeam() {
        let seam = Subpixel.pixels(sequence.newest.anchor)
        let isForward = sequence.isForward
        trajectory.removeLast { isForward ? $0 >= seam : $0 <= seam }
        let period = Subpixel.pixels(sequence.stretches[sequence.stretches.count - 2].period) * (isForward ? 1 : -1)
        guard case .knots(let motion) = trajectory.last, motion.advance == period else { return }
        let count = Int((seam - motion.from) / period)
        guard count >= 1, motion.repeats.map({ count <= $0 }) ?? true, let end = motion.end(ofCycle: count - 1) else {
            return
        }
        lay(from: end, position: seam)
    }

    mutating func layUnlessHeld(from instant: Instant, position: Int64) {
        interrupted = nil
        trajectory.forget(before: instant)
        if isHeld { trajectory.follow(.rest(position), from: instant) } else { lay(from: instant, position: position) }
    }

    /// Shows content from its first position.
    mutating func restart(_ stretch: Stretch, at instant: Instant) {
        sequence = StripSequence(
            .init(stretch, anchor: 0, spacing: style.spacing), isForward: style.direction.isForward || isMirrored)
        stillStart = place(of: sequence.newest)
        if case .dragging(_, let wasPaused) = control { control = .dragging(from: 0, wasPaused: wasPaused) }
        layUnlessHeld(from: instant, position: 0)
    }
}
