import Boards
import Marquee
import PixelGraphics
import Timelines

/// A pattern of `board test` as content that others light.
final class PatternContent: Content {
    /// What is lit; nil for nothing.
    private var pattern: (any BoardTestPattern)?
    private var tick = 0
    private let brightness: Brightness
    private(set) var revision = 0

    init(brightness: Brightness) { self.brightness = brightness }

    /// Lights a tick of a pattern.
    func light(_ pattern: any BoardTestPattern, tick: Int) {
        self.pattern = pattern
        self.tick = tick
        revision += 1
    }

    func draw(at instant: Instant, into frame: inout Frame) {
        pattern?.draw(tick: tick, brightness: brightness, into: &frame)
    }

    func nextChange(after instant: Instant) -> Instant? { nil }
}
