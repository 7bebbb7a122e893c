import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

@Suite struct LiveTableTests {
    private func command(_ name: String, every: Int64 = 60, timeout: Int64 = 5) -> LiveSource {
        var source = LiveSource(name, .command(LiveProgram(["true"])))
        source.interval = .seconds(every)
        source.timeout = .seconds(timeout)
        source.keep = .seconds(100)
        return source
    }

    private func file(_ name: String, every: Int64 = 2) -> LiveSource {
        var source = LiveSource(name, .file(LiveFile("/nowhere")))
        source.interval = .seconds(every)
        source.keep = nil
        return source
    }

    private func seconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

    private func failure() -> LiveTable.Outcome { .failure(WordedError("it was killed by signal 9")) }

    @Test("A document that came in time is decoded without a limit, and asked for again after its interval")
    func decoding() {
        var table = LiveTable([command("a")], at: .zero)
        expectEqual(table.begin(at: .zero), [0])
        expectEqual(table.deadline, seconds(5))
        table.recordAnswer(0)
        #expect(table.deadline == nil)
        expectEqual(table.running(pastTimeoutAt: seconds(50)), [])
        expectEqual(table.overdue(at: seconds(50)), [])
        expectEqual(table.begin(at: seconds(70)), [])
        table.finish(0, .success(.document(LiveDocument(bytes: [1]))), at: seconds(70))
        expectEqual(table.takeChanges(at: seconds(70)).count, 1)
        #expect(table.status(0).problem == nil)
        // The next time it hangs as any other.
        expectEqual(table.begin(at: seconds(100)), [0])
        expectEqual(table.overdue(at: seconds(105)), [0])
    }

    @Test("Documents that have more than 32 MiB in total are refused, and the others stay")
    func documentMemory() {
        func document(mebibytes: Int, _ byte: UInt8) -> LiveContent {
            .document(LiveDocument(bytes: Array(repeating: byte, count: mebibytes << 20)))
        }
        var table = LiveTable((0..<4).map { command("\($0)") }, at: .zero)
        expectEqual(table.begin(at: .zero), [0, 1, 2, 3])
        table.finish(0, .success(document(mebibytes: 16, 1)), at: .zero)
        table.finish(1, .success(document(mebibytes: 15, 2)), at: .zero)
        table.finish(2, .success(document(mebibytes: 2, 3)), at: .zero)
        expectEqual(
            table.status(2).problem?.description,
            "calendars and images from servers have more than 32 MiB in total; make them smaller")
        table.restore(3, document(mebibytes: 2, 4), at: .zero)
        expectEqual(table.takeChanges(at: .zero).filter { $0.document != nil }.map(\.name), ["0", "1"])
        #expect(!table.hasContent(2) && !table.hasContent(3))
        // One that becomes smaller makes room.
        expectEqual(table.begin(at: seconds(70)).sorted(), [0, 1, 2])
        table.finish(0, .success(document(mebibytes: 1, 5)), at: seconds(70))
        table.finish(2, .success(document(mebibytes: 16, 6)), at: seconds(70))
        #expect(table.status(2).problem == nil && table.hasContent(2))
    }

    @Test("Of sources that take turns one is asked at a time, and a failure of it is told")
    func turns() {
        func image(_ name: String) -> LiveSource {
            var source = command(name)
            source.form = .document(.image)
            source.takesTurns = true
            return source
        }
        var table = LiveTable([image("a"), command("b"), image("c")], at: .zero)
        expectEqual(table.begin(at: .zero), [0, 1])
        // Until it has ended the next one is not due.
        table.finish(1, .success(.value("x")), at: .zero)
        expectEqual(table.deadline, seconds(5))
        expectEqual(table.begin(at: seconds(1)), [])
        _ = table.takeChanges(at: seconds(1))
        table.finish(0, .failure(WordedError("gone")), at: seconds(1))
        expectEqual(table.takeChanges(at: seconds(1)).map(\.name), ["a"])
        expectEqual(table.deadline, .zero)
        expectEqual(table.begin(at: seconds(1)), [2])
    }

