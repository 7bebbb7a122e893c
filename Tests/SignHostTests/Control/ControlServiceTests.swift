import Foundation
import SignHost
import SignTestSupport
import Testing
import Timelines

@Suite struct ControlServiceTests {
    private let sign = RecordedSign()

    private func answer(_ desk: ControlService, _ line: String, at instant: Instant = .zero) -> String {
        desk.answer(Array(line.utf8), at: instant).line
    }

    @Test("a push gets a name, is listed and can be removed once")
    func push() {
        let desk = ControlService(sign)
        let push = "{\"command\":\"push\",\"message\":{\"text\":\"Fresh bread\"}}"
        expectEqual(answer(desk, push), "{\"ok\": true, \"name\": \"pushed-1\"}")
        expectEqual(answer(desk, push), "{\"ok\": true, \"name\": \"pushed-2\"}")
        #expect(answer(desk, "{\"command\":\"list\"}").contains("\"name\": \"pushed-1\", \"text\": \"Fresh bread\""))
        expectEqual(answer(desk, "{\"command\":\"remove\",\"name\":\"pushed-1\"}"), "{\"ok\": true}")
        let again = answer(desk, "{\"command\":\"remove\",\"name\":\"pushed-1\"}")
        #expect(again.contains("no-such-message") && again.contains("did you mean \\\"pushed-2\\\"?"))
        expectEqual(sign.calls, ["push pushed-1", "push pushed-2", "remove pushed-1"])
        expectEqual(sign.pushed.map { $0.look.line }, ["{\"text\": \"Fresh bread\", \"name\": \"pushed-2\"}"])
    }

