import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

@Suite struct LiveStatusTests {
    private func seconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

    @Test("A status line says why a source fails, how old its answer is, and when it is fetched next")
    func lines() {
        let killed = WordedError("it was killed by signal 9")
        let cases: [(LiveStatus, String)] = [
            (LiveStatus(name: "a", nextAttempt: seconds(0)), "a: no answer yet; being asked"),
            (
                LiveStatus(name: "a", answeredAt: seconds(988), nextAttempt: seconds(1_048)),
                "a: answered 12 s ago; next attempt in 48 s"
            ),
            (
                LiveStatus(name: "a", answeredAt: seconds(988), answer: "a picture of 41 kB"),
                "a: answered 12 s ago; a picture of 41 kB"
            ),
            (
                LiveStatus(name: "a", problem: killed, failures: 1, nextAttempt: seconds(1_005)),
                "a: it was killed by signal 9; failed once; no answer so far; next attempt in 5 s"
            ),
            (
                LiveStatus(
                    name: "a", problem: killed, failures: 7, answeredAt: seconds(-200), nextAttempt: seconds(8_300)),
                "a: it was killed by signal 9; failed 7 times; last answer 20 min ago; next attempt in 2 h"
            ),
            (LiveStatus(name: "a", isAwaited: true), "a: no message so far"),
            (LiveStatus(name: "a", answeredAt: seconds(960), isAwaited: true), "a: last message 40 s ago"),
            (
                LiveStatus(name: "a", problem: killed, failures: 1, answeredAt: seconds(400), isAwaited: true),
                "a: it was killed by signal 9; failed once; last good message 10 min ago"
            ),
            (
                LiveStatus(name: "a", answeredAt: seconds(990), nextAttempt: seconds(1_008)).showing(killed),
                "a: it was killed by signal 9; answered 10 s ago; next attempt in 8 s"
            ),
            (
                LiveStatus(name: "a", answeredAt: seconds(990), isAwaited: true).showing(killed),
                "a: it was killed by signal 9; last message 10 s ago"
            ),
            (LiveStatus(name: "a", isAwaited: true).showing(nil), "a: no message so far"),
        ]
        for (status, line) in cases { expectEqual(status.line(at: seconds(1_000)), line) }
    }

    @Test("Words of programs and servers are cleaned for a terminal and shortened")
    func foreign() {
        let escape = WordedError(
            "it ended with status 1: a\u{1B}[2J\nb\u{9B}31m\u{202E}c" + String(repeating: "x", count: 900))
        let status = LiveStatus(name: "x\u{7}\ny", problem: escape, failures: 1)
        var log = LiveStatusLog()
        for line in [status.line(at: .zero)] + log.lines([status], at: .zero) {
            #expect(line.contains("a [2J b 31mc"), "\(line)")
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            #expect(line.unicodeScalars.count < 400)
        }
    }

    @Test("A table knows when a source answered, how often it failed since, and when it is fetched next")
    func table() throws {
        var source = LiveSource("a", .file(LiveFile("/nowhere")))
        source.interval = .seconds(2)
        var table = LiveTable([source, LiveSource("v", .variable("1"))], at: .zero)
        expectEqual(table.status(0), LiveStatus(name: "a", nextAttempt: .zero))
        expectEqual(table.status(1), LiveStatus(name: "v"))
        _ = table.begin(at: .zero)
        table.finish(0, .success(.value("x")), at: seconds(1))
        expectEqual(table.status(0), LiveStatus(name: "a", answeredAt: seconds(1), nextAttempt: seconds(2)))
        let problem = WordedError("it was killed by signal 9")
        for failures in 1...3 {
            let due = try #require(table.status(0).nextAttempt)
            _ = table.begin(at: due)
            table.finish(0, .failure(problem), at: due)
            let status = table.status(0)
            #expect(status.failures == failures && status.problem == problem && status.answeredAt == seconds(1))
            #expect(try #require(status.nextAttempt) >= due + .seconds(2 << (failures - 1)))
        }
    }

    @Test("A log reports changes once, and starts again when a source answers")
    func log() {
        var log = LiveStatusLog()
        let (well, killed) = (
            LiveStatus(name: "a"), LiveStatus(name: "a", problem: WordedError("it was killed by signal 9"), failures: 1)
        )
        let again = LiveStatus(name: "a", problem: WordedError("it was killed by signal 9"), failures: 2)
        let late = LiveStatus(name: "a", problem: .timedOut(after: .seconds(5)), failures: 3)
        expectEqual(log.lines([well], at: seconds(0)), [])
        expectEqual(log.lines([killed], at: seconds(1)), ["warning: a: it was killed by signal 9"])
        expectEqual(log.lines([again], at: seconds(2)), [])
        expectEqual(
            log.lines([late], at: seconds(3)),
            [
                "warning: a: no answer within 5s; raise \"timeout\" or find out why it hangs"
            ])
        expectEqual(log.lines([well], at: seconds(4)), ["a: answers again"])
        expectEqual(log.lines([well], at: seconds(5)), [])
        expectEqual(
            log.lines([killed, LiveStatus(name: "b", problem: WordedError("line 3 is missing"))], at: seconds(6)).count,
            2)
        // A source that is gone is forgotten.
        expectEqual(log.lines([], at: seconds(7)), [])
        expectEqual(log.lines([killed], at: seconds(8)).count, 1)
    }

    @Test("A source that changes constantly does not fill the log: six lines an hour, and then its status")
    func flood() {
        var log = LiveStatusLog()
        var lines: [Int64] = []
        for second in Int64(0)..<7_000 {
            let status = LiveStatus(
                name: "a", problem: second % 2 == 0 ? WordedError("line 1 is missing") : nil, failures: 1)
            if !log.lines([status], at: seconds(second)).isEmpty { lines.append(second) }
        }
        expectEqual(lines, [0, 1, 2, 3, 4, 5, 3_600, 3_601, 3_602, 3_603, 3_604, 3_605])
        let broken = LiveStatus(name: "a", problem: WordedError("line 2 is missing"), failures: 1)
        expectEqual(log.lines([broken], at: seconds(7_100)), [])
        expectEqual(log.lines([broken], at: seconds(7_200)), ["warning: a: line 2 is missing"])
    }
}
