import BitmapFonts
import PixelGraphics
import Timelines

/// Something that has a look at every instant: the one idea that everything else follows from.
///
/// `draw` is a function of the instant and of what the content holds, of nothing else: asking twice, out of order or
/// more often than needed gives the same pictures. Nothing changes between an instant and `nextChange(after:)` of it.
/// Content is used by one thread at a time.
public protocol Content {
    /// Draws what it looks like at an instant.
    ///
    /// Draws over what is there and within the canvas's current area; pixels that it does not draw stay. Draws the
    /// first picture at once, whatever its ticks. Allocates nothing after the first call.
    func draw(at instant: Instant, into frame: inout Frame)

    /// Returns the first instant after `instant` at which it looks different, or nil for never.
    ///
    /// Answers too early are correct, only costlier; answers are always later than `instant`.
    func nextChange(after instant: Instant) -> Instant?

    /// A number that grows whenever something other than time changed the look: a new text, a drag, a pause.
    ///
    /// Content that only time changes need not have one; content that holds other content adds theirs up.
    var revision: Int { get }
}

extension Content {
    /// Zero: only time changes it.
    public var revision: Int { 0 }
}

/// Content that decides what is shown.
///
/// Call `direct` before every draw, with the instant of that draw. Decisions hold from instants of their
/// own, so that one that is taken late is the same as one that is taken in time; `nextChange` includes the next of them.
public protocol DirectedContent: Content {
    /// Takes every decision that is due at an instant, in order of time.
    ///
    /// May allocate, unlike a draw. Instants before that of the last call change nothing.
    func direct(at instant: Instant)

    /// When the next decision is due; nil for never.
    ///
    /// What is drawn for an earlier instant depends on no decision that is still to be taken.
    var nextDecision: Instant? { get }
}

/// A fill of the whole area in one ink; never changes.
public struct Fill: Content {
    private let ink: Ink

    /// Creates a fill.
    public init(_ ink: Ink) {
        self.ink = ink
    }

    /// Fills the area.
    public func draw(at instant: Instant, into frame: inout Frame) { frame.canvas.fill(ink) }

    /// Returns nil: it never changes.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}

/// No content.
///
/// Draws nothing and never changes.
public struct Nothing: Content {
    /// Creates it.
    public init() {}

    /// Draws nothing.
    public func draw(at instant: Instant, into frame: inout Frame) {}

    /// Returns nil: it never changes.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}

/// Where content stands across the direction of text: the sides are those of lines in a block.
public typealias HorizontalAlignment = TextAlignment

/// Where content stands from top to bottom.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    /// At the top edge.
    case top
    /// In the middle; an odd pixel is left below.
    case middle
    /// At the bottom edge.
    case bottom

    /// Returns how far from the top edge something begins that leaves that number of pixels free; negative if it is higher
    /// than its place.
    package func start(free: Int) -> Int {
        switch self {
        case .top: return 0
        case .middle: return free >> 1
        case .bottom: return free
        }
    }
}

extension Ink {
    /// The ink of a background: a mono panel lights it only if the text on it is darker.
    public init(behind foreground: Color, color: Color) {
        self.init(color, isLit: color != .black && color.luma > foreground.luma)
    }

    /// The ink of a text on a background: dark on a mono panel if the background is brighter.
    public init(_ color: Color, onto background: Color?) {
        self.init(color, isLit: background.map { $0 == .black || $0.luma <= color.luma } ?? true && color != .black)
    }
}
