import PixelGraphics

/// How large a picture may be before it is refused, so that a hostile file cannot take all memory.
public struct ImageLimits: Hashable, Sendable {
    /// The most columns, and the most rows.
    public var maximumSide: Int
    /// The most pixels of all frames together; one pixel takes four bytes.
    public var maximumPixels: Int
    /// The most frames; small frames take memory besides that for their pixels.
    public var maximumFrames: Int
    /// The most bytes of a file that is read.
    public var maximumFileBytes: Int

    /// Creates limits.
    public init(maximumSide: Int, maximumPixels: Int, maximumFrames: Int = 1 << 16, maximumFileBytes: Int) {
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
        self.maximumFrames = maximumFrames
        self.maximumFileBytes = maximumFileBytes
    }

    /// 8192 pixels a side, 2^25 pixels in all (128 MiB), 65,536 frames, files up to 64 MiB.
    public static let standard = ImageLimits(
        maximumSide: 8192, maximumPixels: 1 << 25, maximumFileBytes: 1 << 26)

    /// For images that are shown: 8192 pixels a side, 2^24 pixels in all (64 MiB), 4096 frames, files up to 32 MiB.
    public static let shown = ImageLimits(
        maximumSide: 8192, maximumPixels: 1 << 24, maximumFrames: 4096, maximumFileBytes: 1 << 25)

    /// Throws if a picture of that many columns and rows, `frames` times, is too large or has no pixel.
    func check(
        width: Int, height: Int, frames: Int = 1, operation: ImageFileError.Operation, format: String
    ) throws(ImageFileError) {
        guard width > 0, height > 0 else {
            throw ImageFileError(
                operation: operation, format: format, reason: "the picture of \(width)x\(height) has no pixels",
                fix: "Give a picture of at least 1x1")
        }
        guard width <= maximumSide, height <= maximumSide else {
            throw ImageFileError(
                operation: operation, format: format,
                reason: "the picture of \(width)x\(height) is larger than \(maximumSide) pixels a side",
                fix: "Scale it down")
        }
        try check(frames: frames, operation: operation, format: format)
        guard frames <= maximumPixels / (width * height) else {
            throw ImageFileError(
                operation: operation, format: format,
                reason: frames == 1
                    ? "the picture of \(width)x\(height) has more than \(maximumPixels) pixels"
                    : "\(frames) frames of \(width)x\(height) have more than \(maximumPixels) pixels",
                fix: "Scale it down or leave frames out")
        }
    }

    /// Throws if there are too many frames.
    func check(frames: Int, operation: ImageFileError.Operation, format: String) throws(ImageFileError) {
        guard frames <= maximumFrames else {
            throw ImageFileError(
                operation: operation, format: format, reason: "there are more than \(maximumFrames) frames",
                fix: "Leave frames out")
        }
    }

    /// Throws if small frames painted over and over cost more than 16 pictures of the most pixels.
    ///
    /// A few bytes can ask for millions of pixels to be painted, thousands of times.
    func check(work pixels: Int, operation: ImageFileError.Operation, format: String) throws(ImageFileError) {
        let (limit, overflow) = maximumPixels.multipliedReportingOverflow(by: 16)
        guard overflow || pixels <= limit else {
            throw ImageFileError(
                operation: operation, format: format, reason: "its frames paint more than \(limit) pixels",
                fix: "Scale it down or leave frames out")
        }
    }
}
