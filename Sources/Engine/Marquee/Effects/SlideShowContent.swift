import PixelGraphics
import Timelines

/// A slide show in which each image takes the place of the one before by an effect.
///
/// The first image is there at once. A function of the time like every image; allocates nothing after the first draw of a change.
package final class SlideShowContent: Content {
    private typealias Canvases = (old: Canvas, new: Canvas, changing: Canvas)

    private let show: ImageAnimation
    private let start: Instant
    /// The effect, from the zero of its own time on.
    private let run: EffectRun
    private var canvases: Canvases?

    /// Shows images from an instant on.
    package init(_ show: ImageAnimation, by settings: EffectSettings, start: Instant) {
        (self.show, self.start) = (show, start)
        run = EffectRun(settings, size: show.size, isLeaving: false, start: .zero)
    }

    /// The time since an image has begun to take the place of another one; nil while none does.
    private func time(at instant: Instant, since begin: Instant?) -> Instant? {
        guard let begin else { return nil }
        let time = Instant.zero + (instant - begin)
        return time < run.end ? time : nil
    }

    /// Draws the image that is on, as far as it is there; see ``Content``.
    package func draw(at instant: Instant, into frame: inout Frame) {
        let begin = show.slideStart(at: instant, start: start)
        guard let begin, let time = time(at: instant, since: begin) else {
            return show.draw(at: .zero, into: &frame.canvas, instant: instant, start: start)
        }
        let format = frame.canvas.format
        var canvases = take(format)
        let before = Instant(nanoseconds: begin.nanoseconds - 1)
        canvases.old.clear()
        show.draw(at: .zero, into: &canvases.old, instant: before, start: start)
        canvases.new.clear()
        show.draw(at: .zero, into: &canvases.new, instant: instant, start: start)
        frame.withArea(Rectangle(show.size)) { frame in
            let step = run.step(at: time)
            if run.takesPixels {
                run.paint(canvases.new, over: canvases.old, at: step, into: &frame.canvas)
            } else {
                canvases.changing.clear()
                run.paint(canvases.new, over: canvases.old, corner: .zero, at: step, into: &canvases.changing)
                frame.canvas.composite(canvases.changing, at: .zero)
            }
        }
        self.canvases = canvases
    }

    /// Takes the canvases out, so that changing them copies none.
    private func take(_ format: Canvas.Format) -> Canvases {
        if let known = canvases, known.new.format == format {
            canvases = nil
            return known
        }
        let canvas = Canvas(size: show.size, format: format, tracksCoverage: true)
        return (canvas, canvas, canvas)
    }

    /// Returns when another picture comes, or the next step of a change.
    package func nextChange(after instant: Instant) -> Instant? {
        let next = show.nextChange(after: instant, start: start)
        guard let begin = show.slideStart(at: instant, start: start), let time = time(at: instant, since: begin),
            let step = run.nextChange(after: time)
        else { return next }
        return next.earlier(begin + (step - .zero))
    }
}
