import PixelGraphics

/// Content rasterized once, ready to be drawn at any position: masks in an ink and colour pictures, side by side.
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

        init(x: Int, y: Int, mask: MonoBitmap, ink: Ink) {
            (self.x, self.y, self.mask, self.ink) = (x, y, mask, ink)
            size = mask.size
            picture = nil
        }

        init(x: Int, y: Int, image: RGBBitmap, mask: MonoBitmap?) {
            (self.x, self.y, self.mask, ink) = (x, y, MonoBitmap(size: .zero), .dark)
            size = image.size
            picture = (image, mask)
        }

        private init(_ plate: Plate, x: Int, y: Int) {
            (self.x, self.y, size, mask, ink, picture) = (x, y, plate.size, plate.mask, plate.ink, plate.picture)
        }

        func moved(by distance: Point) -> Plate {
            Plate(self, x: x + distance.x, y: y + distance.y)
        }
    }

    /// The extent that counts for layout and for the period of a loop.
    public let size: Size
    /// How far ink reaches beyond the band on any side, in pixels.
    public let overhang: Int
    private let plates: [Plate]

    init(size: Size, plates: [Plate]) {
        self.size = size
        self.plates = plates.filter { !$0.size.isEmpty }
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

    /// Creates a band from bands laid over each other, each moved to its place.
    public init(size: Size, parts: [(band: Band, at: Point)]) {
        self.init(
            size: size,
            plates: parts.flatMap { part in part.band.plates.map { $0.moved(by: part.at) } })
    }

    /// Draws the band with its top left pixel at a point; O(visible columns).
    ///
    /// Allocates nothing.
    public func draw(at point: Point, into canvas: inout Canvas) {
        let width = canvas.areaSize.width
        // By index: iterators of arrays allocate where the compiler does not specialize them.
        for number in plates.indices {
            let plate = plates[number]
            let x = point.x + plate.x
            guard x < width, x + plate.size.width > 0 else { continue }
            let corner = Point(x: x, y: point.y + plate.y)
            if let picture = plate.picture {
                canvas.draw(picture.image, mask: picture.mask, columns: 0..<picture.image.width, at: corner)
            } else {
                canvas.stamp(plate.mask, columns: 0..<plate.size.width, at: corner, ink: plate.ink)
            }
        }
    }
}
