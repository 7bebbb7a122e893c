import Settings
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// What a sign keeps for its next start, and when it is written.
@Suite struct SignStoreTests {
    private let message = PushedMessage(name: "a", look: .object([JSONMember("text", .text("A"))]))

    @Test(
        "variables that are set all the time are written once in 5 s, messages at once; what is set again is not written"
    )
    func writes() {
        var written: [(time: Int64, value: String?)] = []
        var now: Int64 = 0
        let store = SignStore { written.append((now, $0.variables["n"])) }
        func run(from first: Int64, to last: Int64, _ change: (Int64) -> Void) {
            for time in stride(from: first, through: last, by: 10) {
                now = time
                change(time)
                store.step(at: at(time))
            }
        }
        func set(_ value: Int64) { store.set("n", to: "\(value)", at: at(now)) }
        run(from: 0, to: 20_000) { if $0 < 2_000 { set($0 / 10) } }
        expectEqual(written.map(\.time), [0, 5_000])
        expectEqual(written.map(\.value), ["0", "199"])
        run(from: 20_010, to: 30_000) { if $0 == 21_000 { set(199) } }
        #expect(written.count == 2 && store.due == nil)
        run(from: 30_010, to: 40_000) { time in
            if time == 30_010 { set(5) }
            if time == 30_500 { store.put(message, at: at(time)) }
        }
        expectEqual(written.map(\.time), [0, 5_000, 30_010, 30_500])
        expectEqual(written.last?.value, "5")
    }

    @Test("a state that a full disk refuses is written later, with the changes in between")
    func fullDisk() {
        var written: [Int] = []
        var isFull = true
        let store = SignStore(outcome: { isFull ? .failed : .done }) { written.append($0.messages.count) }
        store.put(message, at: at(0))
        store.put(PushedMessage(name: "b", look: message.look), at: at(1_000))
        expectEqual(written, [1])
        store.step(at: at(5_000))
        expectEqual(written, [1, 2])
        isFull = false
        for time in stride(from: Int64(5_000), to: 60_000, by: 100) { store.step(at: at(time)) }
        expectEqual(written, [1, 2])
        #expect(store.due == nil)
    }

    @Test("messages that would make the file too large to be read are refused, before they are shown")
    func size() throws {
        let store = SignStore { #expect($0.json.line.utf8.count < StateFile.maximumBytes) }
        let image = JSONValue.text("data:;base64," + String(repeating: "/", count: 700_000))
        func message(_ number: Int) -> PushedMessage {
            PushedMessage(name: "image \(number)", look: .object([JSONMember("image", image)]))
        }
        for number in 0..<11 {
            try store.checkRoom(for: message(number), at: at(0))
            store.put(message(number), at: at(0))
        }
        #expect(throws: ControlError.self) { try store.checkRoom(for: message(11), at: at(0)) }
        // In the place of another one there is room, and for a text.
        try store.checkRoom(for: message(10), at: at(0))
        try store.checkRoom(for: self.message, at: at(0))
        try store.remove("image 3", at: at(0))
        try store.checkRoom(for: message(11), at: at(0))
    }

    @Test("a message that has ended by itself is not kept")
    func ended() {
        var written: [ControlState] = []
        let store = SignStore { written.append($0) }
        store.put(message, at: at(0))
        store.step(at: at(5_000))
        #expect(store.due == nil)
        store.drop(["a"], at: at(7_000))
        expectEqual(written.map(\.messages.count), [1, 0])
        store.step(at: at(12_000))
        #expect(store.due == nil && written.count == 2)
    }

    @Test(
        "the state is written at the end with waiting changes, and survives a restart with the remaining lifetimes")
    func restore() throws {
        let file = "zones: [{name: z, area: {x: 0, y: 0, width: 16, height: 8}, message: A}]\n"
        var written: [ControlState] = []
        let start: Int64 = 1_700_000_000_000_000_000
        let bench = try SignBench(
            file, store: SignStore(wallTime: { start }) { written.append($0) })
        _ = bench.push("\"text\":\"x\",\"lifetime\":\"10m\",\"name\":\"a\"")
        _ = bench.push("\"text\":\"y\",\"name\":\"b\"", zone: "z")
        _ = bench.ask("{\"command\":\"set\",\"name\":\"score\",\"value\":5}")
        expectEqual(written.count, 2)
        bench.sign.close(at: .zero)
        expectEqual(written.count, 3)
        let line = try #require(written.last).json.line
        let state = try ControlState(parsing: Array(line.utf8))
        expectEqual(state, written.last)
        func restored(wallTime: Int64?) throws -> ControlState {
            let next = try SignBench(file, store: SignStore(state, wallTime: { wallTime }) { _ in })
            #expect(next.sign.restore(at: .zero).isEmpty)
            let restored = next.sign.store.state(at: .zero)
            expectEqual(restored.variables, ["score": "5"])
            expectEqual(next.pushed().sorted(), restored.messages.map(\.message.name))
            expectEqual(restored.messages.last?.message.zone, "z")
            return restored
        }
        let minute: Int64 = 60_000_000_000
        for (passed, names, lifetime) in [
            (4 * minute, ["a", "b"], "360000ms"), (11 * minute, ["b"], nil),
            // A clock that went back makes nothing live longer.
            (-20 * minute, ["a", "b"], "600000ms"),
        ] {
            let messages = try restored(wallTime: start + passed).messages.map(\.message)
            expectEqual(messages.map(\.name), names)
            expectEqual(messages.first { $0.name == "a" }?.look["lifetime"]?.text, lifetime)
        }
        let lost = try restored(wallTime: nil)
        expectEqual(lost.messages.first?.message.look["lifetime"]?.text, "600000ms")
    }

    @Test("what was read from the state file is not written again")
    func unchanged() throws {
        let state = ControlState(messages: [.init(message: message)], variables: ["v": "1"])
        var written = 0
        let bench = try SignBench(store: SignStore(state) { _ in written += 1 })
        #expect(bench.sign.restore(at: .zero).isEmpty)
        _ = bench.sign.step(at: .zero)
        #expect(bench.sign.store.due == nil)
        expectEqual(written, 0)
    }

    @Test("what the sign rejects after a restart is reported and dropped")
    func refusedAtRestart() throws {
        let state = ControlState(
            messages: [.init(message: PushedMessage(name: "a", zone: "attic", look: message.look))],
            variables: ["v": "1"])
        let bench = try SignBench(
            "message: A\nfields: {v: {file: v.txt}}\n", store: SignStore(state) { _ in })
        let problems = [
            "the variable \"v\" of the state file: the field \"v\" of the sign file has its own source, and is not a variable",
            "the message \"a\" of the state file: unknown zone \"attic\"; the sign has no named zones",
        ]
        expectEqual(bench.sign.restore(at: .zero), problems)
        expectEqual(bench.sign.store.state(at: .zero), ControlState())
    }
}
