import PixelGraphics
import Timelines

/// A still or animated image, ready to be drawn on mono and RGB panels.
///
/// Making one costs O(pixels of all frames); it is a value that any thread may make and hand over. Equal pictures in a
/// row become one.
public struct ImageAnimation: Sendable {
    /// One picture, which of its pixels are drawn (nil for all), and how long it is shown.
    public typealias Frame = (picture: RGBBitmap, mask: MonoBitmap?, delay: Nanoseconds)

    /// A picture as it is given: whole with what of it is drawn (nil for all), or of at most 256 colours.
    package enum Pixels: Equatable, Sendable {
        case whole(RGBBitmap, MonoBitmap?)
        case indexed(IndexedBitmap)
    }

    /// A picture, shared by reference, so that the frame path copies none.
    final class RenderedFrame: Sendable {
        /// The picture, what of it is drawn, and what mono panels show of it; or one that has all this in its colours.
        private enum Content: Sendable {
            case whole(RGBBitmap, mask: MonoBitmap, lit: MonoBitmap)
            case indexed(IndexedBitmap)
        }

        private let content: Content

        init(_ pixels: Pixels, look: MonoLook) {
            switch pixels {
            case .indexed(let picture): content = .indexed(picture)
            case .whole(let picture, let given):
                let size = picture.size
                let mask =
                    given.map { $0.size == size ? $0 : $0.cropped(to: Rectangle(size)) }
                    ?? MonoBitmap(width: size.width, height: size.height, fill: true)
                content = .whole(picture, mask: mask, lit: look.lit(picture, mask: mask))
            }
        }

        init(_ picture: RGBBitmap, mask: MonoBitmap, lit: MonoBitmap) {
            content = .whole(picture, mask: mask, lit: lit)
        }

        var size: Size {
            switch content {
            case .whole(let picture, _, _): picture.size
            case .indexed(let picture): picture.size
            }
        }

        /// The picture, and what of it is drawn.
        var picture: (picture: RGBBitmap, mask: MonoBitmap) {
            switch content {
            case .whole(let picture, let mask, _): (picture, mask)
            case .indexed(let picture): picture.expanded
            }
        }

        /// The bytes that it takes: four for each pixel, and one bit in each mask; or one for each pixel, and four for each colour.
        var byteCount: Int {
            switch content {
            case .indexed(let picture): return picture.byteCount + 256
            case .whole(let picture, let mask, let lit):
                let masks = [mask, lit].reduce(0) { $0 + 8 * $1.width * $1.wordsPerColumn }
                return 4 * picture.width * picture.height + masks + 256
            }
        }

        func draw(at point: Point, into canvas: inout Canvas) {
            switch content {
            case .indexed(let picture): canvas.draw(picture, columns: 0..<picture.size.width, at: point)
            case .whole(let picture, let mask, _) where canvas.format == .rgb:
                canvas.draw(picture, mask: mask, columns: 0..<picture.width, at: point)
            case .whole(let picture, let mask, let lit):
                canvas.stamp(mask, columns: 0..<picture.width, at: point, ink: .dark)
                canvas.stamp(lit, columns: 0..<picture.width, at: point, ink: .white)
            }
        }
    }

    /// Pictures that belong together.
    private struct Slide {
        let frames: Range<Int>
        /// How often they are shown; the last one stays then.
        let rounds: Int
        /// When the next slide comes.
        let end: Nanoseconds
    }

