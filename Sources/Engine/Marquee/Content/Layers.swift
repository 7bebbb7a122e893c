import PixelGraphics
import Timelines

/// Parts in areas, one over the other: a part whose own picture did not change is not asked to draw again.
///
/// Each part draws into a canvas of its own that remembers which pixels were drawn; where a part draws nothing, those
/// below shine through. The frame gets the lowest brightness that any part asks for.
public final class Layers: Content {
    /// One part.
    private struct Layer {
        let picture: ContentPicture
        let origin: Point
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
        layers.append(Layer(picture: ContentPicture(content, size: area.size), origin: area.origin))
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
            guard let change = layers[number].picture.content.nextChange(after: instant) else { continue }
            first = first.map { min($0, change) } ?? change
        }
        return first
    }
}
