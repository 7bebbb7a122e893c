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
        let paths = SignFields.ValueForm.parsed(
            "a path such as departures[0].line", SignReason.field, ValuePath.init(parsing:))
        var path: ValuePath?
        var lines = false
        var line: Int?
        let isRight = fields.isRight { fields in
            fields.read("path", as: paths, into: &path)
            guard !isJSON else { return }
            fields.excludes("path", ["line", "lines"])
            fields.excludes("line", ["lines"])
            fields.read("lines", into: &lines)
            fields.read("line", in: -10_000...10_000, into: &line)
        }
        guard isRight else { return nil }
        if isJSON { return .json(path ?? ValuePath()) }
        if line == 0 {
            let words = "the number of a line from 1, or from -1 for the last"
            fields.recordProblem(.outOfRange(key: "line", expected: words, found: "0"), at: fields.place(of: "line"))
            return nil
        }
        return path.map { .json($0) } ?? (lines ? .lines : .text(line: line))
    }

    private static func number(_ fields: inout SignFields) -> LiveForm? {
        let numbers = SignFields.ValueForm.text("a decimal number such as 0.001") { LiveNumber(parsing: $0) }
        var (scale, offset, unit) = (LiveNumber(1), LiveNumber(0), "")
        var decimals: Int?
        let units = SignFields.ValueForm.text("the unit after the number") { $0.unicodeScalars.count <= 40 ? $0 : nil }
        let isRight = fields.isRight { fields in
            fields.read("scale", as: numbers, into: &scale)
            fields.read("offset", as: numbers, into: &offset)
            fields.read("decimals", in: 0...12, into: &decimals)
            fields.read("unit", as: units, into: &unit)
        }
        guard isRight else { return nil }
        let format = NumberFormat(decimals: decimals, unit: LiveText.cleanPart(unit))
        return .number(LiveScale(scale: scale, offset: offset, format: format))
    }

    // MARK: - When, how long and how much

    /// The times that sources may be asked in, and take.
    private static let minimumTime = Nanoseconds.milliseconds(100)
    private static let minimumTimeOfServers = Nanoseconds.seconds(1)
    private static let maximumTime = Nanoseconds.seconds(366 * 86_400)

    /// The times over which numbers may be kept.
    private static let historyLengths = Nanoseconds.seconds(60) ... .seconds(366 * 86_400)

    /// Reads the keys that all entries have; what is missing or wrong stays.
    mutating func readTimes(_ fields: inout SignFields) {
        var isServer = false
        if case .url = origin { isServer = true }
        let least = isServer ? Self.minimumTimeOfServers : Self.minimumTime
        fields.read(
            "every", as: .time("a time such as 30s, from \(least.text) to a year", in: least...Self.maximumTime),
            into: &interval)
        let timeouts = "a time such as 5s, from \(Self.minimumTime.text) to \(Self.maximumTimeout.text)"
        fields.read("timeout", as: .time(timeouts, in: Self.minimumTime...Self.maximumTimeout), into: &timeout)
        if case .document = form { return readLimit(&fields) }
        fields.read("history", as: .time(in: Self.historyLengths), into: &history)
        keep = defaultKeep
        fields.read("keep", as: .orNone(.time("a time such as 10m"), word: "forever"), into: &keep)
        let stales = SignFields.ValueForm<String>.text("the text to show without a value") { text in
            text.unicodeScalars.count <= LiveText.defaultLength ? LiveText.clean(text) : nil
        }
        fields.read("stale", as: stales, into: &staleText)
        readLimit(&fields)
    }

    private mutating func readLimit(_ fields: inout SignFields) {
        let maximum = maximumLimit
        let words = maximum < 1 << 20 ? "\(maximum >> 10) KiB" : "\(maximum >> 20) MiB"
        let limits = SignFields.ValueForm<Int>("a size such as 20 KiB, up to \(words)") { text in
            let units = ["": 1, "B": 1, "bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20]
            return DecimalNumber.parse(text, units: units, in: 1...maximum)
        }
        fields.read("limit", as: limits, into: &limit)
    }
}
