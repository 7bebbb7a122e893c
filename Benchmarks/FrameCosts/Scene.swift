import Marquee
import PixelGraphics
import Timelines

/// What the workloads show: a text marquee that moves by one pixel a frame.
struct Scene {
    private let marquee: Marquee
    private static let pixelsPerSecond: Int64 = 30

    /// Creates the marquee of a rasterized text for a window.
    ///
    /// - Parameter isSmooth: whether it moves a little slower, so that almost every frame shows it between two columns.
    init(_ strip: ColoredStrip, size: Size, isSmooth: Bool = false) {
        var style = MarqueeStyle()
        style.pace = .speed(Speed(isSmooth ? 23 : Self.pixelsPerSecond))
        style.rendering = isSmooth ? .smooth : .pixel
        style.scroll = .always
        marquee = Marquee(strip, style: style, size: size)
    }

    /// The instant at which the marquee has moved by that many pixels.
    static func instant(of frame: Int) -> Instant {
        Instant(nanoseconds: (Int64(frame) * 1_000_000_000 + pixelsPerSecond - 1) / pixelsPerSecond)
    }

    /// Draws a frame as the runtime does: onto a clean canvas.
    @inline(__always)
    func draw(_ index: Int, into frame: inout Frame) {
        frame.canvas.clear()
        marquee.draw(at: Self.instant(of: index), into: &frame)
    }

    /// Returns when the frame after that one is due.
    func change(after index: Int) -> Instant? {
        marquee.nextChange(after: Self.instant(of: index))
    }
}
