import Marquee
import PixelGraphics
import Timelines

extension Workload {
    /// Steps of the effects that take pixels one by one, over a picture of a whole sign.
    static let effects = [
        effect("dissolve-128x64", .dissolve, isFull: true), effect("fade-128x64", .fade, isFull: true),
        effect("dissolve-text-128x64", .dissolve, isFull: false), effect("fade-text-128x64", .fade, isFull: false),
    ]

    private static func effect(_ name: String, _ effect: Effect, isFull: Bool) -> Workload {
        Workload(name: name, summary: "clear, and draw one step of \(effect) on 128x64 RGB") { repetitions, _ in
            let size = Size(width: 128, height: 64)
            let settings = EffectSettings(effect, duration: .seconds(1))
            let content: EffectContent
            if isFull {
                content = EffectContent(Fill(), size: size, entrance: settings)
            } else {
                content = EffectContent(Still(try SampleText.strip16()), size: size, entrance: settings)
            }
            var frame = Frame(size: size, format: .rgb)
            repetitions.run { index in
                frame.canvas.clear()
                // Each step once and again: a second has 64 or 128 of them.
                let instant = Instant.zero + .milliseconds(Int64(index) * 997 % 1_000)
                content.draw(at: instant, into: &frame)
                return Int(frame.canvas.rgb.pixels[0].rawValue)
            }
        }
    }
}

/// A picture that has every pixel, and costs little beside the effect that is measured.
private struct Fill: Content {
    func draw(at instant: Instant, into frame: inout Frame) { frame.canvas.fill(Ink(.white)) }

    func nextChange(after instant: Instant) -> Instant? { nil }
}
