/// A zone of time: how far its clocks are from UTC, and when that changes.
///
/// Made of the system's zone files (tzdata), which a system update keeps right when a country changes its clocks. All
/// changes to the year 2262 are laid out once, so that every question is a binary search. Copies share their storage.
public struct ZoneRules: Sendable {
    /// The zone's name, such as `Europe/Berlin`.
    public let name: String
    private let table: ZoneTable

    init(name: String, table: ZoneTable) {
        self.name = name
        self.table = table
    }

    /// Coordinated universal time.
    public static let utc = ZoneRules(name: "UTC", table: ZoneTable(first: 0, changes: []))

    /// Creates a zone whose clocks are always that many seconds ahead of UTC, at most 26 hours on either side.
    public init(name: String, secondsAheadOfUTC seconds: Int) {
        let offset = min(max(seconds, -ZoneTable.largestOffset), ZoneTable.largestOffset)
        self.init(name: name, table: ZoneTable(first: offset, changes: []))
    }

    /// Returns how many seconds the zone's clocks are ahead of UTC; O(log n).
    public func secondsAheadOfUTC(at time: WallTime) -> Int { table.offset(at: time.seconds) }

    /// Returns when the zone's clocks are next set forward or back; nil for never.
    public func nextChange(after time: WallTime) -> WallTime? {
        table.nextChange(after: time.seconds).map(WallTime.init(seconds:))
    }

    /// Returns what a calendar and a clock on the wall show in this zone; O(log n).
    public func civil(at time: WallTime) -> CivilDateTime { CivilDateTime(localSeconds: local(time.seconds)) }

    /// Returns when clocks in this zone show a day and time; O(log n).
    ///
    /// A time that clocks show twice is the first of the two. A time that they leave out is the moment at which they are
    /// set forward: whoever looks at a clock then sees that it has passed.
    public func wall(of time: CivilDateTime) -> WallTime {
        WallTime(seconds: utc(ofLocal: time.localSeconds))
    }

    func local(_ utc: Int64) -> Int64 { utc + Int64(table.offset(at: utc)) }

    func utc(ofLocal local: Int64) -> Int64 { table.utc(ofLocal: local, gap: .end) }

    /// The same, but a time that clocks leave out is what it would be if they had not been set (RFC 5545, 3.3.5).
    func utcAsIfNotSet(ofLocal local: Int64) -> Int64 { table.utc(ofLocal: local, gap: .offsetBefore) }

    func nextChange(after utc: Int64) -> Int64? { table.nextChange(after: utc) }
}

extension ZoneRules: Hashable {
    /// Whether two zones have the same name and the same changes.
    public static func == (left: ZoneRules, right: ZoneRules) -> Bool {
        left.name == right.name && (left.table === right.table || left.table.hasSameChanges(as: right.table))
    }

    /// Mixes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The changes of a zone's clocks, ascending.
final class ZoneTable: Sendable {
    /// What becomes of times that clocks leave out.
    enum Gap { case end, offsetBefore }

    static let largestOffset = 26 * 3_600

    /// When they change, in UTC.
    private let instants: [Int64]
    /// What clocks would show at these instants if they were not set then: the local end of the time before.
    private let localEnds: [Int64]
    /// Seconds ahead of UTC: before the first change, and after each.
    private let offsets: [Int]

    /// Lays out changes in any order; those that change nothing are left out.
    init(first: Int, changes: [(at: Int64, offset: Int)]) {
        let bounded = min(max(first, -Self.largestOffset), Self.largestOffset)
        var (instants, localEnds, offsets) = ([Int64](), [Int64](), [bounded])
        for change in changes.sorted(by: { $0.at < $1.at }) where change.offset != offsets[offsets.count - 1] {
            guard change.offset.magnitude <= Self.largestOffset.magnitude else { continue }
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
        (self.instants, self.localEnds, self.offsets) = (instants, localEnds, offsets)
    }

    func hasSameChanges(as other: ZoneTable) -> Bool { instants == other.instants && offsets == other.offsets }

    func offset(at utc: Int64) -> Int { offsets[Self.count(of: instants, notAfter: utc)] }

    func nextChange(after utc: Int64) -> Int64? {
        let index = Self.count(of: instants, notAfter: utc)
        return index < instants.count ? instants[index] : nil
    }

    func utc(ofLocal local: Int64, gap: Gap) -> Int64 {
        let index = Self.count(of: localEnds, notAfter: local)
        let utc = local - Int64(offsets[index])
        guard index > 0, utc < instants[index - 1] else { return utc }
        return gap == .end ? instants[index - 1] : local - Int64(offsets[index - 1])
    }

    private static func count(of values: [Int64], notAfter value: Int64) -> Int {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
