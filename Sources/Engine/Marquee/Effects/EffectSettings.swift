import PixelGraphics
import Timelines

/// An effect with its time and looks.
public struct EffectSettings: Sendable {
    /// What happens.
    public var effect: Effect
    /// How long it takes, 0 to 1 h; others are clamped.
    public var duration: Nanoseconds
    /// How the progress is spread over the duration.
    ///
    /// Overshoots of springs and steep curves count as the end they pass, and their look is taken 60 times a second.
    public var easing: Easing
    /// The small image of `Effect.sprite`; nil for ``Sprite/rocket``.
    public var sprite: ColoredStrip?
    /// The colour of light bars and lit columns; mono panels light them.
    public var light: Color

    /// Creates settings.
    public init(
        _ effect: Effect, duration: Nanoseconds = .seconds(1), easing: Easing = .linear, sprite: ColoredStrip? = nil,
        light: Color = .white
    ) {
        self.effect = effect
        self.duration = duration
        self.easing = easing
        self.sprite = sprite
        self.light = light
    }

    /// Returns when it ends if it starts at an instant.
    public func end(from start: Instant) -> Instant {
        effect == .print ? start : start + min(max(duration, .zero), .seconds(3600))
    }
}
