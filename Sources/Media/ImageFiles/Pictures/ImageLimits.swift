import PixelGraphics

/// How large a picture may be before it is refused, so that a hostile file cannot take all memory.
public struct ImageLimits: Hashable, Sendable {
    /// The most columns, and the most rows, of what the file declares.
    public var maximumSide: Int
    /// The most pixels that are kept of all frames together, and the most of the screen of an animation; one pixel takes four bytes.
    ///
    /// Decoding takes at most ten bytes for each of them, with its result: a picture that needs more is refused, even if little of it is
    /// kept. PNG files are read row by row, so only the pixels of the result count; of WebP files, progressive JPEG files and the screens
    /// of animations the whole picture is in memory.
    public var maximumPixels: Int
    /// The most frames; small frames take memory besides that for their pixels.
    public var maximumFrames: Int
    /// The most bytes of a file that is read.
    public var maximumFileBytes: Int
    /// Whether frames of WebP animations that have at most 256 colours are kept in one byte a pixel, so that more of them have room.
    package var indexesFrames = false

    /// Creates limits.
    public init(maximumSide: Int, maximumPixels: Int, maximumFrames: Int = 1 << 16, maximumFileBytes: Int) {
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
        self.maximumFrames = maximumFrames
        self.maximumFileBytes = maximumFileBytes
    }

    /// 8192 pixels a side, 2^25 pixels in all (128 MiB), 65,536 frames, files up to 64 MiB; decoding takes up to 320 MiB.
    public static let standard = ImageLimits(
        maximumSide: 8192, maximumPixels: 1 << 25, maximumFileBytes: 1 << 26)

    /// For images that are shown: 8192 pixels a side, 6,291,456 pixels kept (24 MiB), 4096 frames, files up to 32 MiB; decoding takes
    /// up to 60 MiB.
    public static let shown = ImageLimits(
        maximumSide: 8192, maximumPixels: 6 << 20, maximumFrames: 4096, maximumFileBytes: 1 << 25)

    /// Throws if a picture of that many columns and rows, `frames` times, is too large or has no pixel.
    func check(
        width: Int, height: Int, frames: Int = 1, operation: ImageFileError.Operation, format: String
    ) throws(ImageFileError) {
        let size = Size(width: width, height: height)
        try check(sides: size, operation: operation, format: format)
        try check(frames: frames, operation: operation, format: format)
        try check(kept: size, frames: frames, operation: operation, format: format)
    }

    /// The most bytes that all frames together may be kept in.
    var maximumKeptBytes: Int { 4 * maximumPixels }

    /// Throws if frames that are kept, some in one byte a pixel, take too much memory.
    func check(keptBytes: Int, format: String) throws(ImageFileError) {
        guard keptBytes > maximumKeptBytes else { return }
        throw Self.refusal(
            .decode, format, "its frames take more than \(Self.mebibytes(maximumKeptBytes)) of memory",
            fix: "Scale it down, leave frames out or use fewer colours")
    }

    /// The most bytes of memory that decoding takes, with its result.
    var maximumDecodingBytes: Int { 10 * maximumPixels }

    /// Throws if a picture is too large: what the file declares, what is kept of it, or the memory that reading takes beside that.
    func check(
        _ plan: ImagePlan, workBytes: Int, format: String, fix: String = "Scale it down"
    ) throws(ImageFileError) {
        try check(sides: plan.source, operation: .decode, format: format)
        try check(kept: plan.kept, frames: 1, operation: .decode, format: format)
        try check(work: plan.source.width * plan.source.height, operation: .decode, format: format)
        let bytes = workBytes + 4 * plan.kept.width * plan.kept.height
        guard bytes > maximumDecodingBytes else { return }
        let (needed, limit) = (Self.mebibytes(bytes), Self.mebibytes(maximumDecodingBytes))
        throw Self.refusal(.decode, format, "reading it takes \(needed) of memory, more than \(limit)", fix: fix)
    }

    private static func refusal(
        _ operation: ImageFileError.Operation, _ format: String, _ reason: String, fix: String
    ) -> ImageFileError {
        ImageFileError(operation: operation, format: format, reason: reason, fix: fix)
    }

    private func check(sides size: Size, operation: ImageFileError.Operation, format: String) throws(ImageFileError) {
        guard !size.isEmpty else {
            throw Self.refusal(
                operation, format, "the picture of \(size) has no pixels", fix: "Give a picture of at least 1x1")
        }
        guard size.width > maximumSide || size.height > maximumSide else { return }
        throw Self.refusal(
            operation, format, "the picture of \(size) is larger than \(maximumSide) pixels a side",
            fix: "Scale it down")
    }

    private func check(
        kept size: Size, frames: Int, operation: ImageFileError.Operation, format: String
    ) throws(ImageFileError) {
        guard frames > maximumPixels / (size.width * size.height) else { return }
        let bytes = 4 * frames * size.width * size.height
        let memory = bytes < 1 << 20 ? "" : " (\(Self.mebibytes(bytes)) of memory)"
        let what = frames == 1 ? "the picture of \(size) has" : "\(frames) frames of \(size) have"
        throw Self.refusal(
            operation, format, "\(what) more than \(maximumPixels) pixels\(memory)",
            fix: operation == .encode
                ? "Scale it down or leave frames out"
                : "Scale it down\(frames == 1 ? "" : ", leave frames out") or fit it to its area (fit: contain)")
    }

    /// A number of bytes in words, rounded up to a tenth, such as "1.5 MiB".
    package static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return "\(tenths / 10).\(tenths % 10) MiB"
    }

    /// Throws if there are too many frames.
    func check(frames: Int, operation: ImageFileError.Operation, format: String) throws(ImageFileError) {
        guard frames > maximumFrames else { return }
        throw Self.refusal(operation, format, "there are more than \(maximumFrames) frames", fix: "Leave frames out")
    }

    /// Throws if small frames painted over and over cost more than 16 pictures of the most pixels.
    ///
    /// A few bytes can ask for millions of pixels to be painted, thousands of times.
    func check(work pixels: Int, operation: ImageFileError.Operation, format: String) throws(ImageFileError) {
        let (limit, overflow) = maximumPixels.multipliedReportingOverflow(by: 16)
        guard !overflow, pixels > limit else { return }
        throw Self.refusal(
            operation, format, "its frames paint more than \(limit) pixels", fix: "Scale it down or leave frames out")
    }
}
