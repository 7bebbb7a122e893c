import PixelGraphics
import Timelines

/// A still or animated image, ready to be drawn on mono and RGB panels.
///
/// Making one costs O(pixels of all frames); it is a value that any thread may make and hand over. Equal pictures in a
/// row become one.
public struct ImageAnimation: Sendable {
    /// One picture, which of its pixels are drawn (nil for all), and how long it is shown.
    public typealias Frame = (picture: RGBBitmap, mask: MonoBitmap?, delay: Nanoseconds)

    /// A picture, shared by reference, so that the frame path copies none.
    final class RenderedFrame: Sendable {
        let picture: RGBBitmap
        let mask: MonoBitmap
        let lit: MonoBitmap

        init(_ frame: Frame, look: MonoLook) {
            picture = frame.picture
            let size = frame.picture.size
            mask =
                frame.mask.map { $0.size == size ? $0 : $0.cropped(to: Rectangle(size)) }
                ?? MonoBitmap(width: size.width, height: size.height, fill: true)
            lit = look.lit(picture, mask: mask)
        }

        init(_ picture: RGBBitmap, mask: MonoBitmap, lit: MonoBitmap) {
            (self.picture, self.mask, self.lit) = (picture, mask, lit)
        }

        /// The bytes that it takes: four for each pixel, and one bit in each mask.
        var byteCount: Int {
            let masks = [mask, lit].reduce(0) { $0 + 8 * $1.width * $1.wordsPerColumn }
            return 4 * picture.width * picture.height + masks + 256
        }
    }

    /// The extent of the largest picture in pixels.
    public let size: Size
    /// How often all frames are shown before the last one stays; nil: forever.
    public let loops: Int?
    /// The time of all frames together.
    public let duration: Nanoseconds
    let renderedFrames: [RenderedFrame]
    /// The times at which the pictures end.
    private let ends: [Nanoseconds]
    /// What lives as long as a copy of the image does, such as its share of a limited memory.
    package var companion: (any AnyObject & Sendable)?
}

extension ImageAnimation {
    /// Creates an image from its frames; without frames it shows nothing.
    ///
    /// - Parameters:
    ///   - frames: the pictures; delays are 1 ms to 1 day, others are clamped, and that of a still image is ignored.
    ///   - loops: how often all frames are shown, at least once; nil: forever.
    ///   - look: how mono panels show the colours.
    public init(frames: [Frame], loops: Int? = nil, look: MonoLook = .half) {
        var renderedFrames: [RenderedFrame] = []
        var ends: [Nanoseconds] = []
        var last: Frame?
        var time = Nanoseconds.zero
        // All delays together stay below a century.
        let maximumTime = Nanoseconds(min(86_400_000_000_000, 3_000_000_000_000_000_000 / Int64(max(frames.count, 1))))
        for frame in frames {
            time = time + min(max(frame.delay, .milliseconds(1)), maximumTime)
            if let last, last.picture == frame.picture, last.mask == frame.mask {
                ends.removeLast()
            } else {
                renderedFrames.append(RenderedFrame(frame, look: look))
            }
            ends.append(time)
            last = frame
        }
        (self.renderedFrames, self.ends) = (renderedFrames, ends)
        self.loops = loops.map { max($0, 1) }
        duration = time
        size = Size(
            width: renderedFrames.map(\.picture.width).max() ?? 0,
            height: renderedFrames.map(\.picture.height).max() ?? 0)
    }

    /// Creates a still picture of a letter in colour; mono panels show other pixels of it.
    init(letter picture: RGBBitmap, mask: MonoBitmap, lit: MonoBitmap) {
        self.init(
            size: picture.size, loops: nil, duration: .milliseconds(1),
            renderedFrames: [RenderedFrame(picture, mask: mask, lit: lit)], ends: [.milliseconds(1)])
    }

    /// The number of different pictures in a row.
    public var pictureCount: Int { renderedFrames.count }

