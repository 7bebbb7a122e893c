import PixelGraphics
import Timelines

/// What the state of a marquee means for drawing, worked out once per event, so that a frame only divides and stamps.
///
/// It is immutable and shared by reference: reading it in the frame path copies nothing.
final class MarqueePlan {
    /// Where the content is at every instant.
    let trajectory: Trajectory
    /// Whether positions are seen on the lines of the grid, at fractions of a pixel.
    let isSmooth: Bool
    /// When smooth motion may change.
    let grid: RefreshGrid
    /// Whether the picture is the same wherever the content stands.
    let isUniform: Bool
    private let isHorizontal: Bool
    /// Whether positions count from the right edge of the window to the left.
    private let isMirrored: Bool
    private let extent: Int
    private let stretches: [Stretch]

    /// Copies of one strip in a row; a strip that does not loop is a stretch of one copy.
    private final class Stretch {
        let strip: ColoredStrip
        /// Where its top left pixel stands across the direction of motion.
        let across: Int
        let anchor: Int
        let period: Int
        /// How far before the start of a copy, and from there on, it may have ink along the direction of motion.
        let before: Int
        let after: Int
        /// Copies of this stretch start in `first..<end`.
        let first: Int
        let end: Int

        init(_ stretch: MarqueeState<ColoredStrip>.Stretch, across: Int, anchor: Int, starts: Range<Int>) {
            strip = stretch.content
            self.across = across
            self.anchor = anchor
            period = stretch.period
            before = stretch.content.overhang
            after = stretch.length + stretch.content.overhang
            first = starts.lowerBound
            end = starts.upperBound
        }
    }

    init(_ state: MarqueeState<ColoredStrip>, size: Size) {
        let style = state.style
        trajectory = state.trajectory
        isSmooth = style.rendering == .smooth
        grid = style.grid
        isUniform = state.isUniform
        isHorizontal = style.direction.isHorizontal
        isMirrored = state.isMirrored
        extent = state.extent
        let mode = state.mode
        let sequence = mode == .bounce ? [state.sequence.newest] : state.sequence.stretches
        stretches = sequence.enumerated().map { number, stretch in
            let across = MarqueePlan.placeAcross(stretch.content, style: style, size: size)
            guard mode != .loop, number == sequence.count - 1 else {
                // Ink left of the pen's start begins in the window's first column, where the cycle does.
                let lead = max(0, 0 - stretch.fitting.lowerBound)
                let starts = state.sequence.starts(ofStretch: number)
                return Stretch(
                    stretch, across: across, anchor: stretch.anchor + lead,
                    starts: starts.lowerBound.saturatingAdding(lead)..<starts.upperBound.saturatingAdding(lead))
            }
            // What stands still or bounces is one copy.
            let start = mode == .still ? state.stillStart : 0 - stretch.fitting.lowerBound
            return Stretch(stretch, across: across, anchor: start, starts: start..<start + 1)
        }
    }

    /// The instant whose position is seen at an instant: that of the last line of the grid if motion is smooth.
    func shownInstant(_ instant: Instant) -> Instant {
        isSmooth ? grid.line(atOrBefore: instant) : instant
    }

    /// Returns the first instant after another at which a part of what is in the sequence blinks, or shows another picture.
    func nextLook(after instant: Instant) -> Instant? {
        var first: Instant?
        for number in 0..<stretches.count {
            first = first.earlier(stretches[number].strip.nextLook(after: instant))
        }
        return first
    }

    /// Draws what the window shows at an instant when the content has moved by some pixels.
    func draw(at offset: Int, into canvas: inout Canvas, instant: Instant) {
        for number in 0..<stretches.count {
            let stretch = stretches[number]
            let lowest = max(offset - stretch.after + 1, stretch.first)
            let highest = min(offset + extent + stretch.before, stretch.end)
            var start = stretch.anchor + (lowest - stretch.anchor).roundedUp(toMultipleOf: stretch.period)
            while start < highest {
                stretch.strip.draw(at: corner(of: stretch, start - offset), into: &canvas, instant: instant)
                start += stretch.period
            }
        }
    }

    /// Where the top left pixel of a copy is that starts so far from the edge of the window.
    private func corner(of stretch: Stretch, _ along: Int) -> Point {
        let along = isMirrored ? extent - along - stretch.strip.size.width : along
        return isHorizontal ? Point(x: along, y: stretch.across) : Point(x: stretch.across, y: along)
    }

    /// Where the top left pixel of what stands still is when it has moved by some pixels; nil without content.
    func corner(at offset: Int) -> Point? {
        stretches.last.map { corner(of: $0, $0.first - offset) }
    }

    /// Where content stands across the direction of motion.
    private static func placeAcross(_ strip: ColoredStrip, style: MarqueeStyle, size: Size) -> Int {
        style.direction.isHorizontal
            ? strip.top(in: size.height, style.verticalAlign)
            : style.align.start(free: size.width - strip.columns.count) - strip.columns.lowerBound
    }
}

/// Which way content goes: what goes another way cannot follow it in at a seam.
package struct Course: Hashable, Sendable {
    /// Whether it moves, or would move, along its lines.
    let isHorizontal: Bool
    /// Whether it moves as it is read from right to left.
    let isMirrored: Bool
    let isMoving: Bool

    /// Whether content on this course follows in what goes another one; what stands is read either way.
    package func follows(_ other: Course) -> Bool {
        isHorizontal == other.isHorizontal && (!isMoving || isMirrored == other.isMirrored)
    }
}

extension Marquee {
    /// Which way it goes.
    package var course: Course {
        Course(isHorizontal: style.direction.isHorizontal, isMirrored: isMirrored, isMoving: isMoving)
    }
}
