import BitmapFonts
import PixelGraphics
import Timelines

/// Content rasterized once, ready to be drawn at any position: masks in an ink and colour pictures, side by side.
///
/// Parts of it may blink, and images in it may be animated: what they look like depends on the time, wherever the strip
/// stands.
///
/// Coordinates are pixels from the top left of the strip. Ink may reach beyond the strip's size (overhanging letters).
public struct ColoredStrip: Sendable {
    /// The extent that counts for what stands beside it and for the period of a loop; of a text, how far the pen moves.
    public let size: Size
    /// The columns that have to fit, and that are aligned where the strip stands still; of a text, those from the first one
    /// with ink to the last one, which may lie left of the pen's start.
    public let columns: Range<Int>
    /// How far ink reaches beyond the strip on any side, in pixels.
    public let overhang: Int
    /// The direction in which its text runs; automatic for what has no letters.
    package var textDirection: TextDirection
    /// The speeds of its parts along the direction of motion.
    let speeds: SpeedProfile
    let parts: [Part]
    /// The blinks of its parts, each once.
    private let blinks: [Blink]
    /// The parts that change by themselves.
    private let animated: [Part]

    init(
        size: Size, columns: Range<Int>? = nil, parts: [Part], speeds: SpeedProfile = SpeedProfile(),
        textDirection: TextDirection = .automatic
    ) {
        self.size = size
        self.textDirection = textDirection
        self.columns = columns ?? 0..<size.width
        self.speeds = speeds
        self.parts = parts.filter { !$0.size.isEmpty }
        blinks = Array(Set(self.parts.compactMap(\.blink)))
        animated = self.parts.filter(\.isAnimated)
        overhang = parts.reduce(0) { largest, part in
            max(
                largest, 0 - part.x, 0 - part.y, part.x + part.size.width - size.width,
                part.y + part.size.height - size.height)
        }
    }

    /// The strip without pixels.
    public static let empty = ColoredStrip(size: .zero, parts: [])

    /// Creates a strip from a mask in one ink; the mask's first column lies at `origin`.
    public init(mask: MonoBitmap, ink: Ink, size: Size? = nil, origin: Point = .zero) {
        self.init(
            size: size ?? mask.size, parts: [Part(x: origin.x, y: origin.y, mask: mask, ink: ink)])
    }

    /// Creates a strip of a still or animated image, whose time starts at an instant.
    public init(_ image: ImageAnimation, start: Instant = .zero) {
        self.init(size: image.size, parts: [Part(x: 0, y: 0, image: image, start: start)])
    }

    /// Creates a strip from strips laid over each other, each moved to its place.
    ///
    /// Without `columns` its whole width has to fit.
    public init(size: Size, columns: Range<Int>? = nil, strips: [(strip: ColoredStrip, at: Point)]) {
        var parts: [Part] = []
        parts.reserveCapacity(strips.count)
        for placed in strips {
            parts += placed.at == .zero ? placed.strip.parts : placed.strip.parts.map { $0.moved(by: placed.at) }
        }
        self.init(size: size, columns: columns, parts: parts)
    }

    /// Returns the strip from its first column with ink to its last one; O(columns).
    ///
    /// Letters bring a gap behind them, which a box around a text must not have on one side alone.
    public func trimmedToInk() -> ColoredStrip {
        var (first, last) = (Int.max, Int.min)
        for part in parts {
            let columns =
                part.image == nil
                ? (0..<part.size.width).filter { x in
                    (0..<part.mask.wordsPerColumn).contains { part.mask.word(column: x, word: $0) != 0 }
                } : [0, part.size.width - 1]
            guard let left = columns.first, let right = columns.last else { continue }
            first = min(first, part.x + left)
            last = max(last, part.x + right)
        }
        guard first <= last else { return self }
        return ColoredStrip(
            size: Size(width: last - first + 1, height: size.height),
            parts: parts.map { $0.moved(by: Point(x: 0 - first, y: 0)) }, textDirection: textDirection)
    }

    /// The rows from the first one with ink to the last one; nil without ink.
    ///
    /// O(pixels).
    var inkRows: Range<Int>? {
        parts.reduce(nil) { rows, part in
            let own =
                part.image == nil
                ? (0..<part.size.height).filter { y in (0..<part.size.width).contains { part.mask[$0, y] } }
                : [0, part.size.height - 1]
            guard let first = own.first, let last = own.last else { return rows }
            let (top, bottom) = (part.y + first, part.y + last + 1)
            return min(top, rows?.lowerBound ?? top)..<max(bottom, rows?.upperBound ?? bottom)
        }
    }

    /// Where its top row lies in some rows by an alignment; its ink is seen where there is room for it.
    package func top(in height: Int, _ align: VerticalAlignment) -> Int {
        align.start(rows: size.height, ink: inkRows, in: height)
    }

    /// Returns the first instant after another at which a part of it comes or goes, or shows another picture; nil if
    /// nothing blinks or is animated.
    ///
    /// Allocates nothing.
    public func nextLook(after instant: Instant) -> Instant? {
        var first: Instant?
        for number in blinks.indices {
            first = first.earlier(blinks[number].nextEdge(after: instant))
        }
        for number in animated.indices {
            guard let image = animated[number].image else { continue }
            first = first.earlier(image.nextChange(after: instant, start: animated[number].start))
        }
        return first
    }

