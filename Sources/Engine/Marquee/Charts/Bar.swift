import PixelGraphics
import Timelines

/// A bar that fills a share of its area from one of its sides.
///
/// On an RGB canvas its end is as bright as the share of its last pixel; on a mono one it ends at whole pixels.
public final class Bar: Content {
    /// How a bar looks, whatever it shows.
    public struct Style: Hashable, Sendable {
        /// Where it grows to; `automatic` is to the right.
        public var direction = Direction.right
        /// The number of equal parts with a dark pixel between them, of which whole ones are lit; nil for a bar in one piece.
        public var segments: Int?

        /// Describes a bar in one piece that grows to the right.
        public init(direction: Direction = .right, segments: Int? = nil) {
            (self.direction, self.segments) = (direction, segments)
        }
    }

    /// Its area in pixels.
    public let size: Size
    /// How it looks.
    public let style: Style
    /// A number that grows whenever it shows something else.
    public private(set) var revision = 0
    private var share = 0.0
    private var color = Color.white
    private var background: Color?

    /// Creates an empty bar.
    public init(_ style: Style = Style(), size: Size) {
        (self.style, self.size) = (style, size)
    }

    /// Fills a share of the area, 0 to 1, in a colour; numbers beyond are clamped, and NaN counts as 0.
    ///
    /// - Parameter background: the colour of the rest; nil where that is transparent.
    public func show(_ share: Double, color: Color, background: Color? = nil) {
        let share = share > 0 ? min(share, 1) : 0
        guard share != self.share || color != self.color || background != self.background else { return }
        (self.share, self.color, self.background) = (share, color, background)
        revision += 1
    }

    /// The pixels along which it grows.
    private var extent: Int { style.direction.isHorizontal ? size.width : size.height }

    /// Draws what is filled, and the rest where it has a colour; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let ink = Ink(color, onto: background)
        if let background = background {
            frame.canvas.fill(Rectangle(size), with: Ink(behind: color, color: background))
        }
        if let segments = style.segments {
            // Each has at least one pixel, with one before the next.
            let count = max(1, min(segments, (extent + 1) / 2))
            for number in 0..<Int((share * Double(count)).rounded()) {
                let start = number * (extent + 1) / count
                fill(start..<(number + 1) * (extent + 1) / count - 1, with: ink, &frame.canvas)
            }
            return
        }
        let length = Int((share * Double(extent) * 256).rounded())
        guard frame.canvas.format == .rgb else {
            return fill(0..<(length + 128) / 256, with: ink, &frame.canvas)
        }
        let (whole, rest) = (length / 256, length % 256)
        fill(0..<whole, with: ink, &frame.canvas)
        guard rest > 0 else { return }
        let end = (background ?? .black).mixed(with: color, share: rest)
        fill(whole..<whole + 1, with: Ink(end), &frame.canvas)
    }

    /// Fills the pixels that lie so far from where it begins.
    private func fill(_ part: Range<Int>, with ink: Ink, _ canvas: inout Canvas) {
        guard !part.isEmpty else { return }
        let isBackwards = style.direction == .left || style.direction == .up
        let start = isBackwards ? extent - part.upperBound : part.lowerBound
        let area =
            style.direction.isHorizontal
            ? Rectangle(x: start, y: 0, width: part.count, height: size.height)
            : Rectangle(x: 0, y: start, width: size.width, height: part.count)
        canvas.fill(area, with: ink)
    }

    /// Nil: only values change it.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}
