import CImageCodecs
import PixelGraphics

/// JPEG pictures (ITU-T T.81), baseline and progressive, through TurboJPEG.
enum JPEG {
    /// A larger picture is reduced while it is decoded, if that leaves twice the pixels of each side that are kept.
    private static let wholePixels = 1 << 20

    /// Loads the library.
    static func load() throws(ImageFileError) {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard !jpeg_reader_load(&message) else { return }
        throw ImageFileError(.decode, "JPEG", message, fix: "Install or update that package")
    }

    /// Reads a JPEG file from memory, turned as its Exif data say and scaled as by ``ImageLoader``.
    ///
    /// What the file declares is checked against `limits` before memory is taken. A picture of more than 2^20 pixels is decoded at a
    /// half, a quarter or an eighth of its sides, where that is enough and means are asked for: the means of a few pixels are then
    /// those of their values, not of their light. Colours count as sRGB; those of printers (CMYK) are refused. A file that ends early is refused.
    static func decode(
        _ bytes: [UInt8], limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> MaskedBitmap {
        try load()
        let turn = JPEGHeader(bytes).turn
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ImageFileError) in try decode(buffer, turn, limits: limits, fitting) }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ turn: PictureTurn, limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> MaskedBitmap {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard let reader = jpeg_reader_open(bytes.baseAddress, bytes.count, &message) else { throw failure(message) }
        defer { jpeg_reader_close(reader) }
        guard !jpeg_reader_is_cmyk(reader) else {
            throw ImageFileError(
                operation: .decode, format: "JPEG", reason: "its colours are those of a printer (CMYK)",
                fix: "Save it with RGB colours")
        }
        let size = Size(width: Int(jpeg_reader_width(reader)), height: Int(jpeg_reader_height(reader)))
        let plan = ImagePlan(turn.size(of: size), fitting)
        try limits.check(plan, format: "JPEG")
        try limits.check(whole: size, format: "JPEG")
        let divisor = divisor(for: plan)
        let reduced = Size(width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
        var samples = [UInt8](
            repeating: 0, count: PictureScaler.bytesPerPixel * reduced.width * reduced.height)
        guard jpeg_reader_read(reader, UInt32(divisor), &samples, &message) else { throw failure(message) }
        let part = ImagePlan(turn.size(of: reduced), fitting).part
        return samples.withUnsafeBufferPointer { turn.scaled($0, of: reduced, part: part, plan) }
    }

    /// What the sides are divided by while the picture is decoded: 1, 2, 4 or 8.
    private static func divisor(for plan: ImagePlan) -> Int {
        var divisor = 1
        while plan.scaling == .mean, divisor < 8,
            plan.source.width * plan.source.height > wholePixels * divisor * divisor,
            plan.part.width >= 4 * divisor * plan.kept.width, plan.part.height >= 4 * divisor * plan.kept.height
        {
            divisor *= 2
        }
        return divisor
    }

    private static func failure(_ message: [CChar]) -> ImageFileError {
        ImageFileError(.decode, "JPEG", message, fix: "Give an undamaged JPEG file")
    }
}

/// What the beginning of a JPEG file says of its picture.
struct JPEGHeader {
    /// The extent that it declares, before it is turned; nil where the bytes end before that.
    private(set) var size: Size?
    /// How it is turned before it is shown.
    private(set) var turn = PictureTurn.none

    /// Reads the segments in front of the picture; stops where they are damaged.
    init(_ bytes: [UInt8]) {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // Bytes that fill up, and markers without a segment.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
                place += marker == 0xFF ? 1 : 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, marker != 0xDA, marker != 0xD9 else { return }
            let segment = bytes[(place + 4)..<max(place + 4, min(place + 2 + length, bytes.count))]
            if marker == 0xE1, turn == .none, segment.starts(with: Array("Exif\0\0".utf8)) {
                turn = PictureTurn(exif: segment.dropFirst(6))
            }
            // Start of frame of all kinds, but not the tables of Huffman and arithmetic codes that lie among them.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let numbers = segment.map(Int.init)
                guard numbers.count >= 5 else { return }
                size = Size(width: numbers[3] << 8 | numbers[4], height: numbers[1] << 8 | numbers[2])
                return
            }
            place += 2 + length
        }
    }

    /// The extent of the picture as it is shown.
    static func declaredSize(_ beginning: [UInt8]) -> Size? {
        let header = JPEGHeader(beginning)
        return header.size.map(header.turn.size(of:))
    }
}
