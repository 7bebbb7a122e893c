import CGIF
import PixelGraphics

/// One frame of an animated GIF as it is seen: the whole picture, not only what changed.
public struct GIFFrame: Hashable, Sendable {
    /// The whole picture.
    public var picture: MaskedBitmap
    /// How long it is shown, in hundredths of a second, as the file says it.
    public var hundredths: Int

    /// Creates a frame.
    public init(picture: MaskedBitmap, hundredths: Int) {
        self.picture = picture
        self.hundredths = hundredths
    }

    /// How long viewers show it: frames of 0 or 1 hundredth are shown for 10, as all web browsers do.
    public var shownHundredths: Int { hundredths <= 1 ? 10 : hundredths }
}

/// The frames of a GIF file.
public struct GIFAnimation: Hashable, Sendable {
    /// The extent of all frames in pixels.
    public let size: Size
    /// The frames in order, one at least.
    public internal(set) var frames: [GIFFrame]
    /// How often the frames are repeated after the first time; 0 for ever, nil not at all.
    public internal(set) var repetitions: Int?
}

/// GIF pictures (GIF89a), through giflib.
public enum GIF {
    /// Reads a GIF file from memory, with all disposals, transparency and interlacing.
    ///
    /// What the file declares is checked against `limits` before memory is taken. A file that ends after a whole frame
    /// without the trailer is taken as it is.
    public static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .standard
    ) throws(ImageFileError) -> GIFAnimation {
        try decode(bytes, limits: limits, fit: .natural, area: nil)
    }

    /// Does so, and keeps every frame as it is brought to the size of an area.
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

    /// Reads a file.
    public static func read(path: String, limits: ImageLimits = .standard) throws(ImageFileError) -> GIFAnimation {
        do throws(ImageFileError) {
            return try decode(FileBytes.read(path: path, limit: limits.maximumFileBytes), limits: limits)
        } catch {
            throw error.of(path: path)
        }
    }

    /// Writes the bytes of an encoder into a file; one that is there is replaced.
    public static func write(_ encoder: GIFEncoder, path: String) throws(ImageFileError) {
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
