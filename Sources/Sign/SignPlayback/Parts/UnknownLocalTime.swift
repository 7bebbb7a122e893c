import Marquee
import SignFiles
import Timelines

/// A clock that has not been set.
package struct UnknownLocalTime: LocalTimeSource, Sendable {
    package init() {}

    /// Nil: the time is unknown.
    package func localTime(at instant: Instant) -> LocalTime? { nil }

    /// Zero.
    package var revision: Int { 0 }
}
