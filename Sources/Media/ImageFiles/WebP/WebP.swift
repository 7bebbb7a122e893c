import CImageCodecs
import PixelGraphics

/// WebP pictures (RFC 9649), still and animated, lossy and lossless, through libwebp and libwebpdemux.
enum WebP {
    /// Loads the library.
    static func load() throws(ImageFileError) {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard !webp_reader_load(&message) else { return }
        throw ImageFileError(.decode, "WebP", message, fix: "Install or update that package")
    }

    /// Reads a WebP file from memory, turned as its Exif data say, and each frame scaled as by ``ImageLoader``.
    ///
    /// What the file declares is checked against `limits` before memory is taken. Colours count as sRGB.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> DecodedImage {
        try load()
        let header = WebPHeader(bytes)
        guard let size = header.size else {
            throw damage("the file has no picture")
        }
        let plan = try plan(size, header, limits, fitting)
        guard header.isAnimated else { return DecodedImage(try still(bytes, header, size, plan)) }
        try limits.check(
            width: size.width, height: size.height, operation: .decode, format: "WebP")
        try limits.check(
            width: plan.kept.width, height: plan.kept.height, frames: limits.indexesFrames ? 1 : max(header.frames, 1),
            operation: .decode, format: "WebP")
        try limits.check(frames: header.frames, operation: .decode, format: "WebP")
        try limits.check(work: header.frames * size.width * size.height, operation: .decode, format: "WebP")
        return try animation(bytes, header, size, plan, limits)
    }

    /// The size that the beginning of a file declares, turned; nil if it does not reach that far.
    ///
    /// - Throws: if it is too large.
    static func check(
        _ beginning: [UInt8], _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> Size? {
        let header = WebPHeader(beginning)
        return try header.size.map { size throws(ImageFileError) in try plan(size, header, limits, fitting).source }
    }

    private static func plan(
        _ size: Size, _ header: WebPHeader, _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> ImagePlan {
        let plan = ImagePlan(header.turn.size(of: size), fitting)
        try limits.check(plan, workBytes: header.bytesPerPixel * size.width * size.height, format: "WebP")
        return plan
    }

    private static func still(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: WebPHeader, _ size: Size, _ plan: ImagePlan
    ) throws(ImageFileError) -> MaskedBitmap {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        var samples = [UInt8](repeating: 0, count: PictureScaler.bytesPerPixel * size.width * size.height)
        guard
            webp_reader_read(
                bytes.baseAddress, bytes.count, UInt32(size.width), UInt32(size.height), &samples, &message)
        else {
            throw failure(message)
        }
        return samples.withUnsafeBufferPointer {
            header.turn.scaled($0, of: size, plan)
        }
    }

    private static func animation(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: WebPHeader, _ size: Size, _ plan: ImagePlan,
        _ limits: ImageLimits
    ) throws(ImageFileError) -> DecodedImage {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard let animation = webp_animation_open(bytes.baseAddress, bytes.count, &message) else {
            throw failure(message)
        }
        defer { webp_animation_close(animation) }
        guard Int(webp_animation_width(animation)) == size.width, Int(webp_animation_height(animation)) == size.height
        else { throw damage("the file declares two sizes") }
        var frames: [DecodedImage.Frame] = []
        var (start, keptBytes) = (0, 0)
        while frames.count < header.frames, webp_animation_has_more(animation) {
            var end: Int32 = 0
            guard let samples = webp_animation_next(animation, &end, &message) else { throw failure(message) }
            let count = PictureScaler.bytesPerPixel * size.width * size.height
            let picture = header.turn.scaled(
                UnsafeBufferPointer(start: samples, count: count), of: size, plan)
            let frame = DecodedImage.Frame(
                picture: picture, given: Int(end) - start, isIndexed: limits.indexesFrames)
            keptBytes += frame.byteCount
            try limits.check(keptBytes: keptBytes, format: "WebP")
            frames.append(frame)
            start = Int(end)
        }
        guard !frames.isEmpty else { throw damage("the file has no frame") }
        let loops = Int(webp_animation_loops(animation))
        return DecodedImage(size: plan.kept, frames: frames, loops: loops == 0 ? nil : loops)
    }

    private static let undamaged = "Give an undamaged WebP file"

    private static func failure(_ message: [CChar]) -> ImageFileError {
        ImageFileError(.decode, "WebP", message, fix: undamaged)
    }

    private static func damage(_ reason: String) -> ImageFileError {
        ImageFileError(operation: .decode, format: "WebP", reason: reason, fix: undamaged)
    }
}

/// What the chunks of a WebP file say of its picture, without decoding any.
struct WebPHeader {
    /// The extent of the canvas, before it is turned; nil where the bytes do not say it.
    private(set) var size: Size?
    /// How it is turned before it is shown.
    private(set) var turn = PictureTurn.none
    /// Whether it has frames, each with its time.
    private(set) var isAnimated = false
    /// The frames of an animation.
    private(set) var frames = 0
    /// The bytes that each pixel takes while it is decoded: four of the result, those of the decoder, and two canvases of animations.
    private(set) var bytesPerPixel = 4

    /// Reads the names of all chunks, and the beginnings of some; O(chunks).
    init<Bytes: RandomAccessCollection>(_ bytes: Bytes) where Bytes.Element == UInt8, Bytes.Index == Int {
        var place = 12
        while place + 8 <= bytes.count {
            let name = bytes[place..<place + 4]
            let length = Self.number(bytes, place + 4, bytes: 4)
            let content = bytes[(place + 8)..<min(place + 8 + length, bytes.count)]
            switch String(decoding: name, as: UTF8.self) {
            case "VP8X" where size == nil && content.count >= 10:
                isAnimated = content[content.startIndex] & 2 != 0
                if isAnimated { bytesPerPixel = 12 }
                size = Size(
                    width: Self.number(bytes, place + 12, bytes: 3) + 1,
                    height: Self.number(bytes, place + 15, bytes: 3) + 1)
            case "VP8 " where size == nil && content.count >= 10:
                let sides = [14, 16].map { Self.number(bytes, place + $0, bytes: 2) & 0x3FFF }
                size = Size(width: sides[0], height: sides[1])
            case "VP8L" where size == nil && content.count >= 5:
                let bits = Self.number(bytes, place + 9, bytes: 4)
                size = Size(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            case "ANMF": frames += 1
            case "ALPH": bytesPerPixel = max(bytesPerPixel, 6)
            case "EXIF":
                let prefix = Array("Exif\0\0".utf8)
                // The turn is at the beginning.
                let block = Array(content.prefix(1 << 16))
                turn = PictureTurn(exif: block.dropFirst(block.starts(with: prefix) ? prefix.count : 0))
            default: break
            }
            if name.elementsEqual("VP8L".utf8) { bytesPerPixel = max(bytesPerPixel, 8) }
            // Chunks begin at even places.
            place += 8 + length + length % 2
        }
    }

    /// The extent of the picture as it is shown.
    static func declaredSize(_ beginning: [UInt8]) -> Size? {
        let header = WebPHeader(beginning)
        return header.size.map(header.turn.size(of:))
    }

    /// A number whose lowest byte comes first.
    private static func number<Bytes: RandomAccessCollection>(_ bytes: Bytes, _ offset: Int, bytes count: Int) -> Int
    where Bytes.Element == UInt8, Bytes.Index == Int {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
