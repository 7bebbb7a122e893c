import PixelGraphics
import Timelines

/// Content that moves, grows, turns, dims and changes its tint through key frames.
///
/// The inner content is drawn on a canvas of its own, again only when it looks different, and sampled nearest-neighbour
/// in fixed point. Changes are seen on the lines of a refresh grid while they last, and exactly at the edges of key
/// frames. Costs O(pixels of the area).
public final class KeyFrameContent: Content {
    private let inner: ContentPicture
    private let anchor: Point
    private let track: KeyFrameTrack
    private let start: Instant
    private let grid: RefreshGrid
    private let path: TimePath

    /// Creates content whose inner content has a size in pixels; nil without key frames.
    ///
    /// - Parameters:
    ///   - anchor: the point of the inner content that is moved to (x, y), and about which it turns and grows, in
    ///     thousandths of a pixel.
    ///   - keyFrames: the first one is the initial state, used once; later cycles loop from the second.
    ///   - path: the way to the timeline of the key frames, which `start` is on; the inner content has the time of the sign.
    public init?(
        _ inner: any Content, size: Size, anchor: Point = .zero, keyFrames: [KeyFrame], repeats: Bool = true,
        start: Instant = .zero, grid: RefreshGrid = RefreshGrid(), path: TimePath = TimePath()
    ) {
        guard let track = KeyFrameTrack(stops: keyFrames.map(\.stop), repeats: repeats) else { return nil }
        self.inner = ContentPicture(inner, size: size)
        self.anchor = anchor
        self.track = track
        self.start = start
        self.grid = grid
        self.path = path
    }

    /// That of the inner content and of the cadence.
    public var revision: Int { inner.content.revision + path.revision }

    /// Draws the content as the key frames have it; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        inner.refresh(at: instant, format: frame.canvas.format)
        guard let picture = inner.frame else { return }
        sample(picture.canvas, after: shownInstant(path.inner(instant)) - start, into: &frame.canvas)
        frame.brightness = min(frame.brightness, picture.brightness)
    }

    /// Returns the next line of the grid or edge of a key frame, or the inner content's next change.
    public func nextChange(after instant: Instant) -> Instant? {
        let local = path.inner(instant)
        let own = nextMove(after: local).flatMap { $0 > local ? path.outer($0, after: instant) : nil }
        return own.earlier(inner.content.nextChange(after: instant))
    }

    private func nextMove(after instant: Instant) -> Instant? {
        guard let rest = track.restingTime(after: instant - start) else { return nil }
        guard rest == .zero else { return instant + rest }
        let line = grid.line(after: instant)
        // The edge at which the current change ends is seen at once.
        guard let edge = track.changeEnd(after: instant - start) else { return line }
        return min(line, start + edge)
    }

    private func shownInstant(_ instant: Instant) -> Instant {
        guard let since = track.movingSince(at: instant - start) else { return instant }
        return max(grid.line(atOrBefore: instant), start + since)
    }

    private func sample(_ source: Canvas, after elapsed: Nanoseconds, into canvas: inout Canvas) {
        func value(_ channel: KeyFrame.Channel) -> Int64 { track.value(channel: channel.rawValue, after: elapsed) }
        let transform = InverseTransform(
            x: value(.x), y: value(.y), scaleX: value(.scaleX), scaleY: value(.scaleY), rotation: value(.rotation),
            anchor: anchor)
        guard let transform else { return }
        let brightness = value(.brightness)
        let (red, green, blue) = (value(.red) * brightness, value(.green) * brightness, value(.blue) * brightness)
        for y in 0..<canvas.areaSize.height {
            var (u, v) = transform.source(ofRow: y)
            for x in 0..<canvas.areaSize.width {
                let place = Point(x: Int(u >> 32), y: Int(v >> 32))
                if source.coverage[place.x, place.y] {
                    let ink =
                        source.format == .mono
                        ? Ink(.white, isLit: source.mono[place.x, place.y] && brightness >= 50_000)
                        : Ink(source.rgb[place.x, place.y].tinted(red / 100_000, green / 100_000, blue / 100_000))
                    canvas.set(Point(x: x, y: y), to: ink, share: source.share(x: place.x, y: place.y))
                }
                u &+= transform.columnU
                v &+= transform.columnV
            }
        }
    }
}

