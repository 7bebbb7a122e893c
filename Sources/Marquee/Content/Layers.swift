import PixelGraphics
import Timelines

/// Parts in areas, one over the other: a part whose own picture did not change is not asked to draw again.
///
/// Each part draws into a canvas of its own that remembers which pixels were drawn; where a part draws nothing, those
/// below shine through. The frame gets the lowest brightness that any part asks for.
public final class Layers: Content {
    /// One part.
    private final class Layer {
        let content: any Content
        let area: Rectangle
        var frame: Frame?
        var drawnAt = Instant.zero
        var validUntil: Instant?
        var revision = 0
        var drawCount = 0

        init(content: any Content, area: Rectangle) {
            self.content = content
            self.area = area
        }
    }

    private var layers: [Layer] = []
    private var structureRevision = 0

    /// Creates a stack without parts.
    public init() {}

    /// Adds a part on top; it is cut off at its area, and sees the area's top left pixel as (0, 0).
    ///
    /// - Returns: the part's number, counted from 0 at the bottom.
    @discardableResult
    public func add(_ content: any Content, in area: Rectangle) -> Int {
        layers.append(Layer(content: content, area: area))
        structureRevision += 1
        return layers.count - 1
    }

    /// How often a part has been asked to draw.
    public func drawCount(ofPart number: Int) -> Int { layers[number].drawCount }

    /// Grows when a part is added or changes by itself.
    public var revision: Int {
        var sum = structureRevision
        for number in layers.indices { sum += layers[number].content.revision }
        return sum
    }

    /// Draws all parts from the bottom up; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        for number in layers.indices {
            let layer = layers[number]
            refresh(layer, at: instant, format: frame.canvas.format)
            guard let picture = layer.frame else { continue }
            frame.canvas.composite(picture.canvas, at: layer.area.origin)
            frame.brightness = min(frame.brightness, picture.brightness)
        }
    }

    /// Returns the first instant at which any part looks different.
    public func nextChange(after instant: Instant) -> Instant? {
        var first: Instant?
        for number in layers.indices {
            guard let change = layers[number].content.nextChange(after: instant) else { continue }
            first = first.map { min($0, change) } ?? change
        }
        return first
    }

    private func refresh(_ layer: Layer, at instant: Instant, format: Canvas.Format) {
        if let frame = layer.frame, frame.canvas.format == format, layer.revision == layer.content.revision,
            instant >= layer.drawnAt, layer.validUntil.map({ instant < $0 }) ?? true
        {
            return
        }
        if layer.frame?.canvas.format != format {
            layer.frame = Frame(canvas: Canvas(size: layer.area.size, format: format, tracksCoverage: true))
        }
        layer.revision = layer.content.revision
        layer.frame?.canvas.clear()
        layer.frame?.brightness = .full
        if var frame = layer.frame.take() {
            layer.content.draw(at: instant, into: &frame)
            layer.frame = frame
        }
        layer.drawnAt = instant
        layer.validUntil = layer.content.nextChange(after: instant)
        layer.drawCount += 1
    }
}
