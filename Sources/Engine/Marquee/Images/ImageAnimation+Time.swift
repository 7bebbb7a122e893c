import PixelGraphics
import Timelines

/// Which picture of an image is on, and when the next one comes.
///
/// Worked out from the time since the start, so delays never add up wrongly. Before the start the first picture stands
/// there. Nothing here allocates.
extension ImageAnimation {
    /// Draws the picture that is on, with its top left pixel at a point.
    func draw(at point: Point, into canvas: inout Canvas, instant: Instant, start: Instant) {
        guard !renderedFrames.isEmpty else { return }
        let frame = renderedFrames[position(at: instant, start: start).number]
        let columns = 0..<frame.picture.width
        if canvas.format == .rgb {
            canvas.draw(frame.picture, mask: frame.mask, columns: columns, at: point)
        } else {
            canvas.stamp(frame.mask, columns: columns, at: point, ink: .dark)
            canvas.stamp(frame.lit, columns: columns, at: point, ink: .white)
        }
    }

    /// Returns the first instant after another at which another picture comes; nil for never.
    func nextChange(after instant: Instant, start: Instant) -> Instant? {
        guard renderedFrames.count > 1 else { return nil }
        let now = position(at: instant, start: start)
        if let loops, now.round >= Int128(loops) - 1, now.number == renderedFrames.count - 1 { return nil }
        let time = now.round * Int128(duration.count) + Int128(renderedFrames[now.number].end.count)
        let next = Int64(clamping: Int128(start.nanoseconds) + time)
        return next > instant.nanoseconds ? Instant(nanoseconds: next) : nil
    }

    /// Returns the round and the picture that is on; the first before the start, the last after the last round.
    private func position(at instant: Instant, start: Instant) -> (round: Int128, number: Int) {
        let elapsed = Int128(instant.nanoseconds) - Int128(start.nanoseconds)
        guard elapsed > 0, renderedFrames.count > 1 else { return (0, 0) }
        let length = Int128(duration.count)
        let round = elapsed / length
        if let loops, round >= Int128(loops) { return (Int128(loops) - 1, renderedFrames.count - 1) }
        let rest = Int64(elapsed % length)
        var (low, high) = (0, renderedFrames.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if renderedFrames[middle].end.count > rest { high = middle } else { low = middle + 1 }
        }
        return (round, low)
    }
}