extension Color {
    /// The colour with its channels multiplied by thousandths of 0...255.
    fileprivate func tinted(_ red: Int64, _ green: Int64, _ blue: Int64) -> Color {
        func channel(_ value: UInt8, _ factor: Int64) -> UInt8 {
            UInt8(clamping: (Int64(value) * factor + 127_500) / 255_000)
        }
        return Color(red: channel(self.red, red), green: channel(self.green, green), blue: channel(self.blue, blue))
    }
}

/// Where a pixel of the area comes from: the inverse of scaling and turning about the anchor, in 32 fraction bits.
private struct InverseTransform {
    let columnU: Int64
    let columnV: Int64
    private let rowU: Int64
    private let rowV: Int64
    private let firstU: Int64
    private let firstV: Int64

    /// Takes thousandths of pixels, of scale and of degrees; nil if nothing is left of the content.
    init?(x: Int64, y: Int64, scaleX: Int64, scaleY: Int64, rotation: Int64, anchor: Point) {
        guard scaleX != 0, scaleY != 0 else { return nil }
        func fixed(_ thousandths: Int64) -> Int64 { Int64(clamping: (Int128(thousandths) << 32) / 1000) }
        let turns = ((rotation % 360_000) << 32) / 360_000
        let (sine, cosine) = (FixedPoint.sine(turns: turns), FixedPoint.cosine(turns: turns))
        let (wide, high) = (fixed(scaleX), fixed(scaleY))
        columnU = FixedPoint.divide(cosine, wide)
        rowU = FixedPoint.divide(sine, wide)
        columnV = FixedPoint.divide(-sine, high)
        rowV = FixedPoint.divide(cosine, high)
        // The centre of the first pixel, seen from the anchor.
        let half = FixedPoint.one / 2
        let (dx, dy) = (half &- fixed(x), half &- fixed(y))
        firstU =
            FixedPoint.multiply(dx, columnU) &+ FixedPoint.multiply(dy, rowU) &+ fixed(Int64(anchor.x))
        firstV =
            FixedPoint.multiply(dx, columnV) &+ FixedPoint.multiply(dy, rowV) &+ fixed(Int64(anchor.y))
    }

    func source(ofRow row: Int) -> (Int64, Int64) {
        (firstU &+ rowU &* Int64(row), firstV &+ rowV &* Int64(row))
    }
}

/// One stop of moving content: where it is, how large, how turned, how bright and in which tint, some time after the
/// stop before.
public struct KeyFrame: Hashable, Sendable {
    /// The time since the stop before; the first one is the initial state.
    public var offset: Nanoseconds
    /// How long the change takes; nil for the whole offset.
    public var duration: Nanoseconds?
    /// How the change is spread over its time.
    public var easing = Easing.linear
    /// The place of the anchor in the area, in thousandths of a pixel from its left edge.
    public var x = 0
    /// The place of the anchor in the area, in thousandths of a pixel from its top edge.
    public var y = 0
    /// The width in thousandths of the natural one; negative mirrors.
    public var scaleX = 1000
    /// The height in thousandths of the natural one; negative mirrors.
    public var scaleY = 1000
    /// The turn about the anchor in thousandths of a degree, clockwise.
    public var rotation = 0
    /// The brightness in percent, 0...100; on mono canvases 50 and more is lit.
    public var brightness = 100
    /// The tint: white leaves colours as they are, others multiply them.
    public var color = Color.white

    /// Creates a stop at (0, 0) in natural size.
    public init(offset: Nanoseconds = .zero) {
        self.offset = offset
    }

    /// What a track interpolates, in this order.
    enum Channel: Int, CaseIterable {
        case x, y, scaleX, scaleY, rotation, brightness, red, green, blue
    }

    var stop: KeyFrameStop {
        let values = [
            x, y, scaleX, scaleY, rotation, min(max(brightness, 0), 100) * 1000, Int(color.red) * 1000,
            Int(color.green) * 1000, Int(color.blue) * 1000,
        ]
        return KeyFrameStop(offset: offset, duration: duration, easing: easing, values: values.map { Int64($0) })
    }
}
