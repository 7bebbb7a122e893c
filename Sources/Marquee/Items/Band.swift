import PixelGraphics

/// Content rasterized once, ready to be drawn at any position: masks in an ink and colour pictures, side by side.
///
/// Coordinates are pixels from the top left of the band. Ink may reach beyond the band's size (overhanging letters).
public struct Band: Sendable {
    /// One picture of the band; shared by reference, so that the frame path copies no picture.
    final class Plate: Sendable {
        enum Picture: Sendable {
            case mask(MonoBitmap, Ink)
            case image(RGBBitmap, mask: MonoBitmap?)
        }

        let x: Int
        let y: Int
        let size: Size
        let picture: Picture

        init(x: Int, y: Int, picture: Picture) {
            self.x = x
            self.y = y
            self.picture = picture
            switch picture {
            case .mask(let mask, _): size = mask.size
            case .image(let image, _): size = image.size
            }
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
            size: size ?? mask.size, plates: [Plate(x: origin.x, y: origin.y, picture: .mask(mask, ink))])
    }

    /// Creates a band from a picture; pixels outside the mask are transparent.
    public init(image: RGBBitmap, mask: MonoBitmap? = nil) {
        self.init(size: image.size, plates: [Plate(x: 0, y: 0, picture: .image(image, mask: mask))])
    }

    /// Creates a band from bands laid over each other, each moved to its place.
    public init(size: Size, parts: [(band: Band, at: Point)]) {
        self.init(
            size: size,
            plates: parts.flatMap { part in
                part.band.plates.map { Plate(x: $0.x + part.at.x, y: $0.y + part.at.y, picture: $0.picture) }
            })
    }

    /// Draws the band with its top left pixel at a point; O(visible columns).
    ///
    /// Allocates nothing.
    public func draw(at point: Point, into canvas: inout Canvas) {
        let width = canvas.areaSize.width
        for plate in plates {
            let x = point.x + plate.x
            guard x < width, x + plate.size.width > 0 else { continue }
            let corner = Point(x: x, y: point.y + plate.y)
            switch plate.picture {
            case .mask(let mask, let ink): canvas.stamp(mask, columns: 0..<mask.width, at: corner, ink: ink)
            case .image(let image, let mask):
                canvas.draw(image, mask: mask, columns: 0..<image.width, at: corner)
            }
        }
    }
}
