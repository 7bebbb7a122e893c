import Marquee
import Timelines

/// What hands hold in the zones of a sign: the content of each that is being dragged, and how fast it moved before.
struct SignDrags {
    /// Content that moves, and the instant of its own timeline.
    typealias Moving = (marquee: Marquee, instant: Instant)

    private var held: [String?: [(marquee: Marquee, velocity: Int64)]] = [:]

    /// Does a step of a drag; does nothing with content that is not held, or not shown any more.
    ///
    /// - Parameter shown: the content that is shown in the zone of the step.
    mutating func take(_ step: DragStep, of shown: [Moving]) throws(ControlError) {
        switch step {
        case .begin(let zone):
            guard !shown.isEmpty else { throw ControlError.refused("no moving text is shown") }
            held[zone] = shown.map { ($0.marquee, $0.marquee.velocity) }
            for (marquee, instant) in shown { marquee.beginDrag(at: instant) }
        case .move(let zone, let pixels):
            for (marquee, _, instant) in held(zone, of: shown) { marquee.drag(by: pixels, at: instant) }
        case .release(let zone, let velocity):
            for (marquee, before, instant) in held(zone, of: shown) {
                marquee.release(velocity: velocity.map { Int64($0) * Subpixel.perPixel } ?? before, at: instant)
            }
            held[zone] = nil
        }
    }

    /// The content that is held and still shown.
    private func held(
        _ zone: String?, of shown: [Moving]
    ) -> [(marquee: Marquee, velocity: Int64, instant: Instant)] {
        shown.compactMap { marquee, instant in
            held[zone]?.first { $0.marquee === marquee }.map { (marquee, $0.velocity, instant) }
        }
    }
}
