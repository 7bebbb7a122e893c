import BitmapFonts
import PixelGraphics
import Timelines

/// Which way content moves.
public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// As its text is read: to the left, and to the right where that runs from right to left. The default.
    case automatic
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down

    /// Whether content moves along the columns' axis.
    public var isHorizontal: Bool { self != .up && self != .down }
    /// Whether the offset grows (left, up); so it does with `automatic` but for a text that runs from right to left.
    public var isForward: Bool { self != .right && self != .down }
}

/// When content moves.
public enum ScrollPolicy: String, Hashable, Sendable, CaseIterable {
    /// Only what does not fit.
    case auto
    /// All content.
    case always
    /// No content: what does not fit is cut.
    case never
}

/// How positions between pixels are shown.
public enum MotionRendering: String, Hashable, Sendable, CaseIterable {
    /// Snapped to whole pixels: exact, and sharp.
    case pixel
    /// Neighbouring columns are blended in linear light; only panels with grey levels can.
    case smooth
}

/// How content moves and where it stands.
public struct MarqueeStyle: Hashable, Sendable {
    /// Which way it moves.
    public var direction = Direction.automatic
    /// How fast it moves; only the magnitude of a speed counts.
    public var pace = Pace.speed(Speed(30))
    /// When it moves.
    public var scroll = ScrollPolicy.auto
    /// Whether it bounces instead of looping.
    public var bounces = false
    /// The gap between two copies of looping content, in pixels; may be negative down to minus the content's length.
    public var spacing = 16
    /// The pause at the start of every cycle (at both ends when it bounces).
    public var hold = Nanoseconds.zero
    /// How speed is spread over a cycle.
    public var easing = Easing.linear
    /// How many cycles there are; nil: forever.
    public var repeats: Int?
    /// Where content that stands still stands.
    public var align = HorizontalAlignment.left
    /// Where content stands from top to bottom.
    public var verticalAlign = VerticalAlignment.middle
    /// How positions between pixels are shown.
    public var rendering = MotionRendering.pixel
    /// When smooth motion may change.
    public var grid = RefreshGrid()
    /// The time in which motion after a release eases to the automatic speed by 1/e.
    public var releaseTime = Nanoseconds.milliseconds(500)

    /// Creates the default style: as the text is read at 30 px/s, only what does not fit.
    public init() {}

    /// Whether a text moves as a mirror image of one that is read from left to right: to the right, its beginning first.
    func isMirrored(_ direction: TextDirection) -> Bool {
        direction == .rightToLeft && (self.direction == .automatic || self.direction == .right)
    }

    /// The direction in which things stand side by side that move in this style; automatic: that of the first text among
    /// them.
    package var lineDirection: TextDirection { direction == .left ? .leftToRight : .automatic }

    /// The style in which all of a line comes into an area: along the line where it is wider than the area.
    package func showingAll(of line: ColoredStrip, in size: Size) -> MarqueeStyle {
        guard !direction.isHorizontal, scroll != .never, line.columns.count > size.width else { return self }
        var style = self
        style.direction = .automatic
        return style
    }
}
