import CImageCodecs
import PixelGraphics

/// One frame of an animated GIF as displayed: the whole picture, not only what changed.
package struct GIFFrame: Hashable, Sendable {
    /// The whole picture.
    package var picture: MaskedBitmap
    /// How long it is shown, in hundredths of a second, as the file says it.
    package var hundredths: Int

    /// How long viewers show it: frames of 0 or 1 hundredth are shown for 10, as all web browsers do.
    package var shownHundredths: Int { hundredths <= 1 ? 10 : hundredths }
}

/// The frames of a GIF file.
package struct GIFAnimation: Hashable, Sendable {
    /// The extent of all frames in pixels.
    package let size: Size
    /// The frames in order, one at least.
    package internal(set) var frames: [GIFFrame]
    /// How often the frames are repeated after the first time; 0 forever, nil not at all.
    package internal(set) var repetitions: Int?
}

extension GIFAnimation {
    /// How often all frames are shown, nil: forever: a file without a loop extension once, one that asks for n
    /// repetitions n + 1 times, one that asks for 0 forever, as browsers do.
    package var loops: Int? {
        guard let repetitions else { return 1 }
        return repetitions == 0 ? nil : repetitions + 1
    }
}

/// GIF pictures (GIF89a), through giflib.
package enum GIF {
    /// Reads a GIF file from memory, with all disposals, transparency and interlacing.
    ///
    /// What the file declares is checked against `limits` before memory is taken. A file that ends after a whole frame
    /// without the trailer is accepted.
    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard
    ) throws(ImageFileError) -> GIFAnimation {
        try decode(bytes, limits: limits, fit: .natural, area: nil)
    }

    /// Reads a GIF file, and keeps every frame scaled to an area.
    static func decode(
        _ bytes: [UInt8], limits: ImageLimits, fit: ImageFit, area: Size?
    ) throws(ImageFileError) -> GIFAnimation {
        let result: Result<GIFAnimation, ImageFileError> = bytes.withUnsafeBufferPointer { buffer in
            var source = GIFSource(bytes: buffer)
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
        do throws(ImageFileError) {
            try FileBytes.write(encoder.finish(), path: path)
        } catch {
            throw error.of(path: path)
        }
    }

    /// giflib's words for its error code.
    static func message(_ code: Int32) -> String {
        guard let text = GifErrorString(code) else { return "giflib gave error \(code)" }
        return String(cString: text)
    }
}
