import Settings
import Timelines

extension ZoneRules {
    /// The most bytes of a zone file; real ones have less than 4,000.
    package static let maximumFileSize = 65_536

    /// Reads a zone file (TZif, RFC 8536; what tzdata installs in /usr/share/zoneinfo).
    ///
    /// - Throws: `TextError`, with the byte at which the file is wrong.
    package init(name: String, file bytes: [UInt8]) throws(TextError) {
        guard bytes.count <= Self.maximumFileSize else {
            throw TextError("a zone file has at most \(Self.maximumFileSize) bytes")
        }
        var reader = ZoneFileReader(bytes: bytes)
        let (first, changes) = try reader.offsets()
        self.init(name: name, first: first, changes: changes)
    }
}

/// Reads the blocks of a zone file one after the other.
private struct ZoneFileReader {
    struct Header {
        let version: UInt8
        let utcMarks: Int
        let standardMarks: Int
        let leaps: Int
        let times: Int
        let types: Int
        let letters: Int

        /// The bytes behind the header, for times of that many bytes.
        func length(timeSize: Int) -> Int {
            times * timeSize + times + types * 6 + letters + leaps * (timeSize + 4) + standardMarks + utcMarks
        }
    }

    fileprivate let bytes: [UInt8]
    fileprivate var place = 0

