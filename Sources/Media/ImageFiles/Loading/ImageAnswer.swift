import LinuxSystem
import PixelGraphics

/// What the process says that has decoded an image, in bytes; numbers have four, the lowest first.
///
/// An image is 0, its columns, rows, rounds (0: forever) and frames, and each frame its milliseconds, the number of its colours, these,
/// and the place of the colour of each pixel in one byte; or 0 colours and those of each pixel. A colour is red, green, blue and
/// whether it is opaque. An error is 1, and its reason and fix with a line feed between them.
struct ImageAnswer {
    private static let maximumWords = 1_000

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The most bytes of an answer.
    static func maximumBytes(_ limits: ImageLimits) -> Int {
        32 + maximumWords + 8 * limits.maximumFrames + limits.maximumKeptBytes
    }

    /// The bytes that are written at a time.
    private static let chunk = 1 << 16

    /// Writes an image, a few rows at a time; returns 0 or an error number.
    static func write(_ image: DecodedImage, to descriptor: Int32) -> Int32 {
        let head = [0, image.size.width, image.size.height, image.loops ?? 0, image.frames.count]
        var bytes = head.flatMap(bytes(of:))
        var code: Int32 = 0
        for frame in image.frames {
            bytes += Self.bytes(of: frame.milliseconds)
            switch frame.pixels {
            case .indexed(let picture):
                bytes += Self.bytes(of: picture.palette.count)
                for color in picture.palette { append(Color(rawValue: color), isOpaque: color != 0, to: &bytes) }
                bytes += picture.places
                code = flush(&bytes, to: descriptor)
            case .whole(let picture):
                bytes += Self.bytes(of: 0)
                for y in 0..<picture.bitmap.height where code == 0 {
                    for x in 0..<picture.bitmap.width {
                        append(picture.bitmap[x, y], isOpaque: picture.mask[x, y], to: &bytes)
                    }
                    code = flush(&bytes, to: descriptor)
                }
            }
            guard code == 0 else { return code }
        }
        return DescriptorBytes.write(bytes, to: descriptor)
    }

    private static func append(_ color: Color, isOpaque: Bool, to bytes: inout [UInt8]) {
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
        bytes.append(isOpaque ? 1 : 0)
    }

    /// Writes bytes if there are many of them; returns 0 or an error number.
    private static func flush(_ bytes: inout [UInt8], to descriptor: Int32) -> Int32 {
        guard bytes.count >= chunk else { return 0 }
        defer { bytes.removeAll(keepingCapacity: true) }
        return DescriptorBytes.write(bytes, to: descriptor)
    }

    static func bytes(of error: ImageFileError) -> [UInt8] {
        bytes(of: 1) + Array("\(error.reason)\n\(error.fix)".utf8.prefix(maximumWords))
    }

    private static func bytes(of number: Int) -> [UInt8] {
        let number = UInt32(clamping: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The image, or the error that is said; whatever the bytes are, it is within the limits, and the words are one line.
    mutating func image(for request: ImageRequest) throws(ImageFileError) -> DecodedImage {
        let broken = request.failure("the process that decodes it has broken", fix: "Give an undamaged file")
        let kind = number()
        if kind == 1 {
            let words = String(decoding: bytes[place...].prefix(Self.maximumWords), as: UTF8.self)
                .split(separator: "\n", maxSplits: 1).map { PrintableText.line($0) }
            guard words.count == 2 else { throw broken }
            throw request.failure(words[0], fix: words[1])
        }
        guard kind == 0, let width = number(), let height = number(), let loops = number(), let count = number(),
            count > 0
        else { throw broken }
        let name = request.format.format.name
        let counted = request.limits.indexesFrames ? 1 : count
        try request.limits.check(width: width, height: height, frames: counted, operation: .decode, format: name)
        try request.limits.check(frames: count, operation: .decode, format: name)
        var frames: [DecodedImage.Frame] = []
        for _ in 0..<count {
            guard let milliseconds = number(), milliseconds > 0,
                let pixels = pixels(Size(width: width, height: height))
            else { throw broken }
            frames.append(DecodedImage.Frame(pixels: pixels, milliseconds: milliseconds))
        }
        guard place == bytes.count else { throw broken }
        return DecodedImage(
            size: Size(width: width, height: height), frames: frames, loops: loops == 0 ? nil : loops)
    }

    private mutating func number() -> Int? {
        guard bytes.count - place >= 4 else { return nil }
        defer { place += 4 }
        return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private mutating func pixels(_ size: Size) -> DecodedImage.Frame.Pixels? {
        guard let count = number(), count <= 256 else { return nil }
        guard count > 0 else { return picture(size).map { .whole($0) } }
        let pixels = size.width * size.height
        guard bytes.count - place >= 4 * count + pixels else { return nil }
        let palette = (0..<count).map { index -> UInt32 in
            let start = place + 4 * index
            guard bytes[start + 3] == 1 else { return 0 }
            return 0xFF00_0000 | UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        }
        place += 4 * count + pixels
        return IndexedBitmap(size: size, places: Array(bytes[place - pixels..<place]), palette: palette).map {
            .indexed($0)
        }
    }

    private mutating func picture(_ size: Size) -> MaskedBitmap? {
        let count = size.width * size.height
        guard bytes.count - place >= 4 * count else { return nil }
        var mask = MonoBitmap(size: size)
        let pixels = (0..<count).map { index -> Color in
            let start = place + 4 * index
            guard bytes[start + 3] == 1 else { return .black }
            mask[index % size.width, index / size.width] = true
            return Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
        }
        place += 4 * count
        return MaskedBitmap(bitmap: RGBBitmap(size: size, pixels: pixels), mask: mask)
    }
}
