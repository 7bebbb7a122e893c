import CImageCodecs
import PixelGraphics

/// GIF pictures (GIF89a), through giflib.
package enum GIF {
    /// Reads a GIF file from memory, with all disposals, transparency and interlacing, each frame scaled as by ``ImageLoader``.
    ///
    /// What the file declares is checked against `limits` before memory is taken. A file that ends after a whole frame
    /// without the trailer is accepted.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, _ fitting: ImageFitting = ImageFitting()
    ) throws(ImageFileError) -> DecodedImage {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ImageFileError) in try decode(buffer, limits: limits, fitting) }
        }
        return try result.get()
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> DecodedImage {
        var source: GIFSource = (bytes, 0)
        let result = withUnsafeMutablePointer(to: &source) { source in
            Result { () throws(ImageFileError) in
                var decoder = try GIFDecoder(source: source, limits: limits, fitting)
                defer { decoder.close() }
                return try decoder.run()
            }
        }
        return try result.get()
    }

    /// The size of the screen that the beginning of a file declares; nil if it does not reach that far.
    ///
    /// - Throws: if it is too large.
    static func check(
        _ beginning: [UInt8], _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> Size? {
        guard beginning.count >= 10 else { return nil }
        func number(_ offset: Int) -> Int { Int(beginning[offset]) | Int(beginning[offset + 1]) << 8 }
        let size = Size(width: number(6), height: number(8))
        try limits.check(width: size.width, height: size.height, operation: .decode, format: "GIF")
        return size
    }

    /// giflib's words for its error code.
    static func message(_ code: Int32) -> String {
        guard let text = GifErrorString(code) else { return "giflib gave error \(code)" }
        return String(cString: text)
    }
}
