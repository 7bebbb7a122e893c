import PixelGraphics
import Timelines

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
