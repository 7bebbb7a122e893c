import Timelines

/// A time zone: the offset of its clocks from UTC, and when that changes.
///
/// Read from the system's zone files (tzdata), which system updates keep correct. All
/// changes until the year 2262 are computed once, so that every lookup is a binary search. Copies share their storage.
package struct ZoneRules: Hashable, Sendable {
    /// The zone's name, such as `Europe/Berlin`.
    package let name: String
    /// When its clocks change, in UTC.
    private let instants: [Int64]
    /// The local times at these instants with the offset before the change.
    private let localEnds: [Int64]
    /// Seconds ahead of UTC: before the first change, and after each.
    private let offsets: [Int]

    private static let maximumOffset = 26 * 3_600

    /// Coordinated universal time.
    package static let utc = ZoneRules(name: "UTC", secondsAheadOfUTC: 0)

    /// Creates a zone whose clocks are always that many seconds ahead of UTC, -26 to 26 hours.
    package init(name: String, secondsAheadOfUTC seconds: Int) { self.init(name: name, first: seconds, changes: []) }

    /// Creates a zone from changes in any order; those without effect are left out.
    ///
    /// - Parameter first: the seconds ahead of UTC before the first change.
    init(name: String, first: Int, changes: [(at: Int64, offset: Int)]) {
        let bounded = min(max(first, -Self.maximumOffset), Self.maximumOffset)
        var (instants, localEnds, offsets) = ([Int64](), [Int64](), [bounded])
        for change in changes.sorted(by: { $0.at < $1.at }) where change.offset != offsets[offsets.count - 1] {
            guard change.offset.magnitude <= Self.maximumOffset.magnitude else { continue }
            let localEnd = change.at + Int64(offsets[offsets.count - 1])
            // Two changes at once, or within the hours that the first one shifts: the later one replaces it.
            if let last = instants.last, change.at <= last || localEnd <= localEnds[localEnds.count - 1] {
                offsets[offsets.count - 1] = change.offset
                continue
            }
            instants.append(change.at)
            localEnds.append(localEnd)
            offsets.append(change.offset)
        }
        (self.name, self.instants, self.localEnds, self.offsets) = (name, instants, localEnds, offsets)
    }

    /// Returns how many seconds the zone's clocks are ahead of UTC; O(log n).
    package func secondsAheadOfUTC(at time: WallTime) -> Int { offset(at: time.seconds) }

    /// Returns what a calendar and a wall clock show in this zone; O(log n).
    package func civil(at time: WallTime) -> LocalTime { LocalTime(localSeconds: local(time.seconds)) }

    /// Returns when clocks in this zone show a day and time; O(log n).
    ///
    /// A time that clocks show twice is the first of the two. A time that they skip is the moment when they are
    /// set forward.
    package func wall(of time: LocalTime) -> WallTime {
        WallTime(seconds: utc(ofLocal: time.localSeconds))
    }

    func local(_ utc: Int64) -> Int64 { utc + Int64(offset(at: utc)) }

    func utc(ofLocal local: Int64) -> Int64 {
        let index = localEnds.count(notAfter: local)
        let utc = local - Int64(offsets[index])
        return index > 0 ? max(utc, instants[index - 1]) : utc
    }

    /// The same, but a time that clocks skip is interpreted with the offset before the change (RFC 5545, 3.3.5).
    func utcAsIfNotSet(ofLocal local: Int64) -> Int64 {
        let index = localEnds.count(notAfter: local)
        let utc = local - Int64(offsets[index])
        return index > 0 && utc < instants[index - 1] ? local - Int64(offsets[index - 1]) : utc
    }

    /// Returns when the zone's clocks next change, in seconds of UTC; nil for never.
    package func nextChange(after utc: Int64) -> Int64? {
        let index = instants.count(notAfter: utc)
        return index < instants.count ? instants[index] : nil
    }

    private func offset(at utc: Int64) -> Int { offsets[instants.count(notAfter: utc)] }
}