    @Test("What is too large or too late is told with a cure that there is")
    func cures() {
        let words = [
            (WordedError.tooLarge(limit: 65_536), "it has more than 65536 bytes; raise \"limit\" or make it smaller"),
            (.tooLarge(limit: 16 << 20), "it has more than 16 MiB, the largest \"limit\"; make it smaller"),
            (.timedOut(after: .seconds(5)), "no answer within 5s; raise \"timeout\" or find out why it hangs"),
            (.timedOut(after: .seconds(600)), "no answer within 10m; find out why it hangs"),
        ]
        for (error, text) in words { expectEqual(error.description, text) }
    }

    @Test("A source is fetched at once and then once per interval, however long it takes")
    func interval() {
        var table = LiveTable([file("a")], at: .zero)
        expectEqual(table.deadline, .zero)
        for beat in 0..<5 {
            let due = seconds(Int64(beat) * 2)
            expectEqual(table.begin(at: due), [0])
            #expect(table.begin(at: due).isEmpty)
            table.finish(0, .success(.value("x")), at: due + .seconds(1))
            expectEqual(table.deadline, due + .seconds(2))
        }
    }

    @Test("A source that takes longer than its interval is fetched again when it is done, once")
    func slow() {
        var table = LiveTable([file("a", every: 1)], at: .zero)
        expectEqual(table.begin(at: .zero), [0])
        #expect(table.begin(at: seconds(3)).isEmpty)
        table.finish(0, .success(.value("x")), at: seconds(4))
        expectEqual(table.deadline, seconds(4))
        expectEqual(table.begin(at: seconds(4)), [0])
    }

    @Test("A failed source is retried after 5 s, 10 s, 20 s ... up to five minutes, with up to a tenth more")
    func backOff() throws {
        var table = LiveTable([command("a")], at: .zero)
        var now = Instant.zero
        for wanted: Int64 in [5, 10, 20, 40, 80, 160, 300, 300, 300] {
            expectEqual(table.begin(at: now), [0])
            table.finish(0, failure(), at: now)
            let due = try #require(table.deadline)
            let time = (due - now).count
            #expect(time >= wanted * 1_000_000_000)
            #expect(time <= wanted * 1_100_000_000)
            now = due
        }
        expectEqual(table.begin(at: now), [0])
        table.finish(0, .success(.value("x")), at: now)
        let next = try #require(table.deadline) - now
        #expect(next.count >= 60_000_000_000 && next.count <= 66_000_000_000)
    }

    @Test("Fifty programs that are due together start eight at a time, in order, and spread out")
    func herd() {
        let sources = (0..<50).map { command("c\($0)") }
        var table = LiveTable(sources, at: .zero)
        expectEqual(table.begin(at: .zero), Array(0..<8))
        expectEqual(table.deadline, seconds(5))
        for index in 0..<8 { table.finish(index, .success(.value("x")), at: seconds(1)) }
        expectEqual(table.begin(at: seconds(1)), Array(8..<16))
        var beginnings: Set<Instant> = []
        var now = seconds(1)
        var running = Array(8..<16)
        while beginnings.count < 50, now < seconds(1_000) {
            for index in running { table.finish(index, .success(.value("x")), at: now) }
            running = table.begin(at: now)
            if !running.isEmpty { beginnings.insert(now) }
            #expect(running.count <= 8)
            guard running.isEmpty, let next = table.deadline else { continue }
            now = max(next, now + .one)
        }
        expectEqual(beginnings.count, 50)
    }

    @Test("Machines with different seeds fetch at different times")
    func seeds() {
        let dues = (0..<20).compactMap { seed -> Instant? in
            var table = LiveTable([command("a")], at: .zero, seed: UInt64(seed))
            _ = table.begin(at: .zero)
            table.finish(0, .success(.value("x")), at: .zero)
            return table.deadline
        }
        #expect(Set(dues).count > 15)
    }

