import Schedules
import Timelines

/// A zone whose clocks are set twice a year; UTC where the machine knows no zones.
private let zone = (try? ZoneRules.named("Europe/Berlin")) ?? .utc

/// Less than a sign takes, so that an input is worked off in a second.
private let maximumBytes = 16_384
private let maximumComponents = 64

/// 2026-03-01, four weeks before the clocks are set.
private let start = WallTime(seconds: 1_772_323_200)

/// Calendars of any form: problems that lie within the text, texts of one line, and changes that lie ahead, at which alone
/// the events that take place are others.
let fuzzCalendar: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let components = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "BEGIN".utf8) }
    guard bytes.count <= maximumBytes, components.count <= maximumComponents else { return 0 }
    let lines = lengthsOfLines(bytes).count
    do throws(CalendarError) {
        let file = try CalendarFile(parsing: bytes)
        check(file, lines: lines)
        follow(file)
    } catch {
        precondition((1...lines).contains(error.line ?? 1), "an error lies within the text")
        precondition(error.description.utf8.count <= 2_000, "an error is a readable line")
    }
    return 0
}

/// Stops where problems or events are not such as a calendar may have.
private func check(_ file: CalendarFile, lines: Int) {
    var last = 0
    for problem in file.remarks {
        let line = problem.line ?? 0
        precondition((max(last, 1)...lines).contains(line), "problems lie within the text, in its order")
        precondition(problem.description.utf8.count <= 2_000, "a problem is a readable line")
        last = line
    }
    precondition(file.events.count <= maximumComponents, "events are bounded")
    for event in file.events {
        precondition((1...lines).contains(event.line), "an event lies within the text")
        precondition(event.summary.unicodeScalars.count <= 1_000, "texts are cut")
        precondition(!event.summary.utf8.contains { $0 < 0x20 }, "a summary is a line")
    }
}

/// Asks the events when they take place, and the whole calendar for its changes over ten years, at most eight of them.
private func follow(_ file: CalendarFile) {
    for event in file.events.prefix(8) {
        for occurrence in event.occurrences(from: start, count: 3, in: zone) {
            precondition(!occurrence.isEmpty && occurrence.upperBound > start, "an occurrence is not over yet")
        }
    }
    let end = start + .seconds(10 * 366 * 86_400)
    var book = ScheduleBook(file.schedules, zone: zone)
    var decision = book.decide(at: start)
    precondition(decision.active == active(file, at: start), "a book decides as its events do")
    for _ in 0..<8 {
        guard let change = decision.nextChange, change < end else { return }
        let before = active(file, at: change - .seconds(1))
        precondition(decision.active == before, "nothing changes before the change")
        let next = book.decide(at: change)
        precondition(next.active == active(file, at: change), "a book decides as its events do")
        precondition((next.nextChange ?? end) > change, "changes lie ahead")
        decision = next
    }
}

/// The numbers of the events that take place at a time, each asked by itself.
private func active(_ file: CalendarFile, at time: WallTime) -> [Int] {
    file.schedules.indices.filter { file.schedules[$0].isActive(at: time, in: zone) }
}
