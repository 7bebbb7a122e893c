import CImageCodecs
import PixelGraphics

/// GIF pictures (GIF89a), through giflib.
package enum GIF {
    /// Reads a GIF file from memory, with all disposals, transparency and interlacing.
    ///
    /// What the file declares is checked against `limits` before memory is taken. A file that ends after a whole frame
    /// without the trailer is accepted.
    ///
    /// - Parameters:
    ///   - fit: how every frame is scaled to the area.
    ///   - area: where it will be shown; nil leaves its size.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard, fit: ImageFit = .natural, area: Size? = nil
    ) throws(ImageFileError) -> DecodedImage {
        let result: Result<DecodedImage, ImageFileError> = bytes.withUnsafeBufferPointer { buffer in
            var source: GIFSource = (buffer, 0)
            return withUnsafeMutablePointer(to: &source) { source in
                do throws(ImageFileError) {
                    var decoder = try GIFDecoder(source: source, limits: limits, fit: fit, area: area)
                    defer { decoder.close() }
                    return .success(try decoder.run())
                } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    /// The extent of the screen that the beginning of a file declares; nil if it does not reach that far.
    static func declaredSize(_ beginning: [UInt8]) -> Size? {
        guard beginning.count >= 10 else { return nil }
        func number(_ offset: Int) -> Int { Int(beginning[offset]) | Int(beginning[offset + 1]) << 8 }
        return Size(width: number(6), height: number(8))
    }

    /// Writes the bytes of an encoder into a file; an existing one is replaced.
    package static func write(_ encoder: GIFEncoder, path: String) throws(ImageFileError) {
        let bytes = try ImageFileError.about(path) { () throws(ImageFileError) in try encoder.finish() }
        try FileBytes.write(bytes, path: path)
    }

    /// giflib's words for its error code.
    static func message(_ code: Int32) -> String {
        guard let text = GifErrorString(code) else { return "giflib gave error \(code)" }
        return String(cString: text)
    }
}