    /// Draws the strip as it looks at an instant, with its top left pixel at a point; O(visible columns).
    ///
    /// Allocates nothing.
    public func draw(at point: Point, into canvas: inout Canvas, instant: Instant = .zero) {
        let width = canvas.areaSize.width
        // By index: iterators of arrays allocate where the compiler does not specialize them.
        for number in parts.indices {
            let part = parts[number]
            let x = point.x + part.x
            guard x < width, x + part.size.width > 0, part.blink?.isLit(at: instant) ?? true else { continue }
            let corner = Point(x: x, y: point.y + part.y)
            if let image = part.image {
                image.draw(at: corner, into: &canvas, instant: instant, start: part.start)
            } else if part.isCrisp {
                canvas.stamp(part.mask, columns: 0..<part.size.width, at: corner, ink: part.ink)
            } else {
                canvas.stamp(
                    part.mask, shares: part.shares, columns: 0..<part.size.width, at: corner, ink: part.ink,
                    onBlack: part.onBlack)
            }
        }
    }
}

extension ColoredStrip {
    /// Creates a strip from a text in one ink.
    public init(_ strip: Strip, ink: Ink) {
        self.init(
            size: Size(width: strip.advance, height: strip.bitmap.height), columns: strip.columns,
            parts: [Part(x: -strip.origin, y: 0, mask: strip.bitmap, shares: strip.shares, ink: ink)])
    }

    /// One picture of the strip: a mask in an ink, or an image.
    ///
    /// Shared by reference, so that the frame path copies no picture.
    final class Part: Sendable {
        let x: Int
        let y: Int
        let size: Size
        /// What is drawn in the ink; empty for an image.
        let mask: MonoBitmap
        /// How much of each pixel of the mask is covered, where edges are smooth; else empty.
        let shares: [UInt8]
        /// What it looks like on black where they say how much is covered; empty without them.
        let onBlack: RGBBitmap
        /// Whether it has no shares, and all pixels of its mask are covered.
        let isCrisp: Bool
        let ink: Ink
        /// An image with a time of its own, and when that starts.
        let image: ImageAnimation?
        let start: Instant
        /// Whether the image changes by itself.
        let isAnimated: Bool
        /// When it is there; nil for always.
        let blink: Blink?

        init(
            x: Int, y: Int, mask: MonoBitmap, shares: [UInt8] = [], onBlack: RGBBitmap? = nil, ink: Ink,
            blink: Blink? = nil
        ) {
            (self.x, self.y, self.mask, self.shares, self.ink, self.blink) = (x, y, mask, shares, ink, blink)
            (size, image, start, isCrisp, isAnimated) = (mask.size, nil, .zero, shares.isEmpty, false)
            self.onBlack = shares.isEmpty ? Self.nothing : onBlack ?? ink.onBlack(shares, size: mask.size)
        }

        init(x: Int, y: Int, image: ImageAnimation, start: Instant, blink: Blink? = nil) {
            (self.x, self.y, mask, shares, ink, self.blink) = (x, y, MonoBitmap(size: .zero), [], .dark, blink)
            (size, self.image, self.start) = (image.size, image, start)
            (isCrisp, isAnimated, onBlack) = (true, image.pictureCount > 1, Self.nothing)
        }

        private static let nothing = RGBBitmap(size: .zero)

        /// The same at another place; itself where that is the same one.
        func moved(by distance: Point) -> Part {
            guard distance != .zero else { return self }
            let (x, y) = (x + distance.x, y + distance.y)
            guard let image else {
                return Part(x: x, y: y, mask: mask, shares: shares, onBlack: onBlack, ink: ink, blink: blink)
            }
            return Part(x: x, y: y, image: image, start: start, blink: blink)
        }
    }
}

/// A strip that stands still, such as a still or animated image; only what blinks or is animated in it changes.
public struct Still: Content {
    private let strip: ColoredStrip
    private let point: Point

    /// Creates a still with the strip's top left pixel at a point.
    public init(_ strip: ColoredStrip, at point: Point = .zero) {
        self.strip = strip
        self.point = point
    }

    /// Creates a still that stands in an area of a size by its alignment.
    public init(
        _ strip: ColoredStrip, in size: Size, align: HorizontalAlignment = .left,
        verticalAlign: VerticalAlignment = .middle
    ) {
        let point = Point(
            x: align.start(free: size.width - strip.columns.count) - strip.columns.lowerBound,
            y: strip.top(in: size.height, verticalAlign))
        self.init(strip, at: point)
    }

    /// Draws the strip.
    public func draw(at instant: Instant, into frame: inout Frame) {
        strip.draw(at: point, into: &frame.canvas, instant: instant)
    }

    /// Returns when something in it blinks or shows another picture.
    public func nextChange(after instant: Instant) -> Instant? { strip.nextLook(after: instant) }
}