    /// The extent of the largest picture in pixels.
    public let size: Size
    /// How often all frames are shown before the last one stays; nil: forever.
    public let loops: Int?
    /// The time of all frames together.
    public let duration: Nanoseconds
    let renderedFrames: [RenderedFrame]
    /// The times at which the pictures end, of a slide from the start of its own round on.
    private let ends: [Nanoseconds]
    /// One for each image of a slide show, and one for any other image.
    private let slides: [Slide]
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
        self.init(frames: frames.map { (.whole($0.picture, $0.mask), $0.delay) }, loops: loops, look: look)
    }

    /// The same from frames some of which have at most 256 colours; those ignore `look`, and mono panels show half of their light.
    package init(frames: [(pixels: Pixels, delay: Nanoseconds)], loops: Int?, look: MonoLook) {
        var renderedFrames: [RenderedFrame] = []
        var ends: [Nanoseconds] = []
        var last: Pixels?
        var time = Nanoseconds.zero
        // All delays together stay below a century.
        let maximumTime = Nanoseconds(min(86_400_000_000_000, 3_000_000_000_000_000_000 / Int64(max(frames.count, 1))))
        for frame in frames {
            time = time + min(max(frame.delay, .milliseconds(1)), maximumTime)
            if last == frame.pixels {
                ends.removeLast()
            } else {
                renderedFrames.append(RenderedFrame(frame.pixels, look: look))
            }
            ends.append(time)
            last = frame.pixels
        }
        (self.renderedFrames, self.ends) = (renderedFrames, ends)
        self.loops = loops.map { max($0, 1) }
        duration = time
        slides = [Slide(frames: renderedFrames.indices, rounds: 1, end: time)]
        size = Size(
            width: renderedFrames.map(\.size.width).max() ?? 0, height: renderedFrames.map(\.size.height).max() ?? 0)
    }

    /// Shows images one after the other, forever.
    ///
    /// - Parameters:
    ///   - images: images of one size, none of which is a slide show.
    ///   - time: how long each is shown; one that moves plays whole rounds until then, and one at least.
    package init(slides images: [ImageAnimation], every time: Nanoseconds) {
        var (frames, ends, slides) = ([RenderedFrame](), [Nanoseconds](), [Slide]())
        // All of them together stay below a century.
        let maximumLength = Int128(3_000_000_000_000_000_000 / Int64(max(images.count, 1)))
        var end = Nanoseconds.zero
        for image in images where image.pictureCount > 0 {
            let round = image.pictureCount > 1 ? max(image.duration, .one) : max(time, .one)
            let wanted = max(1, Int((Int128(time.count) + Int128(round.count) - 1) / Int128(round.count)))
            let rounds = min(wanted, image.loops ?? .max)
            let length = min(max(Int128(rounds) * Int128(round.count), Int128(time.count)), maximumLength)
            end = end + Nanoseconds(Int64(length))
            slides.append(
                Slide(frames: frames.count..<frames.count + image.pictureCount, rounds: rounds, end: end))
            frames += image.renderedFrames
            ends += image.pictureCount > 1 ? image.ends : [round]
        }
        self.init(
            size: images.reduce(Size(width: 0, height: 0)) { size, image in
                Size(width: max(size.width, image.size.width), height: max(size.height, image.size.height))
            }, loops: nil, duration: end, renderedFrames: frames, ends: ends, slides: slides)
    }

    /// Creates a still picture of a letter in colour; mono panels show other pixels of it.
    init(letter picture: RGBBitmap, mask: MonoBitmap, lit: MonoBitmap) {
        self.init(
            size: picture.size, loops: nil, duration: .milliseconds(1),
            renderedFrames: [RenderedFrame(picture, mask: mask, lit: lit)], ends: [.milliseconds(1)],
            slides: [Slide(frames: 0..<1, rounds: 1, end: .milliseconds(1))])
    }

    /// The number of different pictures in a row.
    public var pictureCount: Int { renderedFrames.count }

    /// The bytes of memory that all pictures take together; about 4.5 for each pixel of images of 16 rows or more.
    public var byteCount: Int { renderedFrames.reduce(0) { $0 + $1.byteCount } }

    /// The first picture and what of it is drawn; nil without pictures.
    public var first: (picture: RGBBitmap, mask: MonoBitmap)? { renderedFrames.first?.picture }

    /// The first picture alone, which never changes.
    public var still: ImageAnimation {
        let frames = Array(renderedFrames.prefix(1))
        return ImageAnimation(
            size: size, loops: nil, duration: ends.first ?? .zero, renderedFrames: frames, ends: Array(ends.prefix(1)),
            slides: [Slide(frames: frames.indices, rounds: 1, end: ends.first ?? .zero)], companion: companion)
    }
}