    @Test("Eight hanging programs do not delay a file or a variable")
    func hanging() {
        let sources = (0..<8).map { command("c\($0)") } + [file("f")]
        var table = LiveTable(sources, at: .zero)
        expectEqual(table.begin(at: .zero), Array(0...8))
        table.finish(8, .success(.value("x")), at: .zero)
        #expect(table.takeChanges(at: .zero).contains { $0.name == "f" && $0.reading?.value == "x" })
        expectEqual(table.begin(at: seconds(2)), [8])
    }

    @Test("A timeout is a failure, and the source is not fetched again before its program has ended")
    func timeout() {
        var table = LiveTable([command("a")], at: .zero)
        expectEqual(table.begin(at: .zero), [0])
        expectEqual(table.deadline, seconds(5))
        #expect(table.overdue(at: seconds(4)).isEmpty)
        expectEqual(table.overdue(at: seconds(5)), [0])
        expectEqual(table.status(0).problem, .timedOut(after: .seconds(5)))
        #expect(table.begin(at: seconds(100)).isEmpty)
        #expect(table.deadline == nil)
        table.finish(0, .success(.value("too late")), at: seconds(100))
        #expect(table.reading(0, at: seconds(100)).value == nil)
        expectEqual(table.begin(at: seconds(100)), [0])
    }

    @Test("A value is kept while its source fails, is stale, and then gone")
    func keeping() throws {
        var table = LiveTable([command("a")], at: .zero)
        _ = table.begin(at: .zero)
        table.finish(0, .success(.value("7")), at: .zero)
        expectEqual(table.takeChanges(at: .zero).map(\.reading), [LiveReading("7")])
        let due = try #require(table.deadline)
        _ = table.begin(at: due)
        table.finish(0, failure(), at: due)
        expectEqual(table.takeChanges(at: due).map(\.reading), [LiveReading("7", isStale: true)])
        #expect(table.takeChanges(at: seconds(99)).isEmpty)
        expectEqual(table.takeChanges(at: seconds(100)).map(\.reading), [LiveReading(nil, isStale: true)])
        _ = table.begin(at: seconds(200))
        table.finish(0, .success(nil), at: seconds(200))
        expectEqual(table.takeChanges(at: seconds(200)).map(\.reading), [LiveReading("7")])
    }

    @Test("The end of a value's lifetime is a deadline")
    func expiry() {
        var source = command("a", every: 1_000)
        source.keep = .seconds(10)
        var table = LiveTable([source], at: .zero)
        _ = table.begin(at: .zero)
        table.finish(0, .success(.value("7")), at: .zero)
        _ = table.takeChanges(at: .zero)
        expectEqual(table.deadline, seconds(10))
        _ = table.takeChanges(at: seconds(10))
        expectEqual(table.deadline.map { $0 >= seconds(1_000) }, true)
    }

    @Test("An equal value is not a change")
    func same() {
        var table = LiveTable([file("a")], at: .zero)
        _ = table.begin(at: .zero)
        table.finish(0, .success(.value("x")), at: .zero)
        expectEqual(table.takeChanges(at: .zero).count, 1)
        _ = table.begin(at: seconds(2))
        table.finish(0, .success(.value("x")), at: seconds(2))
        #expect(table.takeChanges(at: seconds(2)).isEmpty)
    }

    @Test("Variables have an initial value and can be set; other sources cannot")
    func variables() {
        var table = LiveTable([LiveSource("score", .variable("0:0")), file("f")], at: .zero)
        expectEqual(table.takeChanges(at: .zero).first?.reading, LiveReading("0:0"))
        let isSet = table.set("score", to: "1:0", at: .zero)
        let isFileSet = table.set("f", to: "1", at: .zero)
        let isNothingSet = table.set("g", to: "1", at: .zero)
        #expect(isSet && !isFileSet && !isNothingSet)
        expectEqual(table.takeChanges(at: .zero).map(\.reading), [LiveReading("1:0")])
        _ = table.set("score", to: nil, at: .zero)
        expectEqual(table.takeChanges(at: .zero).map(\.reading), [LiveReading(nil)])
    }