    @Test("a push with an existing name replaces that message")
    func replace() {
        let desk = ControlService(sign)
        for text in ["one", "two"] {
            _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"\(text)\",\"name\":\"a\"}}")
        }
        expectEqual(desk.state(at: .zero).messages.map { $0.message.look["text"]?.text }, ["two"])
    }

    @Test("motion commands and settings reach the sign")
    func steer() {
        let desk = ControlService(sign)
        let lines = [
            "{\"command\":\"pause\"}", "{\"command\":\"resume\",\"zone\":\"left\"}", "{\"command\":\"next\"}",
            "{\"command\":\"brightness\",\"percent\":10}", "{\"command\":\"drag\",\"pixels\":4,\"velocity\":-30}",
            "{\"command\":\"acknowledge\"}", "{\"command\":\"cue\",\"name\":\"bell\"}",
            "{\"command\":\"reload\"}",
        ]
        for line in lines { expectEqual(answer(desk, line), "{\"ok\": true}") }
        let calls = [
            "pause", "resume in left", "next", "brightness 10", "hold", "drag 4", "release -30", "acknowledge",
            "pulse bell",
            "reload",
        ]
        expectEqual(sign.calls, calls)
        expectEqual(answer(desk, "{\"command\":\"stats\"}"), "{\"ok\": true, \"stats\": {\"frames\": 7}}")
        let picture = [
            "{\"ok\": true, \"width\": 2, \"height\": 1, \"mono\": false, \"brightness\": 40, ",
            "\"led\": \"#ffffff\", \"pixels\": \"AAAAAQL/\"}",
        ].joined()
        expectEqual(answer(desk, "{\"command\":\"screenshot\"}"), picture)
    }

    @Test("variables are set, listed and unset")
    func variables() {
        let desk = ControlService(sign)
        _ = answer(desk, "{\"command\":\"set\",\"name\":\"score\",\"value\":\"3:1\"}")
        expectEqual(answer(desk, "{\"command\":\"get\",\"name\":\"score\"}"), "{\"ok\": true, \"value\": \"3:1\"}")
        expectEqual(answer(desk, "{\"command\":\"get\"}"), "{\"ok\": true, \"variables\": {\"score\": \"3:1\"}}")
        _ = answer(desk, "{\"command\":\"set\",\"name\":\"score\",\"value\":null}")
        #expect(answer(desk, "{\"command\":\"get\",\"name\":\"scor\"}").contains("no-such-variable"))
        #expect(desk.state(at: .zero).variables.isEmpty)
        sign.warning = "nothing shows it"
        let warned = "{\"ok\": true, \"warning\": \"nothing shows it\"}"
        expectEqual(answer(desk, "{\"command\":\"set\",\"name\":\"score\",\"value\":\"3:1\"}"), warned)
    }

    @Test(
        "variables that are set all the time are written once in 5 s, messages at once; what is set again is not written"
    )
    func writes() {
        var written: [(time: Int64, value: String?)] = []
        var now: Int64 = 0
        let desk = ControlService(
            sign,
            keeping: ControlService.Keeping(ControlState()) { written.append((now, $0.variables.first?.value)) })
        func run(_ lines: (Int64) -> String?, from first: Int64, to last: Int64) {
            for time in stride(from: first, through: last, by: 10) {
                now = time
                if let line = lines(time) { _ = answer(desk, line, at: SignHostTests.at(time)) }
                desk.step(at: SignHostTests.at(time))
            }
        }
        func set(_ value: Int64) -> String { "{\"command\":\"set\",\"name\":\"n\",\"value\":\(value)}" }
        run({ $0 < 2_000 ? set($0 / 10) : nil }, from: 0, to: 20_000)
        expectEqual(written.map(\.time), [0, 5_000])
        expectEqual(written.map(\.value), ["0", "199"])
        run({ $0 == 21_000 ? set(199) : nil }, from: 20_010, to: 30_000)
        #expect(written.count == 2 && desk.due == nil)
        let push = "{\"command\":\"push\",\"message\":{\"text\":\"A\"}}"
        run({ $0 == 30_010 ? set(5) : $0 == 30_500 ? push : nil }, from: 30_010, to: 40_000)
        expectEqual(written.map(\.time), [0, 5_000, 30_010, 30_500])
        expectEqual(written.last?.value, "5")
    }

    @Test("a state that a full disk refuses is written later, with the changes in between")
    func fullDisk() {
        var written: [Int] = []
        var isFull = true
        let desk = ControlService(
            sign,
            keeping: ControlService.Keeping(ControlState(), outcome: { isFull ? .failed : .done }) {
                written.append($0.messages.count)
            })
        let push = "{\"command\":\"push\",\"message\":{\"text\":\"A\"}}"
        _ = answer(desk, push, at: at(0))
        _ = answer(desk, push, at: at(1_000))
        expectEqual(written, [1])
        desk.step(at: at(5_000))
        expectEqual(written, [1, 2])
        isFull = false
        for time in stride(from: Int64(5_000), to: 60_000, by: 100) { desk.step(at: at(time)) }
        expectEqual(written, [1, 2])
        #expect(desk.due == nil)
    }

    @Test("a message that the sign rejects is reported with its reason and not stored")
    func refused() {
        let desk = ControlService(sign)
        sign.refusal = ControlError.refused("unknown zone \"attic\"")
        let reply = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"x\"},\"zone\":\"attic\"}")
        expectEqual(reply, "{\"ok\": false, \"error\": \"unknown zone \\\"attic\\\"\", \"code\": \"refused\"}")
        #expect(desk.state(at: .zero).messages.isEmpty)
    }

    @Test("the numbers of messages and variables are limited")
    func limits() {
        let desk = ControlService(sign)
        for number in 0..<64 {
            _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"name\":\"m\(number)\"}}")
        }
        let push = "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"lifetime\":\"2s\",\"name\":\"NAME\"}}"
        #expect(answer(desk, push).contains("too-many-messages"))
        // One that is there already may be replaced; when its time is over there is room again.
        #expect(answer(desk, push.replacing("NAME", with: "m5")).contains("true"))
        #expect(answer(desk, push, at: at(1_999)).contains("too-many-messages"))
        #expect(answer(desk, push, at: at(2_000)).contains("true"))
        for number in 0..<256 { _ = answer(desk, "{\"command\":\"set\",\"name\":\"v\(number)\",\"value\":1}") }
        #expect(answer(desk, "{\"command\":\"set\",\"name\":\"w\",\"value\":1}").contains("too-many-variables"))
        let long = String(repeating: "x", count: 4_097)
        #expect(answer(desk, "{\"command\":\"set\",\"name\":\"v1\",\"value\":\"\(long)\"}").contains("4096 bytes"))
    }

    @Test(
        "the state is written at the end with waiting changes, and survives a restart with the remaining lifetimes")
    func restore() throws {
        var written: [ControlState] = []
        let start: Int64 = 1_700_000_000_000_000_000
        let desk = ControlService(
            sign, keeping: .init(ControlState()) { written.append($0) }, wallTime: { start })
        _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"lifetime\":\"10m\",\"name\":\"a\"}}")
        _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"y\",\"name\":\"b\"},\"zone\":\"z\"}")
        _ = answer(desk, "{\"command\":\"set\",\"name\":\"score\",\"value\":5}")
        expectEqual(written.count, 2)
        desk.save(at: .zero)
        expectEqual(written.count, 3)
        let line = try #require(written.last).json.line
        let state = try ControlState(parsing: Array(line.utf8))
        expectEqual(state, written.last)
        let minute: Int64 = 60_000_000_000
        for (passed, calls, lifetime) in [
            (4 * minute, ["set score 5", "push a", "push b in z"], "360000ms"),
            (11 * minute, ["set score 5", "push b in z"], nil),
            // A clock that went back makes nothing live longer.
            (-20 * minute, ["set score 5", "push a", "push b in z"], "600000ms"),
        ] {
            let next = RecordedSign()
            let desk = ControlService(next, keeping: .init(state) { _ in }, wallTime: { start + passed })
            #expect(desk.restore(at: .zero).isEmpty)
            expectEqual(next.calls, calls)
            expectEqual(next.pushed.first { $0.name == "a" }?.look["lifetime"]?.text, lifetime)
        }
        let lost = RecordedSign()
        _ = ControlService(lost, keeping: .init(state) { _ in }, wallTime: { nil }).restore(at: .zero)
        expectEqual(lost.pushed.first?.look["lifetime"]?.text, "600000ms")
    }

    @Test("a message that has ended by itself is not restored, whether or not anything is asked for afterwards")
    func ended() {
        var written: [ControlState] = []
        let desk = ControlService(sign, keeping: .init(ControlState()) { written.append($0) })
        _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"repeat\":1,\"name\":\"a\"}}")
        desk.step(at: at(5_000))
        #expect(desk.due == nil)
        sign.nextMessageEnd = at(7_000)
        expectEqual(desk.due, at(7_000))
        sign.ended = ["a"]
        sign.nextMessageEnd = nil
        desk.step(at: at(7_000))
        expectEqual(written.map(\.messages.count), [1, 0])
        desk.step(at: at(12_000))
        #expect(desk.due == nil && written.count == 2)
    }

    @Test("a request finds no message that has ended, and its room")
    func room() {
        let desk = ControlService(sign)
        for number in 0..<64 {
            _ = answer(desk, "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"name\":\"m\(number)\"}}")
        }
        sign.ended = ["m1"]
        let push = "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"name\":\"NAME\"}}"
        #expect(answer(desk, push.replacing("NAME", with: "n")).contains("true"))
        #expect(answer(desk, push.replacing("NAME", with: "o")).contains("too-many-messages"))
        sign.ended = ["m2"]
        #expect(!answer(desk, "{\"command\":\"list\"}").contains("\"m2\""))
        sign.ended = ["m3"]
        #expect(answer(desk, "{\"command\":\"remove\",\"name\":\"m3\"}").contains("no-such-message"))
    }

    @Test("a message that the sign rejects after a restart is reported and dropped")
    func refusedAtRestart() {
        let state = ControlState(
            messages: [.init(PushedMessage(name: "a", look: .object([])))], variables: [.init("v", "1")])
        sign.refusal = ControlError.refused("no")
        let desk = ControlService(sign, keeping: .init(state) { _ in })
        let problems = [
            "the variable \"v\" of the state file: no", "the message \"a\" of the state file: no",
        ]
        expectEqual(desk.restore(at: .zero), problems)
        expectEqual(desk.state(at: .zero), ControlState())
    }
}

extension String {
    func replacing(_ word: String, with other: String) -> String {
        guard let range = range(of: word) else { return self }
        return replacingCharacters(in: range, with: other)
    }
}