    /// The first offset of the zone's clocks, and its changes.
    mutating func offsets() throws(TextError) -> (first: Int, changes: [(at: Int64, offset: Int)]) {
        var header = try self.header()
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            // The first block is for readers of 32 bits; the second says all.
            place += header.length(timeSize: 4)
            header = try self.header()
            timeSize = 8
        }
        guard place + header.length(timeSize: timeSize) <= bytes.count else { throw cutOff(at: bytes.count) }
        guard header.types > 0 else { throw cutOff(at: place) }
        var instants: [Int64] = []
        for _ in 0..<header.times { instants.append(try integer(timeSize)) }
        let kinds = try take(header.times)
        var offsets: [Int] = []
        for _ in 0..<header.types {
            offsets.append(Int(try integer(4)))
            place += 2
        }
        place += header.letters + header.leaps * (timeSize + 4) + header.standardMarks + header.utcMarks
        var changes: [(at: Int64, offset: Int)] = []
        for (instant, kind) in zip(instants, kinds) {
            guard Int(kind) < offsets.count else { throw cutOff(at: place) }
            // Some files begin with the Big Bang.
            changes.append((min(max(instant, -9_300_000_000), 9_300_000_000), offsets[Int(kind)]))
        }
        if timeSize == 8 { changes += try laterChanges(since: changes.last) }
        return (offsets[0], changes)
    }

    private mutating func header() throws(TextError) -> Header {
        let mark = try take(4)
        guard mark.elementsEqual("TZif".utf8) else { throw TextError("not a zone file: it does not begin with TZif") }
        let version = try take(1).first ?? 0
        place += 15
        return Header(
            version: version, utcMarks: try count(), standardMarks: try count(), leaps: try count(),
            times: try count(), types: try count(), letters: try count())
    }

    /// The changes that the rule at the end of the file makes after the last listed one.
    private mutating func laterChanges(
        since last: (at: Int64, offset: Int)?
    ) throws(TextError) -> [(at: Int64, offset: Int)] {
        guard place < bytes.count, bytes[place] == 0x0A else { return [] }
        let text = String(decoding: bytes[(place + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
        guard !text.isEmpty else { return [] }
        guard let changes = ZoneRules.changes(by: text, after: last?.at ?? -9_300_000_000) else {
            throw TextError("\"\(text.prefix(80))\" is no rule for the clocks of a zone")
        }
        return changes
    }

    private mutating func take(_ count: Int) throws(TextError) -> ArraySlice<UInt8> {
        guard count >= 0, place <= bytes.count, count <= bytes.count - place else {
            throw cutOff(at: min(place, bytes.count))
        }
        place += count
        return bytes[place - count..<place]
    }

    private func cutOff(at byte: Int) -> TextError { TextError("the zone file is cut off at byte \(byte)") }

    private mutating func count() throws(TextError) -> Int {
        let offset = place
        let number = try integer(4)
        guard (0...Int64(ZoneRules.maximumFileSize)).contains(number) else { throw cutOff(at: offset) }
        return Int(number)
    }

    /// A signed big-endian number of 4 or 8 bytes.
    private mutating func integer(_ size: Int) throws(TextError) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(size) { value = value << 8 | UInt64(byte) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}

extension ZoneRules {
    /// The changes after an instant, to the end of the year 2261, by the rule for all later years of a zone: standard time,
    /// and optionally summer time every year (POSIX.1 TZ, with the extensions of RFC 8536, 3.3.1).
    ///
    /// - Parameter rule: such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    /// - Returns: nil for an invalid rule.
    static func changes(by rule: String, after start: Int64) -> [(at: Int64, offset: Int)]? {
        var rest = rule[...]
        guard rest.skipZoneName(), let standard = rest.takeOffset().map({ -$0 }) else { return nil }
        if rest.isEmpty { return [(start + 1, standard)] }
        guard rest.skipZoneName() else { return nil }
        var summer = standard + 3_600
        if rest.first != "," {
            guard let offset = rest.takeOffset() else { return nil }
            summer = -offset
        }
        guard rest.skip(","), let onset = rest.takeTurn(), rest.skip(","), let end = rest.takeTurn(), rest.isEmpty
        else { return nil }
        let firstYear = CivilDate(dayNumber: CivilDate.day(ofLocal: max(start, -9_200_000_000))).year
        var changes: [(at: Int64, offset: Int)] = []
        for year in firstYear...2261 {
            changes += [(at: onset(year, standard), offset: summer), (at: end(year, summer), offset: standard)]
        }
        return changes.filter { $0.at > start }
    }
}

/// The parts of a rule.
extension Substring {
    fileprivate mutating func skip(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    /// Skips a name: letters, or anything in angle brackets.
    fileprivate mutating func skipZoneName() -> Bool {
        if skip("<") {
            guard let end = firstIndex(of: ">") else { return false }
            self = self[index(after: end)...]
            return true
        }
        let letters = prefix { $0.isASCII && $0.isLetter }
        self = self[letters.endIndex...]
        return letters.count >= 3
    }

    /// Takes a time such as `-1`, `3:30` or `-2:00:00`, in seconds; hours to 167.
    fileprivate mutating func takeOffset() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = takeNumber(upTo: 167) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where skip(":") {
            guard let number = takeNumber(upTo: 59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Takes a day of a year and a time of it; computes the instant in a year from the offset that holds before.
    fileprivate mutating func takeTurn() -> ((_ year: Int, _ offset: Int) -> Int64)? {
        guard let day = takeDay(), let seconds = skip("/") ? takeOffset() : 7_200 else { return nil }
        return { year, offset in Int64(day(year)) * 86_400 + Int64(seconds - offset) }
    }

    /// Takes a weekday of a week of a month (`M3.5.0`: Sunday is 0, the fifth week is the last), a day from 1 to 365 without
    /// leap days (`J60`), or one from 0 to 365 with them.
    private mutating func takeDay() -> ((_ year: Int) -> Int)? {
        if skip("M") {
            guard let month = takeNumber(upTo: 12), month > 0, skip("."), let week = takeNumber(upTo: 5), week > 0,
                skip("."), let weekday = takeNumber(upTo: 6)
            else { return nil }
            return { year in
                let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                // Sunday is 0 here, and 6 where weeks begin on Monday.
                let firstWeekday = (CivilDate.weekdayIndex(first) + 1) % 7
                let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
            }
        }
        let countsLeapDay = !skip("J")
        guard let number = takeNumber(upTo: 365), countsLeapDay || number > 0 else { return nil }
        return { year in
            let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
            if countsLeapDay { return newYear + number }
            return newYear + number - 1 + (CivilDate.isLeap(year: year) && number > 59 ? 1 : 0)
        }
    }

    private mutating func takeNumber(upTo maximum: Int) -> Int? {
        let digits = prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits), number <= maximum else { return nil }
        self = self[digits.endIndex...]
        return number
    }
}