    @Test("A topic is never asked; what comes there counts for its time, and what is wrong with it is told")
    func topics() throws {
        var source = LiveSource("t", .topic("home/t"), form: .json(try ValuePath(parsing: "value")))
        source.limit = 20
        var table = LiveTable([source, LiveSource("u", .topic("home/t")), LiveSource("w", .topic("w"))], at: .zero)
        #expect(table.begin(at: seconds(9_000)).isEmpty)
        #expect(table.isSettled)
        #expect(table.deadline == nil)
        expectEqual(table.takeChanges(at: .zero).map(\.reading?.value), [nil, nil, nil])
        table.arrive(Array("{\"value\": 21.5}".utf8), topic: "home/t", at: seconds(1))
        let number = try #require(LiveNumber(parsing: "21.5"))
        expectEqual(
            table.takeChanges(at: seconds(1)).map(\.reading?.value), [.number(number), .text("{\"value\": 21.5}")])
        expectEqual(table.deadline, seconds(601))
        table.arrive(Array("no JSON".utf8), topic: "home/t", at: seconds(2))
        expectEqual(table.reading(0, at: seconds(2)).value, .number(number))
        #expect(table.reading(0, at: seconds(2)).isStale)
        expectEqual(table.status(0).failures, 1)
        #expect(table.status(1).problem == nil)
        table.arrive(Array("{\"value\": 21.55555555}".utf8), topic: "home/t", at: seconds(3))
        expectEqual(table.status(0).problem, .tooLarge(limit: 20))
        #expect(table.reading(0, at: seconds(601)).value == nil)
        table.arrive([], topic: "home/t", at: seconds(4))
        expectEqual(table.reading(0, at: seconds(4)), LiveReading(nil))
        expectEqual(table.status(0), LiveStatus(name: "t", answeredAt: seconds(4), isAwaited: true))
        table.refresh(nil, at: seconds(5))
        #expect(table.begin(at: seconds(5)).isEmpty)
        let isSet = table.set("t", to: "1", at: seconds(5))
        #expect(!isSet)
    }

    @Test("New sources inherit the values of equal old ones")
    func inheriting() {
        var old = LiveTable([command("a"), command("b"), LiveSource("v", .variable("1"))], at: .zero)
        _ = old.begin(at: .zero)
        old.finish(0, .success(.value("x")), at: .zero)
        _ = old.set("v", to: "2", at: .zero)
        _ = old.takeChanges(at: .zero)
        var kept = command("a")
        kept.staleText = "?"
        var changed = command("b")
        changed.interval = .seconds(7)
        var new = LiveTable([LiveSource("v", .variable("3")), changed, kept, command("c")], at: seconds(1))
        expectEqual(new.inherit(from: old), [2, nil, 0, nil])
        let changes = new.takeChanges(at: seconds(1))
        expectEqual(changes.map(\.name), ["v", "b", "a", "c"])
        expectEqual(changes.map(\.reading?.value), ["2", nil, "x", nil])
        expectEqual(changes[2].reading?.staleText, "?")
        expectEqual(new.begin(at: seconds(1)), [1, 3])
    }

    @Test("Endless intervals and times do no harm")
    func endless() {
        var source = file("a")
        source.interval = .max
        source.timeout = .max
        source.keep = .max
        var table = LiveTable([source], at: seconds(9_000_000_000))
        expectEqual(table.begin(at: seconds(9_000_000_000)), [0])
        table.finish(0, failure(), at: seconds(9_000_000_001))
        expectEqual(table.begin(at: seconds(9_000_000_010)), [0])
        table.finish(0, .success(.value("x")), at: seconds(9_000_000_011))
        #expect(table.deadline == nil)
    }
}
