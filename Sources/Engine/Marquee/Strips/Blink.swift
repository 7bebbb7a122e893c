import Timelines

/// Blinking: there for half of the period, not there for the other half, counted from instant zero.
///
/// All blinks of one period keep time with each other, wherever they are and whenever they were put up.
public struct Blink: Hashable, Sendable {
    /// The time from one appearance to the next; an even number of nanoseconds.
    public var period: Nanoseconds { Nanoseconds(2 * half) }
    private let half: Int64

    /// The shortest period.
    public static let minimumPeriod = Nanoseconds.milliseconds(100)
    /// The longest period.
    public static let maximumPeriod = Nanoseconds.seconds(3600)
    /// The default period.
    public static let defaultPeriod = Nanoseconds.seconds(1)

    /// Creates a blink; periods out of range count as the nearest in range.
    public init(period: Nanoseconds = Blink.defaultPeriod) {
        half = min(max(period, Blink.minimumPeriod), Blink.maximumPeriod).count / 2
    }

    /// Whether it is there at an instant.
    func isLit(at instant: Instant) -> Bool { number(at: instant) & 1 == 0 }

    /// Returns the first instant after another at which it comes or goes; nil at the end of all time.
    func nextEdge(after instant: Instant) -> Instant? {
        let (edge, overflow) = (number(at: instant) + 1).multipliedReportingOverflow(by: half)
        return overflow ? nil : Instant(nanoseconds: edge)
    }

    /// The number of the half period, rounded down.
    private func number(at instant: Instant) -> Int64 {
        let (quotient, remainder) = instant.nanoseconds.quotientAndRemainder(dividingBy: half)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
