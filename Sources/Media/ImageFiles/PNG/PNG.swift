import CPNG
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
        let samples = Samples.rgb(bitmap)
        var bytes = [UInt8](repeating: 0, count: samples.count + samples.count / 8 + 4096)
        // A second pass with the size that libpng asked for serves pictures that grow by compression.
        for _ in 0..<2 {
            var image = header(width: bitmap.width, height: bitmap.height)
            defer { png_image_free(&image) }
            var size = bytes.count
            let done = png_image_write_to_memory(&image, &bytes, &size, 0, samples, 0, nil)
            if done != 0 { return Array(bytes[..<min(size, bytes.count)]) }
            guard image.warning_or_error & 3 <= 1, size > bytes.count else {
                throw failure(.encode, image)
            }
            bytes = [UInt8](repeating: 0, count: size)
        }
        throw ImageFileError(
            operation: .encode, format: "PNG", reason: "the file grew while it was written",
            fix: "Report this as a bug")
    }

    /// Writes the picture into a file; an existing one is replaced.
    package static func write(_ bitmap: RGBBitmap, path: String) throws(ImageFileError) {
        do throws(ImageFileError) {
            try FileBytes.write(encode(bitmap), path: path)
        } catch {
            throw error.of(path: path)
        }
    }

    /// Paints a frame and writes the image into a file; an existing one is replaced.
    ///
    /// The image is not painted if it would be larger than the standard limits.
    package static func write(_ frame: Frame, painter: PanelPainter, path: String) throws(ImageFileError) {
        let size = painter.imageSize(of: frame.canvas.size)
        do throws(ImageFileError) {
            try ImageLimits.standard.check(width: size.width, height: size.height, operation: .encode, format: "PNG")
        } catch {
            throw error.of(path: path)
        }
        try write(painter.paint(frame), path: path)
    }

    private static func header(width: Int, height: Int) -> png_image {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = PNG_FORMAT_FLAG_COLOR
        return image
    }

    private static func failure(_ operation: ImageFileError.Operation, _ image: png_image) -> ImageFileError {
        let message = withUnsafeBytes(of: image.message) { buffer in buffer.map { CChar(bitPattern: $0) } }
        return failure(operation, message)
    }

    static func failure(_ operation: ImageFileError.Operation, _ message: [CChar]) -> ImageFileError {
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return ImageFileError(
            operation: operation, format: "PNG", reason: text.isEmpty ? "libpng gave no reason" : text,
            fix: operation == .decode ? "Give an undamaged PNG file" : "Report this as a bug")
    }
}
