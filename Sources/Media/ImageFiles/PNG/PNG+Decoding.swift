import CPNGReader
import PixelGraphics

/// Reading, row by row: of a file that is scaled down only the result is in memory.
extension PNG {
    /// Reads a PNG file from memory, of any colour type, bit depth and interlacing.
    ///
    /// Pixels whose alpha is below one half are transparent. Samples are sRGB if the file names no gamma, at 16 bits as
    /// at 8; others are converted. Samples of 16 bits are rounded to 8. What the file declares is checked against
    /// `limits` before memory is taken.
    ///
    /// - Parameters:
    ///   - fit: how it is scaled to the area.
    ///   - area: where it will be shown; nil leaves its size.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, fit: ImageFit = .natural, area: Size? = nil
    ) throws(ImageFileError) -> MaskedBitmap {
        let result: Result<MaskedBitmap, ImageFileError> = bytes.withUnsafeBufferPointer { buffer in
            do throws(ImageFileError) {
                return .success(try decode(buffer, limits: limits, fit: fit, area: area))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits, fit: ImageFit, area: Size?
    ) throws(ImageFileError) -> MaskedBitmap {
        var message = [CChar](repeating: 0, count: Int(png_reader_message_size))
        guard let reader = png_reader_open(bytes.baseAddress, bytes.count, &message) else {
            throw failure(.decode, message)
        }
        defer { png_reader_close(reader) }
        let size = Size(width: Int(png_reader_width(reader)), height: Int(png_reader_height(reader)))
        let isInterlaced = png_reader_is_interlaced(reader)
        let plan = ImagePlan(size, fit: fit, area: area)
        try limits.check(plan, format: "PNG")
        let work = PictureScaler.workBytes(from: plan.part.size, to: plan.kept, isInOrder: !isInterlaced)
        try limits.check(workBytes: work, format: "PNG")
        guard png_reader_start(reader, &message) else { throw failure(.decode, message) }
        var scaler = PictureScaler(from: plan.part.size, to: plan.kept, isInOrder: !isInterlaced)
        var row = [UInt8](repeating: 0, count: size.width * PictureScaler.bytesPerPixel)
        for pass in isInterlaced ? InterlacePass.adam7 : [.whole] where pass.first.x < size.width {
            for y in stride(from: pass.first.y, to: size.height, by: pass.step.height) {
                guard png_reader_row(reader, &row, &message) else { throw failure(.decode, message) }
                let (skipped, first) = pass.firstColumn(from: plan.part.x)
                let count = pass.columns(in: min(size.width, plan.part.maxX)) - skipped
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

    /// The extent of the picture that the beginning of a file declares; nil if it does not reach that far.
    static func declaredSize(_ beginning: [UInt8]) -> Size? {
        guard beginning.count >= 24, beginning[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        func number(_ offset: Int) -> Int { beginning[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return Size(width: number(16), height: number(20))
    }

    /// Reads a file.
    package static func read(path: String, limits: ImageLimits = .standard) throws(ImageFileError) -> MaskedBitmap {
        do throws(ImageFileError) {
            return try decode(FileBytes.read(path: path, limit: limits.maximumFileBytes), limits: limits)
        } catch {
            throw error.of(path: path)
        }
    }
}
