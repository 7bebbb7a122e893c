import Timelines

/// The fastest speed at which moving text can be read in a window.
///
/// Two bounds: no more than 15 letters a second may pass (180 words a minute, a slow reader's pace), and every letter has
/// to be in the window for 0.6 seconds, about three glances.
package struct ReadingSpeed: Hashable, Sendable {
    /// The fastest speed that a person can read, in px/s.
    package let limit: Int

    /// Creates the check for a window.
    ///
    /// - Parameters:
    ///   - windowWidth: the pixels along the direction of motion.
    ///   - letterWidth: the average advance of a letter in pixels, at least 1.
    package init(windowWidth: Int, letterWidth: Int) {
        let letter = max(1, letterWidth)
        let exposure = min(max(0, windowWidth), 1 << 20) * 5 / 3
        limit = max(1, min(exposure, 15 * min(letter, 1 << 20)))
    }

    /// Returns the warning about a speed, or nil if the text can be read.
    package func warning(for speed: Speed) -> String? {
        let magnitude = speed.numerator.magnitude
        guard magnitude > UInt64(limit) * UInt64(speed.denominator) else { return nil }
        let shown = (Int64(clamping: magnitude) + speed.denominator - 1) / speed.denominator
        return "\(shown) px/s is too fast to read on this sign; use at most \(limit) px/s"
    }
}
