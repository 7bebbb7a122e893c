import CImageCodecs
import PixelGraphics

/// PNG pictures (W3C PNG, second edition), through libpng, whose errors never jump over Swift frames: its simplified
/// interface writes, and a reader in C (`CPNGReader`) reads.
package enum PNG {
    /// Returns the picture as a PNG file with 8 bits per channel and no transparency.
    ///
    /// The same picture gives the same bytes with the same libpng and zlib.
    package static func encode(
        _ bitmap: RGBBitmap, limits: ImageLimits = .standard
    ) throws(ImageFileError) -> [UInt8] {
        try limits.check(width: bitmap.width, height: bitmap.height, operation: .encode, format: "PNG")
        var samples: [UInt8] = []
        samples.reserveCapacity(3 * bitmap.pixels.count)
        for color in bitmap.pixels {
            samples.append(color.red)
            samples.append(color.green)
            samples.append(color.blue)
        }
        var bytes = [UInt8](repeating: 0, count: samples.count + samples.count / 8 + 4096)
        // A second pass with the size that libpng asked for serves pictures that grow by compression.
        for _ in 0..<2 {
            var image = png_image()
            image.version = png_uint_32(PNG_IMAGE_VERSION)
            (image.width, image.height) = (png_uint_32(bitmap.width), png_uint_32(bitmap.height))
            image.format = PNG_FORMAT_FLAG_COLOR
            defer { png_image_free(&image) }
            var size = bytes.count
            let done = png_image_write_to_memory(&image, &bytes, &size, 0, samples, 0, nil)
            if done != 0 { return Array(bytes[..<min(size, bytes.count)]) }
            guard image.warning_or_error & 3 <= 1, size > bytes.count else {
                throw failure(.encode, withUnsafeBytes(of: image.message) { $0.map { CChar(bitPattern: $0) } })
            }
            bytes = [UInt8](repeating: 0, count: size)
        }
        throw ImageFileError(
            operation: .encode, format: "PNG", reason: "the file grew while it was written",
            fix: "Report this as a bug")
    }

    /// Writes the picture into a file; an existing one is replaced.
    package static func write(_ bitmap: RGBBitmap, path: String) throws(ImageFileError) {
        let bytes = try ImageFileError.about(path) { () throws(ImageFileError) in try encode(bitmap) }
        try FileBytes.write(bytes, path: path)
    }

    /// Paints a frame and writes the image into a file; an existing one is replaced.
    ///
    /// The image is not painted if it would be larger than the standard limits.
    package static func write(_ frame: Frame, painter: PanelPainter, path: String) throws(ImageFileError) {
        let size = painter.imageSize(of: frame.canvas.size)
        try ImageFileError.about(path) { () throws(ImageFileError) in
            try ImageLimits.standard.check(width: size.width, height: size.height, operation: .encode, format: "PNG")
        }
        try write(painter.paint(frame), path: path)
    }

    private static func failure(_ operation: ImageFileError.Operation, _ message: [CChar]) -> ImageFileError {
        ImageFileError(
            operation, "PNG", message,
            fix: operation == .decode ? "Give an undamaged PNG file" : "Report this as a bug")
    }
}

/// Reading, row by row: of a file that is scaled down only the result is in memory.
extension PNG {
    /// Reads a PNG file from memory, of any colour type, bit depth and interlacing, scaled as by ``ImageLoader``.
    ///
    /// Pixels whose alpha is below one half are transparent. Samples are sRGB if the file names no gamma, at 16 bits as
    /// at 8; others are converted. Samples of 16 bits are rounded to 8. What the file declares is checked against
    /// `limits` before memory is taken.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, _ fitting: ImageFitting = ImageFitting()
    ) throws(ImageFileError) -> MaskedBitmap {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ImageFileError) in try decode(buffer, limits: limits, fitting) }
        }
        return try result.get()
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> MaskedBitmap {
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard let reader = png_reader_open(bytes.baseAddress, bytes.count, &message) else {
            throw failure(.decode, message)
        }
        defer { png_reader_close(reader) }
        let size = Size(width: Int(png_reader_width(reader)), height: Int(png_reader_height(reader)))
        let isInterlaced = png_reader_is_interlaced(reader)
        let plan = try plan(size, isInterlaced: isInterlaced, limits, fitting)
        guard png_reader_start(reader, &message) else { throw failure(.decode, message) }
        var scaler = PictureScaler(from: plan.part.size, to: plan.kept, plan.scaling, isInOrder: !isInterlaced)
        var row = [UInt8](repeating: 0, count: size.width * PictureScaler.bytesPerPixel)
        for pass in passes(isInterlaced: isInterlaced) where pass.first.x < size.width {
            /// How many of the pass's columns lie before a column.
            func columns(before x: Int) -> Int { max(0, (x - pass.first.x + pass.step.width - 1) / pass.step.width) }
            let skipped = columns(before: plan.part.x)
            let first = pass.first.x + skipped * pass.step.width
            let count = columns(before: min(size.width, plan.part.maxX)) - skipped
            for y in stride(from: pass.first.y, to: size.height, by: pass.step.height) {
                guard png_reader_row(reader, &row, &message) else { throw failure(.decode, message) }
                guard count > 0 else { continue }
                row.withUnsafeBufferPointer { row in
                    let start = skipped * PictureScaler.bytesPerPixel
                    let pixels = row[start..<start + count * PictureScaler.bytesPerPixel]
                    scaler.take(
                        UnsafeBufferPointer(rebasing: pixels), row: y - plan.part.y, first: first - plan.part.x,
                        step: pass.step.width)
                }
            }
        }
        let (picture, mask) = scaler.finish()
        return MaskedBitmap(bitmap: picture, mask: mask)
    }

    /// The size that the beginning of a file declares; nil if it does not reach that far.
    ///
    /// - Throws: if it is too large.
    static func check(
        _ beginning: [UInt8], _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> Size? {
        guard beginning.count >= 29, beginning[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        func number(_ offset: Int) -> Int { beginning[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let size = Size(width: number(16), height: number(20))
        return try plan(size, isInterlaced: beginning[28] != 0, limits, fitting).source
    }

    private static func plan(
        _ size: Size, isInterlaced: Bool, _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> ImagePlan {
        let plan = ImagePlan(size, fitting)
        let work = PictureScaler.workBytes(from: plan.part.size, to: plan.kept, plan.scaling, isInOrder: !isInterlaced)
        try limits.check(
            plan, workBytes: work, format: "PNG",
            fix: isInterlaced ? "Scale it down, or save it without interlacing" : "Scale it down")
        return plan
    }

    /// The pixels that come together: all of them, or those of the seven passes of Adam7 (W3C PNG, second edition, 8.2); the
    /// first one, and how many columns and rows lie from one to the next.
    private static func passes(isInterlaced: Bool) -> [(first: Point, step: Size)] {
        let numbers =
            isInterlaced
            ? [
                [0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2],
            ] : [[0, 0, 1, 1]]
        return numbers.map { (Point(x: $0[0], y: $0[1]), Size(width: $0[2], height: $0[3])) }
    }
}
