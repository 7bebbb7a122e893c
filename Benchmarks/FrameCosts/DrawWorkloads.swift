import Marquee
import PixelGraphics

extension Workload {
    /// Drawing at the sizes of the goals.
    static let drawing = [
        draw("draw-32x8-mono", Size(width: 32, height: 8), .mono, SampleText.strip8),
        draw("draw-64x32-rgb", Size(width: 64, height: 32), .rgb, SampleText.strip16),
        draw("draw-512x64-rgb", Size(width: 512, height: 64), .rgb, SampleText.strip16),
        draw("draw-large-64x32", Size(width: 64, height: 32), .rgb, SampleText.strip22),
        draw("draw-crisp-64x32", Size(width: 64, height: 32), .rgb) { try SampleText.outlines(isSmooth: false) },
        draw("draw-smooth-64x32", Size(width: 64, height: 32), .rgb) { try SampleText.outlines(isSmooth: true) },
        draw("draw-emoji-64x32", Size(width: 64, height: 32), .rgb, SampleText.emoji),
        Workload(name: "next-change", summary: "ask a text marquee when it changes") { repetitions, _ in
            let scene = Scene(try SampleText.strip8(), size: Size(width: 32, height: 8))
            repetitions.run { index in Int(scene.change(after: index)?.nanoseconds ?? 0) }
        },
    ]

    private static func draw(
        _ name: String, _ size: Size, _ format: Canvas.Format, _ strip: @escaping @Sendable () throws -> ColoredStrip
    ) -> Workload {
        Workload(name: name, summary: "draw a text marquee, one column on each frame") { repetitions, _ in
            var frame = Frame(size: size, format: format)
            let scene = Scene(try strip(), size: size)
            repetitions.run { index in
                scene.draw(index, into: &frame)
                return Int(truncatingIfNeeded: frame.canvas.mono.word(column: 0))
            }
        }
    }
}