    /// The bytes of memory that all pictures take together; about 4.5 for each pixel of images of 16 rows or more.
    public var byteCount: Int { renderedFrames.reduce(0) { $0 + $1.byteCount } }

    /// The first picture and what of it is drawn; nil without pictures.
    public var first: (picture: RGBBitmap, mask: MonoBitmap)? { renderedFrames.first.map { ($0.picture, $0.mask) } }

    /// The first picture alone, which never changes.
    public var still: ImageAnimation {
        ImageAnimation(
            size: size, loops: nil, duration: ends.first ?? .zero, renderedFrames: Array(renderedFrames.prefix(1)),
            ends: Array(ends.prefix(1)), companion: companion)
    }
}

extension ImageAnimation {
    /// The same fitted to an area once more, as it is where it has that size already; O(pixels of all frames).
    package func fitted(_ fit: ImageFit, in area: Size, _ scaling: ImageScaling) -> ImageAnimation {
        guard fit != .natural, fit.size(of: size, in: area) != size else { return self }
        let (part, target) = (fit.part(of: size, in: area), fit.size(of: size, in: area))
        let frames = renderedFrames.map { frame in
            let (picture, mask) = frame.picture.scaled(part, to: target, mask: frame.mask, scaling)
            return RenderedFrame((picture, mask, .zero), look: .half)
        }
        return ImageAnimation(
            size: target, loops: loops, duration: duration, renderedFrames: frames, ends: ends, companion: companion)
    }
}

extension ImageAnimation: Equatable {
    /// Whether both look the same at every time; of animations, whether they are one and the same.
    public static func == (first: ImageAnimation, second: ImageAnimation) -> Bool {
        guard first.pictureCount == second.pictureCount else { return false }
        guard let one = first.renderedFrames.first, let other = second.renderedFrames.first else { return true }
        return one === other || first.pictureCount == 1 && one.picture == other.picture && one.mask == other.mask
    }
}

/// Which picture of an image is on, and when the next one comes.
///
/// Worked out from the time since the start, so delays never add up wrongly. Before the start the first picture stands
/// there. Nothing here allocates.
extension ImageAnimation {
    /// Draws the picture that is on, with its top left pixel at a point.
    func draw(at point: Point, into canvas: inout Canvas, instant: Instant, start: Instant) {
        guard !renderedFrames.isEmpty else { return }
        let frame = renderedFrames[position(at: instant, start: start).number]
        let columns = 0..<frame.picture.width
        if canvas.format == .rgb {
            canvas.draw(frame.picture, mask: frame.mask, columns: columns, at: point)
        } else {
            canvas.stamp(frame.mask, columns: columns, at: point, ink: .dark)
            canvas.stamp(frame.lit, columns: columns, at: point, ink: .white)
        }
    }

    /// Returns the first instant after another at which another picture comes; nil for never.
    func nextChange(after instant: Instant, start: Instant) -> Instant? {
        guard renderedFrames.count > 1 else { return nil }
        let now = position(at: instant, start: start)
        if let loops, now.round >= Int128(loops) - 1, now.number == renderedFrames.count - 1 { return nil }
        let time = now.round * Int128(duration.count) + Int128(ends[now.number].count)
        let next = Int64(clamping: Int128(start.nanoseconds) + time)
        return next > instant.nanoseconds ? Instant(nanoseconds: next) : nil
    }

    /// Returns the round and the picture that is on; the first before the start, the last after the last round.
    private func position(at instant: Instant, start: Instant) -> (round: Int128, number: Int) {
        let elapsed = Int128(instant.nanoseconds) - Int128(start.nanoseconds)
        guard elapsed > 0, renderedFrames.count > 1 else { return (0, 0) }
        let length = Int128(duration.count)
        let round = elapsed / length
        if let loops, round >= Int128(loops) { return (Int128(loops) - 1, renderedFrames.count - 1) }
        let rest = Int64(elapsed % length)
        var (low, high) = (0, renderedFrames.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].count > rest { high = middle } else { low = middle + 1 }
        }
        return (round, low)
    }
}
