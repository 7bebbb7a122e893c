/// A wall clock: the local time at an instant.
///
/// Between two changes of `revision` the local time advances with the instant, except that a time zone may add or remove
/// whole minutes.
public protocol LocalTimeSource {
    /// Returns the local time, or nil while it is unknown (a machine without a battery clock that has just started).
    func localTime(at instant: Instant) -> LocalTime?

    /// A number that grows when the answers change: the clock was set, or another time zone was chosen.
    var revision: Int { get }
}
