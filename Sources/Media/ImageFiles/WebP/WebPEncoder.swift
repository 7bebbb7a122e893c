import CImageCodecs
import PixelGraphics

/// Writes an animated WebP file (RFC 9649) without loss, frame by frame: it loops forever, and each frame holds only the rectangle that
/// changed.
///
/// Its library is loaded with the first file. What is kept in memory is the last pictures and the compressed bytes.
package final class WebPEncoder: AnimationEncoder {
    /// The extent of every frame in pixels.
    package let size: Size
    private let limits: ImageLimits
    private let writer: OpaquePointer
    private var frameCount = 0
    /// The end of the last frame in milliseconds.
    private var end = 0

    /// The units of time in a second.
    package static let unitsPerSecond = 1_000

    /// Starts a file without frames.
    package init(size: Size, limits: ImageLimits = .standard) throws(ImageFileError) {
        try limits.check(width: size.width, height: size.height, operation: .encode, format: "WebP")
        (self.size, self.limits) = (size, limits)
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard let writer = webp_writer_open(UInt32(size.width), UInt32(size.height), &message) else {
            throw ImageFileError(.encode, "WebP", message, fix: "Install or update that package")
        }
        self.writer = writer
    }

    deinit { webp_writer_close(writer) }

    /// Adds a picture with its duration in milliseconds; a picture with a duration of 0 is left out.
    ///
    /// - Throws: `ImageFileError` if the size differs, or the file gets more frames or longer than it can be (24 days).
    package func append(_ bitmap: RGBBitmap, time: Int) throws(ImageFileError) {
        guard bitmap.size == size else {
            throw failure(
                "a frame has \(bitmap.size) pixels in a file of \(size)", fix: "Give all frames the same size")
        }
        guard time > 0 else { return }
        frameCount += 1
        try limits.check(frames: frameCount, operation: .encode, format: "WebP")
        guard time <= Int(Int32.max) - end else { throw failure("it is too long", fix: "Give a shorter time") }
        var samples: [UInt8] = []
        samples.reserveCapacity(3 * bitmap.pixels.count)
        for color in bitmap.pixels { samples += [color.red, color.green, color.blue] }
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        guard webp_writer_add(writer, samples, Int32(end), &message) else {
            throw ImageFileError(.encode, "WebP", message, fix: Self.bug)
        }
        end += time
    }

    /// Ends the file and returns its bytes; the encoder is unusable afterwards.
    package func finish() throws(ImageFileError) -> [UInt8] {
        guard frameCount > 0 else {
            throw failure("there is no frame that is shown", fix: "Give at least one frame of 1 millisecond")
        }
        var message = [CChar](repeating: 0, count: Int(image_message_size))
        var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
        guard webp_writer_finish(writer, Int32(end), &bytes, &count, &message) else {
            throw ImageFileError(.encode, "WebP", message, fix: Self.bug)
        }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private static let bug = "Report this as a bug"

    private func failure(_ reason: String, fix: String) -> ImageFileError {
        ImageFileError(operation: .encode, format: "WebP", reason: reason, fix: fix)
    }
}

/// Writes an animation into memory, frame by frame; it loops forever.
package protocol AnimationEncoder: AnyObject {
    /// The units of time in a second.
    static var unitsPerSecond: Int { get }

    /// Starts a file without frames.
    init(size: Size, limits: ImageLimits) throws(ImageFileError)

    /// Adds a picture that is shown for some units of time.
    func append(_ bitmap: RGBBitmap, time: Int) throws(ImageFileError)

    /// Ends the file and returns its bytes; the encoder is unusable afterwards.
    func finish() throws(ImageFileError) -> [UInt8]
}

extension AnimationEncoder {
    /// Ends the file and writes it; an existing one is replaced.
    package func write(path: String) throws(ImageFileError) {
        let bytes = try ImageFileError.about(path) { () throws(ImageFileError) in try finish() }
        try FileBytes.write(bytes, path: path)
    }
}
