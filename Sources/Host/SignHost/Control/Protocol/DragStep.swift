/// A step of a drag: how knobs, the page and `drag` move the content by hand.
///
/// A zone of nil stands for the whole sign.
package enum DragStep: Hashable, Sendable {
    /// Grabs the content, which pauses its automatic motion.
    case begin(zone: String?)
    /// Moves it to this many pixels right of (below, for vertical motion) where the drag began, exactly.
    case move(zone: String?, pixels: Int)
    /// Releases it while it moves right (down) at a velocity in pixels per second; nil for the velocity that it had before.
    case release(zone: String?, velocity: Int?)

    /// The most pixels, and the most pixels per second, in either direction.
    package static let maximum = 20_000

    /// The zone that it moves; nil for the whole sign.
    package var zone: String? {
        switch self {
        case .begin(let zone), .move(let zone, _), .release(let zone, _): zone
        }
    }
}
