import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

@Suite struct LiveHistoryTests {
    private func seconds(_ count: Double) -> Instant { Instant(nanoseconds: Int64(count * 1_000_000_000)) }

    /// The slots that are no gaps, by how many slots ago they were.
    private func slots(_ list: LiveValue?) -> [Int: String] {
        guard case .list(let values)? = list else { return [:] }
        var found: [Int: String] = [:]
        for (place, value) in values.enumerated() where value != .text("") {
            found[values.count - 1 - place] = value.text()
        }
        return found
    }

    @Test("A slot is the mean of its numbers, and slots without numbers are gaps")
    func means() {
        var history = LiveHistory(over: .seconds(240))
        expectEqual(history.slot, .seconds(1))
        for (time, number) in [(10, 4), (10.5, 5), (10.9, 6), (12, 1), (12.1, 2)] as [(Double, LiveNumber)] {
            history.add(number, at: seconds(time))
        }
        expectEqual(slots(history.values(at: seconds(12.5))), [0: "1.5", 2: "5"])
        expectEqual(slots(history.values(at: seconds(13))), [1: "1.5", 3: "5"])
        expectEqual(slots(history.values(at: seconds(249.9))), [237: "1.5", 239: "5"])
        expectEqual(slots(history.values(at: seconds(250))), [238: "1.5"])
        expectEqual(slots(history.values(at: seconds(1_000))), [:])
        guard case .list(let values) = history.values(at: seconds(13)) else { return }
        expectEqual(values.count, 240)
    }

    @Test("Means have up to six decimals more than their numbers, rounded to the nearest")
    func decimals() {
        expectEqual(LiveNumber(2).divided(by: 3).text, "0.666667")
        expectEqual(LiveNumber(-2).divided(by: 3).text, "-0.666667")
        expectEqual(LiveNumber(6).divided(by: 3).text, "2")
        expectEqual(LiveNumber(parsing: "0.3")?.divided(by: 2).text, "0.15")
        expectEqual(LiveNumber(parsing: "999999999999999999")?.divided(by: 1).text, "999999999999999999")
    }

    @Test("The next change is the next slot after the values were taken, until all of them are gone")
    func changes() {
        var history = LiveHistory(over: .seconds(240))
        history.recordTaken(at: seconds(5.5))
        expectEqual(history.nextChange, nil)
        history.add(1, at: seconds(5.5))
        expectEqual(history.nextChange, seconds(6))
        history.recordTaken(at: seconds(100))
        expectEqual(history.nextChange, seconds(101))
        history.recordTaken(at: seconds(244.9))
        expectEqual(history.nextChange, seconds(245))
        history.recordTaken(at: seconds(245))
        expectEqual(history.nextChange, nil)
    }

    @Test("A sum that is too large leaves a number out")
    func large() throws {
        let most = try #require(LiveNumber(parsing: "999999999999999999"))
        var history = LiveHistory(over: .seconds(240))
        history.add(most, at: seconds(1))
        history.add(most, at: seconds(1))
        expectEqual(slots(history.values(at: seconds(1))), [0: most.text])
    }

    /// A table of one source with a history of 4 minutes, and what it has reported last.
    private func table(_ origin: LiveOrigin) -> LiveTable {
        var source = LiveSource("a", origin)
        source.interval = .seconds(2)
        source.history = .seconds(240)
        return LiveTable([source], at: .zero)
    }

    @Test("Every good answer counts, also the same one again, and failures do not")
    func answers() {
        var table = table(.file(LiveFile("/nowhere")))
        let outcomes: [(Double, LiveTable.Outcome)] = [
            (1, .success(.value("4"))), (3, .success(nil)), (5, .failure(WordedError("no"))),
            (12, .success(.value("full"))), (14, .success(.value("6"))),
        ]
        for (time, outcome) in outcomes {
            _ = table.begin(at: seconds(time))
            table.finish(0, outcome, at: seconds(time))
        }
        expectEqual(slots(table.reading(0, at: seconds(14)).history), [13: "4", 11: "4", 0: "6"])
    }

    @Test("A table wakes for the next slot, and reports the history that has moved on")
    func wakes() {
        var table = table(.variable("7"))
        expectEqual(slots(table.takeChanges(at: .zero).first?.reading?.history), [0: "7"])
        expectEqual(table.deadline, seconds(1))
        expectEqual(table.takeChanges(at: seconds(0.5)), [])
        expectEqual(slots(table.takeChanges(at: seconds(1)).first?.reading?.history), [1: "7"])
        expectEqual(table.deadline, seconds(2))
        _ = table.set("a", to: "9", at: seconds(1.5))
        expectEqual(slots(table.takeChanges(at: seconds(1.5)).first?.reading?.history), [1: "7", 0: "9"])
        // Without a source that is asked, nothing is due once all numbers are gone.
        expectEqual(slots(table.takeChanges(at: seconds(241)).first?.reading?.history), [:])
        expectEqual(table.deadline, nil)
    }

    @Test("Messages at a topic count; a history of another length begins again, and one of the same is kept")
    func inherited() {
        var table = table(.topic("t"))
        table.arrive(Array("3".utf8), topic: "t", at: seconds(1))
        table.arrive(Array("5".utf8), topic: "t", at: seconds(1.2))
        table.arrive([], topic: "t", at: seconds(2))
        expectEqual(slots(table.reading(0, at: seconds(2)).history), [1: "4"])
        var same = self.table(.topic("t"))
        expectEqual(same.inherit(from: table), [0])
        expectEqual(slots(same.reading(0, at: seconds(2)).history), [1: "4"])
        var source = table.sources[0]
        source.history = .seconds(480)
        var other = LiveTable([source], at: .zero)
        expectEqual(other.inherit(from: table), [0])
        expectEqual(slots(other.reading(0, at: seconds(2)).history), [:])
    }

    @Test(
        "A path that begins with history leads to it, also without a value; other sources may have such a name of their own"
    )
    func paths() throws {
        let history = LiveValue.list([1, "", 3])
        let scope = FieldScope([
            "a": LiveReading(2, history: history), "b": LiveReading(nil, history: history),
            "c": LiveReading(.record(["history": "own"])),
        ])
        func text(_ inside: String) throws -> String {
            guard case .value(let field) = try FieldReference(parsing: inside, fields: nil) else { return "" }
            return field.run(in: scope).text
        }
        try expectEqual(text("a"), "2")
        try expectEqual(text("a.history[-1]"), "3")
        try expectEqual(text("a.history|count"), "3")
        try expectEqual(text("b.history[0]"), "1")
        try expectEqual(text("b"), "--")
        try expectEqual(text("c.history"), "own")
    }
}
