import PixelGraphics

/// Reads PNG and GIF files to show them: distinguished by their first bytes, and scaled to the size of an area while
/// they are read, so that a large file needs little memory in the end.
///
/// Functions of their arguments (and the file) alone, with results that any thread may take: meant to be called off the
/// thread that draws. What a file declares is checked against the limits before memory is taken.
///
/// Times and rounds are those of web browsers: frames of 0 or 1 hundredth of a second are shown for 10 hundredths; a file
/// that asks for n repetitions is shown n + 1 times, one that asks for 0 forever, one that does not say once. Pixels whose
/// alpha is below one half are transparent.
public enum ImageLoader {
    /// Reads a file of that path; anything but a regular file is refused, so that no FIFO makes it wait.
    ///
    /// - Parameters:
    ///   - fit: how it is scaled to the area.
    ///   - area: where it will be shown; nil leaves its size.
    /// - Throws: `ImageFileError` with the path.
    public static func read(
        path: String, limits: ImageLimits = .shown, fit: ImageFit = .natural, area: Size? = nil
    ) throws(ImageFileError) -> DecodedImage {
        do throws(ImageFileError) {
            let bytes = try FileBytes.read(path: path, limit: limits.maximumFileBytes)
            return try decode(bytes, limits: limits, fit: fit, area: area)
        } catch {
            throw error.of(path: path)
        }
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: `ImageFileError`.
    public static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .shown, fit: ImageFit = .natural, area: Size? = nil
    ) throws(ImageFileError) -> DecodedImage {
        guard bytes.count <= limits.maximumFileBytes else {
            throw ImageFileError(
                operation: .decode, reason: "the file has more than \(limits.maximumFileBytes) bytes",
                fix: "Give a smaller file")
        }
        if isPNG(bytes) {
            let picture = try PNG.decode(bytes, limits: limits)
            return DecodedImage(picture.fitted(fit, in: area))
        }
        if isGIF(bytes) {
            return DecodedImage(try GIF.decode(bytes, limits: limits, fit: fit, area: area))
        }
        throw unknownFormat(bytes)
    }

    /// Checks that a regular file exists and begins like a PNG or GIF file; reads only its beginning.
    ///
    /// - Throws: `ImageFileError` with the path.
    public static func probe(path: String) throws(ImageFileError) {
        let bytes = try FileBytes.beginning(path: path, most: 16)
        guard isPNG(bytes) || isGIF(bytes) else { throw unknownFormat(bytes).of(path: path) }
    }

    private static func isPNG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
    private static func isGIF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("GIF8".utf8)) }

    private static func unknownFormat(_ bytes: [UInt8]) -> ImageFileError {
        ImageFileError(
            operation: .decode, reason: bytes.isEmpty ? "the file is empty" : "the file is neither PNG nor GIF",
            fix: "Give a PNG or GIF file")
    }
}
