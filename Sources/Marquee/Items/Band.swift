import PixelGraphics
import Timelines

/// Content rasterized once, ready to be drawn at any position: masks in an ink and colour pictures, side by side.
///
/// Parts of it may blink, and images in it may be animated: what they look like depends on the time, wherever the band
/// stands.
///
/// Coordinates are pixels from the top left of the band. Ink may reach beyond the band's size (overhanging letters).
public struct Band: Sendable {
    /// One picture of the band: a mask in an ink, or a colour picture.
    ///
    /// Shared by reference, so that the frame path copies no picture.
    final class Plate: Sendable {
        let x: Int
        let y: Int
        let size: Size
        /// What is drawn in the ink; empty for a picture.
        let mask: MonoBitmap
        let ink: Ink
        let picture: (image: RGBBitmap, mask: MonoBitmap?)?
        /// An image with a time of its own, and when that starts.
        let animation: (image: ImageAnimation, start: Instant)?
        /// When it is there; nil for always.
        let blink: Blink?

        init(x: Int, y: Int, mask: MonoBitmap, ink: Ink, blink: Blink? = nil) {
            (self.x, self.y, self.mask, self.ink, self.blink) = (x, y, mask, ink, blink)
            size = mask.size
            (picture, animation) = (nil, nil)
        }

        init(x: Int, y: Int, image: RGBBitmap, mask: MonoBitmap?, blink: Blink? = nil) {
            (self.x, self.y, self.mask, ink, self.blink) = (x, y, MonoBitmap(size: .zero), .dark, blink)
            size = image.size
            picture = (image, mask)
            animation = nil
        }

        init(x: Int, y: Int, animation: ImageAnimation, start: Instant, blink: Blink? = nil) {
            (self.x, self.y, mask, ink, self.blink) = (x, y, MonoBitmap(size: .zero), .dark, blink)
            size = animation.size
            picture = nil
            self.animation = (animation, start)
        }

        private init(_ plate: Plate, x: Int, y: Int) {
            (self.x, self.y, size, mask, ink) = (x, y, plate.size, plate.mask, plate.ink)
            (picture, animation, blink) = (plate.picture, plate.animation, plate.blink)
        }

        func moved(by distance: Point) -> Plate {
            Plate(self, x: x + distance.x, y: y + distance.y)
        }
    }

    /// The extent that counts for what stands beside it and for the period of a loop; of a text, how far the pen moves.
    public let size: Size
    /// The columns that have to fit, and that are aligned where the band stands still; of a text, those from the first one
    /// with ink to the last one, which may lie left of the pen's start.
    public let columns: Range<Int>
    /// How far ink reaches beyond the band on any side, in pixels.
    public let overhang: Int
    /// The speeds of its parts along the direction of motion.
    let speeds: SpeedProfile
    private let plates: [Plate]
    /// The blinks of its parts, each once.
    private let blinks: [Blink]
    /// The parts that change by themselves.
    private let animated: [Plate]

    init(size: Size, columns: Range<Int>? = nil, plates: [Plate], speeds: SpeedProfile = SpeedProfile()) {
        self.size = size
        self.columns = columns ?? 0..<size.width
        self.speeds = speeds
        self.plates = plates.filter { !$0.size.isEmpty }
        blinks = Array(Set(self.plates.compactMap(\.blink)))
        animated = self.plates.filter { $0.animation.map { $0.image.pictureCount > 1 } ?? false }
        overhang = plates.reduce(0) { largest, plate in
            max(
                largest, 0 - plate.x, 0 - plate.y, plate.x + plate.size.width - size.width,
                plate.y + plate.size.height - size.height)
        }
    }

    /// The band without pixels.
    public static let empty = Band(size: .zero, plates: [])

    /// Creates a band from a mask in one ink; the mask's first column lies at `origin`.
    public init(mask: MonoBitmap, ink: Ink, size: Size? = nil, origin: Point = .zero) {
        self.init(
            size: size ?? mask.size, plates: [Plate(x: origin.x, y: origin.y, mask: mask, ink: ink)])
    }

    /// Creates a band from a picture; pixels outside the mask are transparent.
    public init(image: RGBBitmap, mask: MonoBitmap? = nil) {
        self.init(size: image.size, plates: [Plate(x: 0, y: 0, image: image, mask: mask)])
    }

    /// Creates a band of a still or animated image, whose time starts at an instant.
    public init(_ image: ImageAnimation, start: Instant = .zero) {
        self.init(size: image.size, plates: [Plate(x: 0, y: 0, animation: image, start: start)])
    }

    /// Creates a band from bands laid over each other, each moved to its place.
    ///
    /// Without `columns` its whole width has to fit.
    public init(size: Size, columns: Range<Int>? = nil, parts: [(band: Band, at: Point)]) {
        self.init(
            size: size, columns: columns,
            plates: parts.flatMap { part in part.band.plates.map { $0.moved(by: part.at) } })
    }

    /// Returns the band from its first column with ink to its last one; O(columns).
    ///
    /// Letters bring a gap behind them, which a box around a text must not have on one side alone.
    public func trimmedToInk() -> Band {
        var (first, last) = (Int.max, Int.min)
        for plate in plates {
            let columns =
                plate.picture == nil && plate.animation == nil
                ? (0..<plate.size.width).filter { x in
                    (0..<plate.mask.wordsPerColumn).contains { plate.mask.word(column: x, word: $0) != 0 }
                } : [0, plate.size.width - 1]
            guard let left = columns.first, let right = columns.last else { continue }
            first = min(first, plate.x + left)
            last = max(last, plate.x + right)
        }
        guard first <= last else { return self }
        return Band(
            size: Size(width: last - first + 1, height: size.height),
            plates: plates.map { $0.moved(by: Point(x: 0 - first, y: 0)) })
    }

    /// Returns the first instant after another at which a part of it comes or goes, or shows another picture; nil where
    /// nothing blinks or is animated.
    ///
    /// Allocates nothing.
    public func nextLook(after instant: Instant) -> Instant? {
        var first: Instant?
        for number in blinks.indices {
            guard let edge = blinks[number].nextEdge(after: instant) else { continue }
            if first.map({ edge < $0 }) ?? true { first = edge }
        }
        for number in animated.indices {
            guard let animation = animated[number].animation,
                let change = animation.image.nextChange(after: instant, start: animation.start)
            else { continue }
            if first.map({ change < $0 }) ?? true { first = change }
        }
        return first
    }

    /// Draws the band as it looks at an instant, with its top left pixel at a point; O(visible columns).
    ///
    /// Allocates nothing.
    public func draw(at point: Point, into canvas: inout Canvas, instant: Instant = .zero) {
        let width = canvas.areaSize.width
        // By index: iterators of arrays allocate where the compiler does not specialize them.
        for number in plates.indices {
            let plate = plates[number]
            let x = point.x + plate.x
            guard x < width, x + plate.size.width > 0, plate.blink?.isLit(at: instant) ?? true else { continue }
            let corner = Point(x: x, y: point.y + plate.y)
            if let animation = plate.animation {
                animation.image.draw(at: corner, into: &canvas, instant: instant, start: animation.start)
            } else if let picture = plate.picture {
                canvas.draw(picture.image, mask: picture.mask, columns: 0..<picture.image.width, at: corner)
            } else {
                canvas.stamp(plate.mask, columns: 0..<plate.size.width, at: corner, ink: plate.ink)
            }
        }
    }
}
