import ImageFiles
import LinuxSystem
import Marquee
import PixelGraphics
import SignFiles
import Synchronization
import Timelines

/// The memory of all images of a process together: those of the sign, of a changed file that takes its place, of pushed
/// messages, and of pictures of drafts.
///
/// Images are decoded one at a time, so that only one file and its work are in memory. An image keeps its share until its
/// last copy is gone.
package final class ImageMemory: Sendable {
    /// What comes of loading an image.
    enum Outcome {
        case loaded(ImageAnimation)
        /// It cannot be read.
        case unreadable(ImageFileError)
        /// There is no room; the bytes that it needs.
        case full(needed: Int)
    }

    /// A part of the memory, which is given back with the last reference to it.
    private final class Share: Sendable {
        private let memory: ImageMemory
        private let bytes: Int

        init(_ memory: ImageMemory, bytes: Int) { (self.memory, self.bytes) = (memory, bytes) }

        deinit { memory.used.withLock { $0 -= bytes } }
    }

    /// The memory of this process: 72 MiB, for a sign, the file that takes its place, and pushed messages or a draft.
    package static let shared = ImageMemory(limit: 3 * fileLimit)
    /// The bytes that the images of one sign file may need: 24 MiB.
    package static let fileLimit = 24 << 20

    /// The bytes that there are.
    let limit: Int
    /// The bytes that images take now.
    let used = Mutex(0)
    private let turn = Mutex(())

    /// Creates a memory of that many bytes.
    package init(limit: Int) { self.limit = limit }

    /// Decodes an image when no other one is being decoded, and takes memory for it.
    func load(_ decode: () throws(ImageFileError) -> ImageAnimation) -> Outcome {
        turn.withLock { _ in
            do throws(ImageFileError) {
                defer { giveBackFreedMemory() }
                return keep(try decode())
            } catch {
                return .unreadable(error)
            }
        }
    }

    private func keep(_ animation: ImageAnimation) -> Outcome {
        let bytes = animation.byteCount
        let hasRoom = used.withLock { used in
            guard used + bytes <= limit else { return false }
            used += bytes
            return true
        }
        guard hasRoom else { return .full(needed: bytes) }
        var kept = animation
        kept.companion = Share(self, bytes: bytes)
        return .loaded(kept)
    }
}

extension ImageMemory {
    /// Why there is no room for an image, for people.
    static func words(needed: Int) -> String {
        "it needs \(ImageLimits.mebibytes(needed)) of memory, which other images take now (of messages that are shown, leave or "
            + "were pushed, or of drafts); use smaller or fewer images"
    }

    /// Why the images of a sign file are too large together, for people.
    static func words(together: Int) -> String {
        "the images of the sign need \(ImageLimits.mebibytes(together)) of memory in total, counting all frames, more than "
            + "\(ImageLimits.mebibytes(fileLimit)); use smaller or fewer images, or fit them to their areas (fit: contain)"
    }
}

extension ImageAnimation {
    /// Creates an image that can be drawn from one out of a file; O(pixels of all frames), for any thread.
    ///
    /// - Parameters:
    ///   - dither: what shows its colours on panels of few levels.
    ///   - isEndless: whether it is shown forever, whatever the file says.
    package init(
        _ image: DecodedImage, look: MonoLook = .half, dither: OrderedDither? = nil, isEndless: Bool = false
    ) {
        self.init(
            frames: image.frames.map { frame -> (pixels: ImageAnimation.Pixels, delay: Nanoseconds) in
                let delay = Nanoseconds.milliseconds(Int64(frame.milliseconds))
                if case .indexed(let picture) = frame.pixels, dither == nil { return (.indexed(picture), delay) }
                let (picture, mask) = (frame.picture.bitmap, frame.picture.mask)
                return (.whole(dither?.dithered(picture) ?? picture, mask), delay)
            }, loops: isEndless ? nil : image.loops, look: look)
    }

    /// Reads an image file and brings it to the size of an area; may take long, for any thread but the one that
    /// draws.
    ///
    /// - Throws: `ImageFileError` with the path.
    package static func read(
        path: String, limits: ImageLimits = .shown, _ fitting: ImageFitting = ImageFitting(), look: MonoLook = .half
    ) throws(ImageFileError) -> ImageAnimation {
        ImageAnimation(try ImageLoader.read(path: path, limits: limits, fitting), look: look)
    }
}
