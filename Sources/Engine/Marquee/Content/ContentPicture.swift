import PixelGraphics
import Timelines

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
