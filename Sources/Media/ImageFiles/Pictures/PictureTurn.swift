import PixelGraphics

/// How a picture is turned and mirrored before it is shown, as cameras write it into files (Exif 2.32, tag Orientation).
enum PictureTurn: Int, CaseIterable {
    case none = 1
    case mirrored, half, flipped
    case transposed, right, transversed, left

    /// Whether columns become rows.
    var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    /// The size of the turned picture.
    func size(of size: Size) -> Size { swapsSides ? Size(width: size.height, height: size.width) : size }

    /// Where the pixels of a row of the turned picture lie in a picture of a size, row by row: the first, and from one to the next.
    func places(ofRow y: Int, in size: Size) -> (first: Int, step: Int) {
        let (width, lastColumn, lastRow) = (size.width, size.width - 1, size.height - 1)
        return switch self {
        case .none: (y * width, 1)
        case .mirrored: (y * width + lastColumn, -1)
        case .half: ((lastRow - y) * width + lastColumn, -1)
        case .flipped: ((lastRow - y) * width, 1)
        case .transposed: (y, width)
        case .right: (lastRow * width + y, -width)
        case .transversed: (lastRow * width + lastColumn - y, -width)
        case .left: (lastColumn - y, width)
        }
    }

    /// Scales a picture while it is turned.
    ///
    /// - Parameters:
    ///   - samples: red, green, blue and alpha of each pixel, row by row.
    ///   - size: its size before it is turned.
    ///   - part: what is shown of the turned picture; nil for what the plan says.
    ///   - plan: what is kept of it.
    func scaled(
        _ samples: UnsafeBufferPointer<UInt8>, of size: Size, part: Rectangle? = nil, _ plan: ImagePlan
    ) -> MaskedBitmap {
        let count = PictureScaler.bytesPerPixel
        let part = part ?? plan.part
        var scaler = PictureScaler(from: part.size, to: plan.kept, plan.scaling)
        var row = [UInt8](repeating: 0, count: self == .none ? 0 : part.width * count)
        for y in part.y..<part.maxY {
            let (first, step) = places(ofRow: y, in: size)
            let start = count * (first + part.x * step)
            guard self != .none else {
                scaler.take(
                    UnsafeBufferPointer(rebasing: samples[start..<start + part.width * count]), row: y - part.y)
                continue
            }
            for x in 0..<part.width {
                for channel in 0..<count { row[count * x + channel] = samples[start + count * (x * step) + channel] }
            }
            row.withUnsafeBufferPointer { scaler.take($0, row: y - part.y) }
        }
        let (picture, mask) = scaler.finish()
        return MaskedBitmap(bitmap: picture, mask: mask)
    }
}

extension PictureTurn {
    /// Reads the turn of a block of Exif data (a TIFF file without pictures); none where it has none.
    ///
    /// Only the first directory is read: the second one is that of a small picture.
    init(exif block: ArraySlice<UInt8>) {
        self = Self.turn(block) ?? .none
    }

    private static func turn(_ block: ArraySlice<UInt8>) -> PictureTurn? {
        let isLittle = block.starts(with: [0x49, 0x49, 42, 0])
        guard isLittle || block.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
        func number(_ offset: Int, bytes: Int) -> Int? {
            guard offset >= 0, offset + bytes <= block.count else { return nil }
            let found = block.dropFirst(offset).prefix(bytes)
            return (isLittle ? Array(found.reversed()) : Array(found)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, bytes: 4), let count = number(directory, bytes: 2) else { return nil }
        for entry in 0..<count {
            let start = directory + 2 + 12 * entry
            // A short number, once.
            guard let tag = number(start, bytes: 2) else { return nil }
            guard tag == 0x0112, number(start + 2, bytes: 2) == 3, number(start + 4, bytes: 4) == 1 else { continue }
            return number(start + 8, bytes: 2).flatMap(PictureTurn.init(rawValue:))
        }
        return nil
    }
}
