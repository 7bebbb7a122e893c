import Marquee
import Settings
import Timelines

/// When a part is shown again, counted from the part's own beginning.
package enum SignTicks: Equatable, Sendable {
    /// At a fixed period, the first time after `from`, or after one period.
    case periodic(from: Nanoseconds?, every: Nanoseconds)
    /// At the refreshes of the display, at least so long apart; never while paused.
    case animation(minimum: Nanoseconds, isPaused: Bool)
    /// At the start of every such period of the wall clock.
    case wall(period: Nanoseconds)
    /// At a list of times.
    case list([Nanoseconds])
    /// At times that repeat, each counted from the one before.
    case cycle([Nanoseconds])

    /// The times that a list may have.
    static let maximumTimes = 1_000
    /// The shortest period.
    static let minimumPeriod = Nanoseconds.milliseconds(1)

    /// Whether the wall clock decides.
    package var followsTheClock: Bool { if case .wall = self { true } else { false } }
}

extension SignTicks {
    private static let words =
        "a time such as 3s, animation, every-second, every-minute, every-hour, or keys: every, animation, at or cycle"

    /// Reads ticks, which stay as they are without the key.
    static func read(_ key: String, _ fields: inout SignFields, into ticks: inout SignTicks?) {
        fields.readKeys(key, expected: words, text: .text(words, named), into: &ticks) { SignTicks(&$0) }
    }

    private static func named(_ text: String) -> SignTicks? {
        switch text {
        case "animation": .animation(minimum: .zero, isPaused: false)
        case "every-second": .wall(period: .seconds(1))
        case "every-minute": .wall(period: .seconds(60))
        case "every-hour": .wall(period: .seconds(3600))
        default: period(text).map { .periodic(from: nil, every: $0) }
        }
    }

    private static func period(_ text: String) -> Nanoseconds? {
        Nanoseconds(setting: text).flatMap { $0 >= minimumPeriod ? $0 : nil }
    }

    private init?(_ fields: inout SignFields) {
        let ways = ["every", "animation", "at", "cycle"].filter { fields.has($0) }
        for key in ["every", "from", "animation", "paused", "at", "cycle"] { fields.accept(key) }
        guard ways.count == 1 else {
            fields.record(.part(.ticks), at: nil)
            return nil
        }
        let found: SignTicks? =
            switch ways[0] {
            case "every": Self.periodic(&fields)
            case "animation": Self.animation(&fields)
            case "at": Self.times("at", &fields).map { .list($0) }
            default: Self.cycle(&fields)
            }
        guard let found else { return nil }
        self = found
    }

    private static func periodic(_ fields: inout SignFields) -> SignTicks? {
        let every = fields.value("every", as: .text("a time such as 3s, at least 1ms", period))
        var from: Nanoseconds?
        fields.read("from", as: .time("a time such as 0s"), into: &from)
        return every.map { .periodic(from: from, every: $0) }
    }

    private static func animation(_ fields: inout SignFields) -> SignTicks? {
        let minimum = fields.value("animation", as: .time("the shortest time between two pictures"))
        var isPaused = false
        fields.read("paused", into: &isPaused)
        return minimum.map { .animation(minimum: min($0, .seconds(86_400)), isPaused: isPaused) }
    }

    private static func cycle(_ fields: inout SignFields) -> SignTicks? {
        guard let times = times("cycle", &fields) else { return nil }
        guard CyclicTicks(start: .zero, offsets: times) != nil else {
            fields.recordProblem(
                .outOfRange(key: "cycle", expected: "times of more than 0 in total", found: "0s"),
                at: fields.place(of: "cycle"))
            return nil
        }
        return .cycle(times)
    }

    private static func times(_ key: String, _ fields: inout SignFields) -> [Nanoseconds]? {
        var times: [Nanoseconds] = []
        guard fields.readList(key, as: .time("times such as [0.2s, 0.2s, 0.4s]"), into: &times) else { return nil }
        guard (1...maximumTimes).contains(times.count) else {
            fields.recordProblem(
                .outOfRange(key: key, expected: "1 to \(maximumTimes) times", found: "\(times.count)"),
                at: fields.place(of: key))
            return nil
        }
        return times
    }
}

/// How fast a part's own time runs, as an exact fraction.
package struct SignTempo: Hashable, Sendable {
    /// The part's time that passes in `denominator` of the time around it.
    package let numerator: Int64
    /// The time around it.
    package let denominator: Int64

    /// As fast as what is around it.
    package static let `default` = SignTempo(numerator: 1, denominator: 1)

    /// A factor, or beats a minute, where 60 are as fast as the time around it.
    static var form: SignFields.ValueForm<SignTempo> {
        SignFields.ValueForm("a factor such as 1.5, or beats a minute such as 90 bpm, up to 1000") { text in
            let isBeats = text.hasSuffix("bpm")
            let number = isBeats ? text.dropLast(3).trimmingBlanks() : text[...]
            guard let value = Speed(decimal: number), value.numerator >= 0 else { return .wrongType }
            guard value.numerator <= 1000 * value.denominator, !isBeats || value.numerator > 0 else {
                return .outOfRange
            }
            let minute: Int64 = isBeats ? 60 : 1
            return .value(SignTempo(numerator: value.numerator, denominator: value.denominator * minute))
        }
    }
}
