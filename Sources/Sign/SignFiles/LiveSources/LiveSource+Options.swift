import LiveValues
import Settings
import Timelines

extension LiveSource {
    // MARK: - What the bytes are

    static func form(of kind: Kind, _ fields: inout SignFields) -> LiveForm? {
        switch kind {
        case .variable: return .text(line: nil)
        case .sensor: return number(&fields)
        case .file, .command, .shell, .url, .json, .mqtt: return text(&fields, isJSON: kind == .json)
        }
    }

    private static func text(_ fields: inout SignFields, isJSON: Bool) -> LiveForm? {
        let path = fields.optional("path", expected: "a path such as departures[0].line") {
            text -> SignFields.Outcome<ValuePath> in
            do throws(FieldProblem) {
                return .value(try ValuePath(parsing: text))
            } catch {
                return .refused(.field(error))
            }
        }
        guard !isJSON else { return path.map { .json($0 ?? ValuePath()) } }
        let isAlone = fields.excludes("path", fields.has("path") ? ["line", "lines"] : [])
        let isAloneToo = fields.excludes("line", fields.has("line") ? ["lines"] : [])
        let lines = fields.flag("lines", default: false)
        let line = fields.optionalInteger("line", in: -10_000...10_000)
        guard let path, let lines, let line, isAlone, isAloneToo else { return nil }
        if line == 0 {
            let words = "the number of a line from 1, or from -1 for the last"
            fields.noteProblem(.outOfRange(key: "line", expected: words, found: "0"), at: fields.place(of: "line"))
            return nil
        }
        return path.map { .json($0) } ?? (lines ? .lines : .text(line: line))
    }

    private static func number(_ fields: inout SignFields) -> LiveForm? {
        func number(_ text: String) -> SignFields.Outcome<LiveNumber> {
            LiveNumber(parsing: text).map { .value($0) } ?? .wrongType
        }
        let words = "a decimal number such as 0.001"
        let scale = fields.parsed("scale", expected: words, default: LiveNumber(1), number)
        let offset = fields.parsed("offset", expected: words, default: LiveNumber(0), number)
        let decimals = fields.optionalInteger("decimals", in: 0...12)
        let unit = fields.parsed("unit", expected: "the unit after the number", default: "") {
            text -> SignFields.Outcome<String> in
            text.unicodeScalars.count <= 40 ? .value(text) : .wrongType
        }
        guard let scale, let offset, let decimals, let unit else { return nil }
        let format = NumberFormat(decimals: decimals, unit: LiveText.cleanPart(unit))
        return .number(LiveScale(scale: scale, offset: offset, format: format))
    }

    // MARK: - When, how long and how much

    /// The times that sources may be asked in, and take.
    private static let shortest = Nanoseconds.milliseconds(100)
    private static let shortestOfServers = Nanoseconds.seconds(1)
    private static let longest = Nanoseconds.seconds(366 * 86_400)

    /// Takes the keys that all entries have; returns whether they are right.
    mutating func readTimes(_ fields: inout SignFields) -> Bool {
        var isServer = false
        if case .url = origin { isServer = true }
        let least = isServer ? Self.shortestOfServers : Self.shortest
        let usual = self
        func time(_ range: ClosedRange<Nanoseconds>) -> (String) -> SignFields.Outcome<Nanoseconds> {
            { text in
                guard case .value(let time) = SignFields.time(text) else { return .wrongType }
                return range.contains(time) ? .value(time) : .outOfRange
            }
        }
        let every = fields.parsed(
            "every", expected: "a time such as 30s, from \(least.text) to a year", default: usual.interval,
            time(least...Self.longest))
        let timeOut = fields.parsed(
            "timeout", expected: "a time such as 5s, from \(Self.shortest.text) to \(Self.longestTimeOut.text)",
            default: usual.timeOut, time(Self.shortest...Self.longestTimeOut))
        if let every { interval = every }
        if let timeOut { self.timeOut = timeOut }
        if case .document = form {
            return readLimit(&fields) && every != nil && timeOut != nil
        }
        let isKept = readKeep(&fields)
        let stale = fields.parsed("stale", expected: "the text to show without a value", default: staleText) {
            text -> SignFields.Outcome<String> in
            text.unicodeScalars.count <= LiveText.usualLength ? .value(LiveText.clean(text)) : .wrongType
        }
        if let stale { staleText = stale }
        return readLimit(&fields) && isKept && every != nil && timeOut != nil && stale != nil
    }

    private mutating func readKeep(_ fields: inout SignFields) -> Bool {
        let usual = usualKeep
        let keep = fields.parsed("keep", expected: "a time such as 10m, or forever", default: usual) {
            text -> SignFields.Outcome<Nanoseconds?> in
            text == "forever" ? .value(nil) : SignFields.time(text).optional
        }
        guard let keep else { return false }
        self.keep = keep
        return true
    }

    private mutating func readLimit(_ fields: inout SignFields) -> Bool {
        let most = largestLimit
        let words = most < 1 << 20 ? "\(most >> 10) KiB" : "\(most >> 20) MiB"
        let limit = fields.parsed("limit", expected: "a size such as 20 KiB, up to \(words)", default: limit) {
            text -> SignFields.Outcome<Int> in
            let units = ["": 1, "B": 1, "bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20]
            guard let (digits, unit) = Quantity.split(text), let factor = units[unit] else { return .wrongType }
            guard let number = Int(digits), (1...max(most / factor, 1)).contains(number) else { return .outOfRange }
            return number * factor <= most ? .value(number * factor) : .outOfRange
        }
        if let limit { self.limit = limit }
        return limit != nil
    }
}
