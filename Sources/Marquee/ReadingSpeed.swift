import Timelines

/// Tells whether moving text can be read in a window.
///
/// Two bounds: no more than 15 letters a second may pass (180 words a minute, a slow reader's pace), and every letter has
/// to be in the window for 0.6 seconds, about three glances.
public struct ReadingSpeed: Hashable, Sendable {
    /// The fastest speed that a person can read, in px/s.
    public let limit: Int

    /// Creates the check for a window.
    ///
    /// - Parameters:
    ///   - windowWidth: the pixels along the direction of motion.
    ///   - letterWidth: the average advance of a letter in pixels, at least 1.
    public init(windowWidth: Int, letterWidth: Int) {
        let letter = max(1, letterWidth)
        let exposure = min(max(0, windowWidth), 1 << 20) * 5 / 3
        limit = max(1, min(exposure, 15 * min(letter, 1 << 20)))
    }

    /// Returns what to tell the user about a speed, or nil where it can be read.
    public func warning(for speed: Speed) -> String? {
        let magnitude = speed.numerator.magnitude
        guard magnitude > UInt64(limit) * UInt64(speed.denominator) else { return nil }
        let shown = (Int64(clamping: magnitude) + speed.denominator - 1) / speed.denominator
        return "\(shown) px/s is faster than this sign lets a person read; up to \(limit) px/s can be read"
    }
}
