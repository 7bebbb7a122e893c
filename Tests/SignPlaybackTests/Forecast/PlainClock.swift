import Foundation

/// What the clocks of a zone show, minute by minute, from Foundation: nothing of it comes from `Schedules`.
///
/// Days and parts of the day go by the latest time that clocks have shown so far. So a time that they skip has passed
/// when they are set forward, and what they show twice counts the first time.
final class PlainClock: Sendable {
    /// The first minute since 1970 that it knows: the beginning of 2026.
    static let first = 29_453_760
    /// The minutes that it knows: two years.
    static let count = 2 * 365 * 1_440

    let name: String
    /// The latest local time so far, in minutes since 1970-01-01T00:00 on the clocks of the zone.
    private let shown: [Int32]

    init(_ name: String) {
        self.name = name
        let zone = TimeZone(identifier: name)
        var latest = Int32.min
        var shown: [Int32] = []
        shown.reserveCapacity(Self.count)
        for hour in 0..<Self.count / 60 {
            let minute = Self.first + hour * 60
            let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute) * 60)) ?? -1
            for part in 0..<60 {
                latest = max(latest, Int32(minute + part + offset / 60))
                shown.append(latest)
            }
        }
        self.shown = shown
    }

    /// The latest local time at a minute of UTC.
    func local(at minute: Int) -> Int { Int(shown[minute - Self.first]) }
}
