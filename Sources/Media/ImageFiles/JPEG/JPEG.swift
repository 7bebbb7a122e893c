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
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> MaskedBitmap {
        try load()
        let header = JPEGHeader(bytes)
        let turn = header.turn
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard let reader = jpeg_reader_open(bytes.baseAddress, bytes.count, &message) else { throw failure(message) }
        defer { jpeg_reader_close(reader) }
        guard !jpeg_reader_is_cmyk(reader) else {
            throw ImageFileError(
                operation: .decode, format: "JPEG", reason: "its colours are those of a printer (CMYK)",
                fix: "Save it with RGB colours")
        }
        let size = Size(width: Int(jpeg_reader_width(reader)), height: Int(jpeg_reader_height(reader)))
        let (plan, divisor, reduced) = try plan(size, header, limits, fitting)
        var samples = [UInt8](
            repeating: 0, count: PictureScaler.bytesPerPixel * reduced.width * reduced.height)
        guard jpeg_reader_read(reader, UInt32(divisor), &samples, &message) else { throw failure(message) }
        let part = ImagePlan(turn.size(of: reduced), fitting).part
        return samples.withUnsafeBufferPointer { turn.scaled($0, of: reduced, part: part, plan) }
    }

    /// The size that the beginning of a file declares, turned; nil if it does not reach that far.
    ///
    /// - Throws: if it is too large.
    static func check(
        _ beginning: [UInt8], _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> Size? {
        let header = JPEGHeader(beginning)
        return try header.size.map { size throws(ImageFileError) in try plan(size, header, limits, fitting).0.source }
    }

    /// What is kept, what the sides are divided by while the picture is decoded, and its size then.
    private static func plan(
        _ size: Size, _ header: JPEGHeader, _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> (ImagePlan, divisor: Int, reduced: Size) {
        let plan = ImagePlan(header.turn.size(of: size), fitting)
        let divisor = divisor(for: plan)
        let reduced = Size(width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
        let work = PictureScaler.bytesPerPixel * reduced.width * reduced.height
        try limits.check(
            plan, workBytes: work + header.coefficientBytes, format: "JPEG",
            fix: header.coefficientBytes > 0 ? "Scale it down, or save it as a baseline JPEG" : "Scale it down")
        return (plan, divisor, reduced)
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
    /// The bytes of all coefficients, which are in memory together if the picture comes in several scans; 0 for one scan.
    private(set) var coefficientBytes = 0

    /// Reads the segments in front of the picture; stops where they are damaged.
    init<Bytes: RandomAccessCollection>(_ bytes: Bytes) where Bytes.Element == UInt8, Bytes.Index == Int {
        var frame: (components: [(columns: Int, rows: Int)], isProgressive: Bool) = ([], false)
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // Bytes that fill up, and markers without a segment.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
                place += marker == 0xFF ? 1 : 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, marker != 0xD9 else { return }
            let segment = Array(bytes[(place + 4)..<max(place + 4, min(place + 2 + length, bytes.count))])
            if marker == 0xE1, turn == .none, segment.starts(with: Array("Exif\0\0".utf8)) {
                turn = PictureTurn(exif: segment.dropFirst(6))
            }
            // Start of frame of all kinds, but not the tables of Huffman and arithmetic codes that lie among them.
            if size == nil, (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard segment.count >= 6 else { return }
                let numbers = segment.map(Int.init)
                size = Size(width: numbers[3] << 8 | numbers[4], height: numbers[1] << 8 | numbers[2])
                let components = stride(from: 7, to: min(numbers.count, 6 + 3 * numbers[5]), by: 3).map {
                    (columns: max(1, numbers[$0] >> 4), rows: max(1, numbers[$0] & 15))
                }
                frame = (components, marker & 3 == 2)
            }
            // A scan of one of several components is followed by others.
            if marker == 0xDA {
                let isFirst = frame.isProgressive || Int(segment.first ?? 0) < frame.components.count
                coefficientBytes =
                    isFirst ? Self.coefficientBytes(size ?? Size(width: 0, height: 0), frame.components) : 0
                return
            }
            place += 2 + length
        }
    }

    /// The bytes of the coefficients of all components: two for each sample of whole blocks of 8x8, in whole groups (ITU-T T.81, A.2).
    private static func coefficientBytes(_ size: Size, _ components: [(columns: Int, rows: Int)]) -> Int {
        let columns = components.map(\.columns).max() ?? 1
        let rows = components.map(\.rows).max() ?? 1
        let groups = Size(
            width: (size.width + 8 * columns - 1) / (8 * columns), height: (size.height + 8 * rows - 1) / (8 * rows))
        return components.reduce(0) { $0 + 128 * groups.width * $1.columns * groups.height * $1.rows }
    }

    /// The extent of the picture as it is shown.
    static func declaredSize(_ beginning: [UInt8]) -> Size? {
        let header = JPEGHeader(beginning)
        return header.size.map(header.turn.size(of:))
    }
}
