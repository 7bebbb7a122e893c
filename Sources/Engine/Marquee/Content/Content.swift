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

/// Where content stands across the direction of text: the sides are those of lines in a block.
public typealias HorizontalAlignment = TextAlignment

/// Where content stands from top to bottom.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    /// At the upper edge.
    case top
    /// In the middle; an odd pixel is left below.
    case middle
    /// At the lower edge.
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

    /// Returns how far from the top edge something begins that has some rows, of which only a part may have ink.
    ///
    /// What is higher than its place, but whose ink is not, is moved so that all of its ink is seen.
    package func start(rows: Int, ink: @autoclosure () -> Range<Int>?, in height: Int) -> Int {
        let start = start(free: height - rows)
        guard rows > height, let ink = ink(), ink.count <= height else { return start }
        return min(max(start, 0 - ink.lowerBound), height - ink.upperBound)
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

/// The last picture of some content on a canvas of its own, drawn again only when the content looks different.
///
/// The canvas remembers which pixels were drawn. Allocates when it is first drawn in a pixel format, and never after.
final class ContentPicture {
    let content: any Content
    let size: Size
    /// The picture; nil before it is first drawn.
    private(set) var frame: Frame?
    /// How often the content was asked to draw.
    private(set) var drawCount = 0
    private var drawnAt = Instant.zero
    private var validUntil: Instant?
    private var revision = 0

    init(_ content: any Content, size: Size) {
        self.content = content
        self.size = size
    }

    /// Makes sure that `frame` is the picture of an instant.
    func refresh(at instant: Instant, format: Canvas.Format) {
        let given = content.revision
        if let frame, frame.canvas.format == format, revision == given, instant >= drawnAt,
            validUntil.map({ instant < $0 }) ?? true
        {
            return
        }
        if frame?.canvas.format != format {
            frame = Frame(canvas: Canvas(size: size, format: format, tracksCoverage: true))
        }
        revision = given
        frame?.canvas.clear()
        frame?.brightness = .full
        if var drawn = frame.take() {
            content.draw(at: instant, into: &drawn)
            frame = drawn
        }
        drawnAt = instant
        validUntil = content.nextChange(after: instant)
        drawCount += 1
    }
}

/// Parts in areas, one over the other: a part whose own picture did not change is not asked to draw again.
///
/// Each part draws into a canvas of its own that remembers which pixels were drawn; where a part draws nothing, those
/// below shine through. The frame gets the lowest brightness that any part asks for.
public final class Layers: Content {
    private var layers: [(picture: ContentPicture, origin: Point)] = []
    private var structureRevision = 0

    /// Creates a stack without parts.
    public init() {}

    /// Adds a part on top; it is cut off at its area, and sees the area's top left pixel as (0, 0).
    ///
    /// - Returns: the part's number, counted from 0 at the bottom.
    @discardableResult
    public func add(_ content: any Content, in area: Rectangle) -> Int {
        layers.append((ContentPicture(content, size: area.size), area.origin))
        structureRevision += 1
        return layers.count - 1
    }

    /// How often a part has been asked to draw.
    public func drawCount(ofPart number: Int) -> Int { layers[number].picture.drawCount }

    /// Grows when a part is added or changes by itself.
    public var revision: Int {
        var sum = structureRevision
        for number in layers.indices { sum += layers[number].picture.content.revision }
        return sum
    }

    /// Draws all parts from the bottom up; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        for number in layers.indices {
            let layer = layers[number]
            layer.picture.refresh(at: instant, format: frame.canvas.format)
            guard let picture = layer.picture.frame else { continue }
            frame.canvas.composite(picture.canvas, at: layer.origin)
            frame.brightness = min(frame.brightness, picture.brightness)
        }
    }

    /// Returns the first instant at which any part looks different.
    public func nextChange(after instant: Instant) -> Instant? {
        var first: Instant?
        for number in layers.indices {
            first = first.earlier(layers[number].picture.content.nextChange(after: instant))
        }
        return first
    }
}