extension ImageAnimation {
    /// The same fitted to an area once more, as it is where it has that size already; O(pixels of all frames).
    package func fitted(_ fit: ImageFit, in area: Size, _ scaling: ImageScaling) -> ImageAnimation {
        guard fit != .natural, fit.size(of: size, in: area) != size else { return self }
        let (part, target) = (fit.part(of: size, in: area), fit.size(of: size, in: area))
        let frames = renderedFrames.map { frame in
            let (whole, wholeMask) = frame.picture
            let (picture, mask) = whole.scaled(part, to: target, mask: wholeMask, scaling)
            return RenderedFrame(.whole(picture, mask), look: .half)
        }
        return ImageAnimation(
            size: target, loops: loops, duration: duration, renderedFrames: frames, ends: ends, slides: slides,
            companion: companion)
    }
}

extension ImageAnimation: Equatable {
    /// Whether both look the same at every time; of animations, whether they are one and the same.
    public static func == (first: ImageAnimation, second: ImageAnimation) -> Bool {
        guard first.pictureCount == second.pictureCount else { return false }
        guard let one = first.renderedFrames.first, let other = second.renderedFrames.first else { return true }
        return one === other || first.pictureCount == 1 && one.picture == other.picture
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
        renderedFrames[moment(at: instant, start: start).number].draw(at: point, into: &canvas)
    }

    /// Returns the first instant after another at which another picture comes; nil for never.
    func nextChange(after instant: Instant, start: Instant) -> Instant? {
        guard let end = moment(at: instant, start: start).end else { return nil }
        let next = Int64(clamping: Int128(start.nanoseconds) + end)
        return next > instant.nanoseconds ? Instant(nanoseconds: next) : nil
    }

    /// When the slide came that is on; nil where no other one was there before it.
    func slideStart(at instant: Instant, start: Instant) -> Instant? {
        guard slides.count > 1 else { return nil }
        let begin = moment(at: instant, start: start).begin
        return begin > 0 ? Instant(nanoseconds: Int64(clamping: Int128(start.nanoseconds) + begin)) : nil
    }

    /// What is on at an instant, in nanoseconds since the start.
    private struct Moment {
        /// The picture: the first before the start, the last after the last round.
        var number = 0
        /// When its slide came.
        var begin: Int128 = 0
        /// When another picture comes; nil for never.
        var end: Int128?
    }

    private func moment(at instant: Instant, start: Instant) -> Moment {
        guard renderedFrames.count > 1 else { return Moment() }
        let elapsed = max(0, Int128(instant.nanoseconds) - Int128(start.nanoseconds))
        let length = Int128(duration.count)
        let round = elapsed / length
        if let loops, round >= Int128(loops) { return Moment(number: renderedFrames.count - 1) }
        let rest = Int64(elapsed % length)
        let number = first(of: slides.indices) { slides[$0].end.count > rest }
        let slide = slides[number]
        let begin = number == 0 ? 0 : slides[number - 1].end.count
        // Within the slide: how often its pictures were shown, and the time since they began.
        let inner = max(ends[slide.frames.upperBound - 1].count, 1)
        let innerRound = min((rest - begin) / inner, Int64(slide.rounds - 1))
        let innerRest = rest - begin - innerRound * inner
        let frame = first(of: slide.frames) { ends[$0].count > innerRest }
        let isLast = frame == slide.frames.upperBound - 1 && innerRound == slide.rounds - 1
        let end = isLast ? slide.end.count : begin + innerRound * inner + ends[frame].count
        let isOver = isLast && number == slides.count - 1 && loops.map { round >= Int128($0) - 1 } ?? false
        return Moment(
            number: frame, begin: round * length + Int128(begin), end: isOver ? nil : round * length + Int128(end))
    }

    /// The first of a range that fulfils a condition which all behind it fulfil as well; the last one if none does.
    private func first(of range: Range<Int>, where isFound: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let middle = (low + high) / 2
            if isFound(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
