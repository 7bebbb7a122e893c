import PixelGraphics
import Timelines

/// Content that comes in by an effect and, when asked to, goes out by one.
///
/// The inner content is drawn into a picture of its own, once per change of it, and the effect is made from that
/// picture; between the effects it draws straight into the frame. Where the picture has no pixel, what lies below
/// shines through. Before the start, and when it is gone, it draws nothing. Several areas whose effects start at the
/// same instant run together. Costs O(pixels of the area) for a step; allocates nothing after the first step.
public final class EffectContent: Content {
    /// The area in pixels.
    public let size: Size
    private let inner: any Content
    /// What the inner content looks like.
    private let picture: ContentPicture
    private let start: Instant
    private let entrance: EffectRun?
    private var exit: EffectRun?
    private var events = 0
    /// The picture that has partly come in, if it leaves before it has arrived.
    private var arriving: Canvas?

    /// Creates content that comes in by `entrance` from `start` on, or is just there then for nil; nothing is drawn outside of its size.
    public init(_ inner: any Content, size: Size, entrance: EffectSettings? = nil, start: Instant = .zero) {
        self.inner = inner
        picture = ContentPicture(inner, size: size)
        self.size = size
        self.start = start
        self.entrance = entrance.map { EffectRun($0, size: size, isLeaving: false, start: start) }
    }

    /// Grows with every event, and with the inner content's.
    public var revision: Int { events + inner.revision }

    /// When the way in is complete.
    public var arrivedAt: Instant { entrance?.end ?? start }

    /// When nothing is left to be seen; nil as long as it has not been asked to leave.
    public var goneAt: Instant? { exit?.end }

    /// Returns whether nothing is left to be seen.
    public func isGone(at instant: Instant) -> Bool {
        guard let goneAt else { return false }
        return instant >= goneAt
    }

    // MARK: Events

    /// Goes out by an effect that begins at an instant; a way in that is not complete continues meanwhile.
    ///
    /// When it is leaving already, the way out that ends first counts.
    public func leave(_ settings: EffectSettings, at instant: Instant) {
        let run = EffectRun(settings, size: size, isLeaving: true, start: instant)
        if let exit, exit.end <= run.end { return }
        exit = run
        events += 1
    }

    // MARK: The picture

    /// Draws the inner content as far as it has come in or gone out; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        guard isSeen(at: instant) else { return }
        let isArriving = instant < arrivedAt
        var isLeaving = false
        if let exit { isLeaving = exit.step(at: instant) > 0 }
        frame.withArea(Rectangle(size)) { frame in
            guard isArriving || isLeaving else { return inner.draw(at: instant, into: &frame) }
            picture.refresh(at: instant, format: frame.canvas.format)
            guard let drawn = picture.frame else { return }
            frame.brightness = min(frame.brightness, drawn.brightness)
            paint(drawn.canvas, isArriving: isArriving, isLeaving: isLeaving, at: instant, into: &frame.canvas)
        }
    }

    /// Returns when the effect takes its next step or the inner content looks different.
    public func nextChange(after instant: Instant) -> Instant? {
        guard !isGone(at: instant) else { return nil }
        var next = entrance?.nextChange(after: instant)
        if instant < start { next = entrance == nil ? start : next }
        next = next.earlier(exit?.nextChange(after: instant))
        return isSeen(at: instant) ? next.earlier(inner.nextChange(after: instant)) : next
    }

    private func isSeen(at instant: Instant) -> Bool {
        guard instant >= start, !isGone(at: instant) else { return false }
        guard let entrance, instant < entrance.end else { return true }
        return entrance.step(at: instant) > 0
    }

    private func paint(
        _ picture: Canvas, isArriving: Bool, isLeaving: Bool, at instant: Instant, into canvas: inout Canvas
    ) {
        switch (isArriving ? entrance : nil, isLeaving ? exit : nil) {
        case (let entrance?, let exit?):
            if arriving?.format != canvas.format {
                arriving = Canvas(size: size, format: canvas.format, tracksCoverage: true)
            }
            guard var half = arriving.take() else { return }
            half.clear()
            entrance.paint(picture, at: entrance.step(at: instant), into: &half)
            exit.paint(half, at: exit.step(at: instant), into: &canvas)
            arriving = half
        case (let run?, nil), (nil, let run?): run.paint(picture, at: run.step(at: instant), into: &canvas)
        case (nil, nil): canvas.composite(picture, at: .zero)
        }
    }
}
