import PixelGraphics
import Timelines

/// A clock with hands, as large as fits into its area.
///
/// Hands jump: the second hand every second, the others every minute. Drawing costs O(pixels of the face) for every hand
/// that is wider than a pixel, and allocates nothing. While the time is unknown it shows no hands.
public final class AnalogClock: Content {
    /// A hand.
    public struct Hand: Hashable, Sendable {
        /// Its colour.
        public var color: Color
        /// Its length in percent of the radius.
        public var length: Int
        /// Its width in pixels.
        public var width: Int
        /// How far it reaches beyond the centre, in percent of the radius.
        public var tail: Int

        /// Creates a hand.
        public init(_ color: Color, length: Int, width: Int = 1, tail: Int = 0) {
            self.color = color
            self.length = min(max(length, 0), 200)
            self.width = min(max(width, 1), 64)
            self.tail = min(max(tail, 0), 100)
        }
    }

    /// How it looks.
    public struct Style: Hashable, Sendable {
        /// The colour of the whole disc; nil leaves what is below.
        public var face: Color?
        /// The colour of the ring at its edge.
        public var rim: Color?
        /// The colour of the twelve marks; those of the quarters are longer.
        public var marks: Color?
        /// The hour hand.
        public var hour: Hand? = Hand(.white, length: 52, width: 2)
        /// The minute hand.
        public var minute: Hand? = Hand(.white, length: 82)
        /// The second hand.
        public var second: Hand?

        /// Creates a style with two white hands.
        public init() {}
    }

    private let style: Style
    private let size: Size
    private let source: any LocalTimeSource
    private let cadence: SharedCadence

    /// Creates a clock.
    public init(
        _ style: Style = Style(), size: Size, source: any LocalTimeSource, cadence: SharedCadence = SharedCadence()
    ) {
        (self.style, self.size, self.source, self.cadence) = (style, size, source, cadence)
    }

    /// Grows when the clock is set, and when the cadence changes.
    public var revision: Int { source.revision + cadence.revision }

    private var diameter: Int { min(size.width, size.height, 4096) }

    /// Draws the clock in the middle of its area.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let box = Rectangle(
            x: (size.width - diameter) / 2, y: (size.height - diameter) / 2, width: diameter, height: diameter)
        frame.canvas.withArea(box) { canvas in
            drawFace(&canvas)
            guard let time = source.localTime(at: instant) else { return }
            let minutes = time.hour % 12 * 60 + time.minute
            if let hand = style.hour { draw(hand, part: minutes, of: 720, &canvas) }
            if let hand = style.minute { draw(hand, part: time.minute, of: 60, &canvas) }
            if let hand = style.second, cadence.cadence < .minutes { draw(hand, part: time.second, of: 60, &canvas) }
        }
    }

    /// Returns when a hand jumps; once a second while the time is unknown.
    public func nextChange(after instant: Instant) -> Instant? {
        guard let time = source.localTime(at: instant) else { return instant + .seconds(1) }
        let step: Int64 = style.second != nil && cadence.cadence < .minutes ? 1_000_000_000 : 60_000_000_000
        return time.next(every: step, after: instant)
    }

    private func drawFace(_ canvas: inout Canvas) {
        if let face = style.face { canvas.circle(in: canvas.bounds, ink: Ink(behind: .white, color: face)) }
        if let rim = style.rim { canvas.circle(in: canvas.bounds, ink: Ink(rim), style: .outlined) }
        guard let marks = style.marks else { return }
        let outer = style.rim == nil ? 96 : 84
        for number in 0..<12 {
            let inner = number % 3 == 0 ? outer - 16 : outer
            canvas.line(
                from: pixel(fixed(inner, number, of: 12)), to: pixel(fixed(outer, number, of: 12)), ink: Ink(marks))
        }
    }

    private func draw(_ hand: Hand, part: Int, of whole: Int, _ canvas: inout Canvas) {
        let (tip, end) = (fixed(hand.length, part, of: whole), fixed(hand.tail, part * 2 + whole, of: whole * 2))
        guard hand.width > 1 else { return canvas.line(from: pixel(end), to: pixel(tip), ink: Ink(hand.color)) }
        thick(from: end, to: tip, width: Int64(hand.width), ink: Ink(hand.color), &canvas)
    }

    /// Draws the pixels whose centre is no further from a line than half a width.
    private func thick(
        from start: (x: Int64, y: Int64), to end: (x: Int64, y: Int64), width: Int64, ink: Ink, _ canvas: inout Canvas
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = max(dx * dx + dy * dy, 1)
        let reach = width * width * 256 * 256 / 4
        for y in 0..<diameter {
            for x in 0..<diameter {
                let (px, py) = (Int64(2 * x + 1) * 128 - start.x, Int64(2 * y + 1) * 128 - start.y)
                let along = min(max(px * dx + py * dy, 0), square)
                let (rx, ry) = (px - dx * along / square, py - dy * along / square)
                if rx * rx + ry * ry <= reach { canvas.set(Point(x: x, y: y), to: ink) }
            }
        }
    }

    private func pixel(_ place: (x: Int64, y: Int64)) -> Point { Point(x: Int(place.x >> 8), y: Int(place.y >> 8)) }

    /// The place in 1/256 pixel from the top left corner that lies at a distance from the centre, in percent of the radius.
    private func fixed(_ percent: Int, _ part: Int, of whole: Int) -> (x: Int64, y: Int64) {
        let turns = Int64(part) * FixedPoint.one / Int64(whole)
        // The radius to the middle of the outermost pixels.
        let radius = Int64(diameter - 1) * 128 * Int64(percent) / 100
        let centre = Int64(diameter) * 128
        return (
            centre + ((FixedPoint.sine(turns: turns) * radius + (1 << 31)) >> 32),
            centre - ((FixedPoint.cosine(turns: turns) * radius + (1 << 31)) >> 32)
        )
    }
}

extension LocalTime {
    /// The instant after that of this time at which the time of day is the next multiple of a step in nanoseconds; nil at the
    /// end of all time.
    func next(every step: Int64, after instant: Instant) -> Instant? {
        let rest = nanoseconds % step
        let next = instant + Nanoseconds(rest < 0 ? 0 - rest : step - rest)
        return next > instant ? next : nil
    }
}
