import SignTestSupport
import Timelines

/// A schedule as a plain question: whether it is active when clocks show a minute.
struct PlainWhen: Sendable {
    /// The days of the week from Monday as 0.
    var weekdays: Set<Int> = Set(0..<7)
    /// The starts and lengths of parts of the day, in minutes; nil for whole days.
    var spans: [(start: Int, length: Int)]?
    /// Days of the week on which it is not active, whatever has begun before.
    var excluded: Set<Int> = []

    func isActive(_ local: Int) -> Bool {
        let (day, minute) = (local / 1_440, local % 1_440)
        if excluded.contains(Self.weekday(day)) { return false }
        guard let spans else { return weekdays.contains(Self.weekday(day)) }
        return spans.contains { span in
            (weekdays.contains(Self.weekday(day)) && minute >= span.start && minute < span.start + span.length)
                || (weekdays.contains(Self.weekday(day - 1)) && minute + 1_440 < span.start + span.length)
        }
    }

    // 1970-01-01 was a Thursday.
    private static func weekday(_ day: Int) -> Int { (day + 3) % 7 }

    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The same as a sign file says it.
    var text: String {
        func clock(_ minute: Int) -> String {
            CivilDate.padded(minute / 60 % 24) + ":" + CivilDate.padded(minute % 60)
        }
        func list(_ days: Set<Int>) -> String { days.sorted().map { Self.names[$0] }.joined(separator: ",") }
        let times = (spans ?? []).map { clock($0.start) + "-" + clock($0.start + $0.length) }.joined(separator: ",")
        let not = excluded.isEmpty ? "" : "; not " + list(excluded)
        return list(weekdays) + (times.isEmpty ? "" : " " + times) + not
    }
}

/// A message of a plain sign.
struct PlainMessage: Sendable {
    var text: String
    var zone: Int
    var when: PlainWhen?
    /// In minutes.
    var lifetime: Int?
    var priority = 0
}

/// What a forecast has to say, found by walking through every minute; times are in minutes since 1970.
struct PlainForecast {
    struct Span: Equatable {
        var text: String
        var zone: Int?
        var from: Int?
        var to: Int?
        var priority: Int
    }

    let clock: PlainClock
    let start: Int
    let end: Int

    /// How far back a beginning is looked for.
    ///
    /// Schedules here repeat every week, so one that had no break in two weeks, in one of which no clock is set, has none.
    private static let past = 15 * 1_440

    private func isActive(_ when: PlainWhen?, _ minute: Int) -> Bool {
        when?.isActive(clock.local(at: minute)) ?? true
    }

    /// The times of a message.
    func spans(of message: PlainMessage) -> [Span] {
        var spans: [Span] = []
        var isOpen = false
        var birth = start
        for minute in start..<end {
            guard isActive(message.when, minute) else {
                if isOpen { spans[spans.count - 1].to = spans[spans.count - 1].to ?? minute }
                isOpen = false
                continue
            }
            if !isOpen {
                isOpen = true
                let from = minute == start ? beginning(of: message.when) : minute
                // What has no beginning begins with the sign.
                birth = from ?? start
                let isLimited = message.lifetime != nil
                spans.append(
                    Span(
                        text: message.text, zone: message.zone, from: isLimited ? birth : from, to: nil,
                        priority: message.priority))
            }
            if let lifetime = message.lifetime, minute >= birth + lifetime, spans[spans.count - 1].to == nil {
                spans[spans.count - 1].to = birth + lifetime
            }
        }
        if isOpen, spans[spans.count - 1].to == nil {
            // An end at the very end of the window is known.
            let last = message.lifetime.map { birth + $0 == end } ?? false
            if last || !isActive(message.when, end) { spans[spans.count - 1].to = end }
        }
        return spans.filter { $0.to.map { $0 > start } ?? true }
    }

    /// When it began that a schedule is active at the start; nil for long ago.
    private func beginning(of when: PlainWhen?) -> Int? {
        var minute = start
        while minute > start - Self.past, isActive(when, minute - 1) { minute -= 1 }
        return minute > start - Self.past ? minute : nil
    }

    /// All times of a sign, in the order of a forecast.
    func spans(of messages: [PlainMessage], idle: PlainMessage?) -> [Span] {
        var spans = messages.flatMap { self.spans(of: $0) }
        if let idle { spans += gaps(of: idle, between: spans) }
        return spans.enumerated().sorted {
            (max($0.element.from ?? start, start), $0.offset) < (max($1.element.from ?? start, start), $1.offset)
        }.map(\.element)
    }

    private func gaps(of idle: PlainMessage, between spans: [Span]) -> [Span] {
        var isCovered = [Bool](repeating: false, count: end - start + 1)
        for span in spans {
            for minute in max(span.from ?? start, start)..<(span.to ?? end + 1) { isCovered[minute - start] = true }
        }
        var gaps: [Span] = []
        var isOpen = false
        for minute in start..<end {
            let isShown = !isCovered[minute - start] && isActive(idle.when, minute)
            if isShown, !isOpen {
                gaps.append(
                    Span(text: idle.text, zone: nil, from: minute == start ? nil : minute, to: nil, priority: 0))
            } else if isOpen, !isShown {
                gaps[gaps.count - 1].to = minute
            }
            isOpen = isShown
        }
        if isOpen, !isActive(idle.when, end) { gaps[gaps.count - 1].to = end }
        return gaps
    }
}
