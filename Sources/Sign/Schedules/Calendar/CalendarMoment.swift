import Timelines

/// A date, or a date and time on a local clock or in UTC, as iCalendar writes it.
struct CalendarMoment: Hashable {
    /// Seconds since 1970-01-01T00:00 on its clock.
    var local: Int64
    var isDate = false
    var isUTC = false
}

extension CalendarMoment {
    /// Reads `20261224`, `20261224T180000` or `20261224T180000Z`.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let day = Self.day(bytes.prefix(8)) else { return nil }
        let midnight = Int64(day) * 86_400
        if bytes.count == 8 {
            self.init(local: midnight, isDate: true)
            return
        }
        let isUTC = bytes.last == UInt8(ascii: "Z")
        guard bytes.count == (isUTC ? 16 : 15), bytes[8] == UInt8(ascii: "T"),
            let hour = Self.number(bytes[9..<11]), let minute = Self.number(bytes[11..<13]),
            let second = Self.number(bytes[13..<15]), hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second is the last second of its minute.
        self.init(local: midnight + Int64(hour * 3_600 + minute * 60 + min(second, 59)), isUTC: isUTC)
    }

    /// Reads a date, or a date and time, or the start of a period such as `20261224T180000Z/PT1H`.
    init?(startOf text: some StringProtocol) { self.init(text.prefix { $0 != "/" }) }

    /// The days since 1970-01-01; birthdays may begin in 1604, and rules end in 9999, beyond the years of `CivilDate`.
    private static func day(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count == 8, let year = number(bytes.prefix(4)), let month = number(bytes.dropFirst(4).prefix(2)),
            let day = number(bytes.dropFirst(6)), year >= 1, (1...12).contains(month), day >= 1,
            day <= CivilDate.days(inMonth: month, of: year)
        else { return nil }
        return CivilDate.dayNumber(year: year, month: month, day: day)
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}

extension CalendarEvent.Length {
    /// Reads a duration such as `P1DT2H` or `PT90M`; nil if it is invalid, negative, or longer than 100 years.
    init?(parsing text: String) {
        var rest = text.uppercased().utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard rest.first == UInt8(ascii: "P") else { return nil }
        rest = rest.dropFirst()
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest[digits.endIndex...]
            guard (1...9).contains(digits.count), let number = Int64(Substring(digits)), let unit = rest.first
            else { return nil }
            rest = rest.dropFirst()
            isEmpty = false
            switch (isTime, unit) {
            case (false, UInt8(ascii: "W")): days += number * 7
            case (false, UInt8(ascii: "D")): days += number
            case (true, UInt8(ascii: "H")): seconds += number * 3_600
            case (true, UInt8(ascii: "M")): seconds += number * 60
            case (true, UInt8(ascii: "S")): seconds += number
            default: return nil
            }
        }
        guard !isEmpty, !isNegative || (days == 0 && seconds == 0), isPossible else { return nil }
    }

    /// Whether it is no longer than 100 years.
    var isPossible: Bool { days <= 36_525 && seconds <= 36_525 * 86_400 }
}

extension RecurrenceRule {
    /// Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T225959Z`; nil if it is invalid.
    ///
    /// - Parameter local: converts UTC to the clock of the event.
    init?(parsing text: String, local: (Int64) -> Int64) {
        var parts: [String: Substring] = [:]
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            parts[pair[0].uppercased()] = pair[1]
        }
        guard let frequency = parts["FREQ"].flatMap({ Frequency(rawValue: $0.uppercased()) }) else { return nil }
        // RSCALE and what else there may be would change what the rule means.
        let known = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYSETPOS"]
        let lists: [(String, ClosedRange<Int>, WritableKeyPath<RecurrenceRule, [Int]>)] = [
            ("BYSECOND", 0...60, \.seconds), ("BYMINUTE", 0...59, \.minutes), ("BYHOUR", 0...23, \.hours),
            ("BYMONTHDAY", -31...31, \.monthDays), ("BYYEARDAY", -366...366, \.yearDays),
            ("BYWEEKNO", -53...53, \.weekNumbers), ("BYMONTH", 1...12, \.months), ("BYSETPOS", -366...366, \.positions),
        ]
        guard parts.keys.allSatisfy({ key in known.contains(key) || key == "BYDAY" || lists.contains { $0.0 == key } })
        else { return nil }
        self.init(frequency: frequency)
        for (key, range, path) in lists {
            guard let list = parts[key] else { continue }
            for word in list.split(separator: ",", omittingEmptySubsequences: false) {
                guard let number = Int(word), range.contains(number), number != 0 || range.lowerBound == 0
                else { return nil }
                self[keyPath: path].append(key == "BYSECOND" ? min(number, 59) : number)
            }
            self[keyPath: path] = Set(self[keyPath: path]).sorted()
        }
        guard parseWeekdays(parts["BYDAY"], weekStart: parts["WKST"]) else { return nil }
        guard parseEnd(interval: parts["INTERVAL"], count: parts["COUNT"], until: parts["UNTIL"], local: local)
        else { return nil }
    }

    private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private mutating func parseWeekdays(_ list: Substring?, weekStart start: Substring?) -> Bool {
        if let start {
            guard let day = Self.dayNames.firstIndex(of: start.uppercased()) else { return false }
            weekStart = day
        }
        var known: Set<OrdinalWeekday> = []
        for word in list?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard let day = Self.dayNames.firstIndex(of: word.suffix(2).uppercased()) else { return false }
            let digits = word.dropLast(2)
            let ordinal = digits.isEmpty ? 0 : Int(digits)
            guard let ordinal, (-53...53).contains(ordinal), digits.isEmpty || ordinal != 0 else { return false }
            let wanted = OrdinalWeekday(ordinal: ordinal, weekday: day)
            if known.insert(wanted).inserted { weekdays.append(wanted) }
        }
        return true
    }

    private mutating func parseEnd(
        interval: Substring?, count: Substring?, until: Substring?, local: (Int64) -> Int64
    ) -> Bool {
        if let interval {
            guard let number = Int(interval), number >= 1 else { return false }
            // The calendar has fewer seconds than that: there is no second period.
            self.interval = min(number, 1 << 40)
        }
        if let count {
            guard let number = Int(count), number >= 1 else { return false }
            self.count = number
        }
        if let until {
            guard let moment = CalendarMoment(until) else { return false }
            // A date lets the whole day be.
            let end = moment.isDate ? moment.local + 86_399 : moment.local
            self.until = moment.isUTC ? local(moment.local) : end
        }
        return true
    }
}
