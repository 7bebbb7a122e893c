import PixelGraphics

/// What the graphic control extension says of the next frame (GIF89a, 23).
struct GIFFrameControl {
    /// What becomes of a frame when its time is over.
    enum Disposal {
        case keep
        case clear
        case restorePrevious
    }

    private(set) var disposal = Disposal.keep
    private(set) var hundredths = 0
    private(set) var transparentPlace: UInt8?

    /// The control of a frame without an extension.
    init() {}

    /// Reads the extension's data; anything but four bytes says nothing.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == 4 else { return }
        switch bytes[0] >> 2 & 7 {
        case 2: disposal = .clear
        case 3: disposal = .restorePrevious
        default: break
        }
        hundredths = Int(bytes[1]) | Int(bytes[2]) << 8
        if bytes[0] & 1 == 1 { transparentPlace = bytes[3] }
    }
}

/// The logical screen that the frames of a GIF are painted on, one over the other.
struct GIFScreen {
    /// The extent of the screen.
    var size: Size { picture.bitmap.size }
    /// What is seen now.
    private(set) var picture: MaskedBitmap
    /// What lay where a frame is that will be restored.
    private var previous: (picture: RGBBitmap, mask: MonoBitmap, at: Point)?

    init(size: Size) {
        picture = MaskedBitmap(size: size)
    }

    /// The order in which the rows of a frame come: every 8th from 0, every 8th from 4, every 4th from 2 and every 2nd
    /// from 1 when interlaced (GIF89a, appendix E).
    static func rows(height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// Remembers what a frame will have to restore.
    mutating func begin(_ control: GIFFrameControl, area: Rectangle) {
        guard control.disposal == .restorePrevious else { return }
        let area = area.intersection(Rectangle(size))
        previous = (picture.bitmap.cropped(to: area), picture.mask.cropped(to: area), Point(x: area.x, y: area.y))
    }

    /// Paints a row; what lies outside the screen and indices without a colour are dropped.
    mutating func paint(_ row: [UInt8], x: Int, y: Int, palette: [Color], control: GIFFrameControl) {
        for (column, place) in row.enumerated() where place != control.transparentPlace && Int(place) < palette.count {
            picture.bitmap[x + column, y] = palette[Int(place)]
            picture.mask[x + column, y] = true
        }
    }

    /// Does what the frame's control asks for when its time is over.
    mutating func dispose(_ control: GIFFrameControl, area: Rectangle) {
        switch control.disposal {
        case .keep: return
        case .restorePrevious:
            if let previous { restore(previous.picture, previous.mask, at: previous.at) }
            previous = nil
        case .clear:
            let area = area.intersection(Rectangle(size))
            for y in area.y..<area.maxY {
                for x in area.x..<area.maxX {
                    picture.bitmap[x, y] = .black
                    picture.mask[x, y] = false
                }
            }
        }
    }

    private mutating func restore(_ old: RGBBitmap, _ mask: MonoBitmap, at point: Point) {
        picture.bitmap.blit(old, at: point)
        for y in 0..<mask.height {
            for x in 0..<mask.width { picture.mask[point.x + x, point.y + y] = mask[x, y] }
        }
    }
}
