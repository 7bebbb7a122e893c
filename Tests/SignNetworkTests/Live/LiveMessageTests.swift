import SignTestSupport
import Testing

@testable import Settings
@testable import SignNetwork

@Suite("What viewers ask for, and the answers")
struct LiveMessageTests {
    private func read(_ text: String) throws -> LiveMessage {
        try LiveMessage(parsing: Array(text.utf8))
    }

    @Test("hands and rates are read")
    func reads() throws {
        let known: [(String, LiveMessage)] = [
            (#"{"hand":"begin","zone":"top"}"#, .drag(.begin(zone: "top"))),
            (#"{"hand":"begin"}"#, .drag(.begin(zone: nil))),
            (#"{"hand":"begin","zone":null}"#, .drag(.begin(zone: nil))),
            (#"{"hand":"move","pixels":12}"#, .drag(.move(zone: nil, pixels: 12))),
            (#"{"hand":"move","zone":"a","pixels":-3.5}"#, .drag(.move(zone: "a", pixels: -4))),
            (#"{"hand":"move","pixels":1e300}"#, .drag(.move(zone: nil, pixels: 20_000))),
            (#"{"hand":"end","velocity":200}"#, .drag(.release(zone: nil, velocity: 200))),
            (#"{"hand":"end","velocity":-99999999999999999999999}"#, .drag(.release(zone: nil, velocity: -20_000))),
            (#"{"hand":"end"}"#, .drag(.release(zone: nil, velocity: 0))),
            (#"{"rate":1}"#, .rate(1)), (#"{"rate":60}"#, .rate(60)),
        ]
        for (text, message) in known { try expectEqual(read(text), message) }
    }

    @Test("everything else is refused in words")
    func refuses() {
        let wrong = [
            "", "x", "[]", "1", "{}", #"{"hand":1}"#, #"{"hand":"grab"}"#, #"{"hand":"move"}"#,
            #"{"hand":"move","pixels":"12"}"#, #"{"hand":"move","pixels":null}"#, #"{"hand":"end","velocity":true}"#,
            #"{"hand":"begin","zone":3}"#, #"{"hand":"begin","zone":""}"#, #"{"rate":0}"#, #"{"rate":61}"#,
            #"{"rate":1.5}"#, #"{"rate":"fast"}"#, #"{"rate":null}"#,
            #"{"hand":"begin","zone":"\#(String(repeating: "z", count: 65))"}"#,
            String(repeating: "[", count: 2_000),
        ]
        for text in wrong {
            #expect {
                try read(text)
            } throws: {
                !"\($0)".isEmpty
            }
        }
        let refusal = LiveMessage.refusal("no hand")
        expectEqual(refusal["event"]?.text, "refused")
        expectEqual(refusal["error"]?.text, "no hand")
    }

    @Test("of each kind of events the newest one waits, at most sixteen kinds")
    func events() {
        var events = LiveEvents()
        #expect(events.isEmpty)
        func take() -> [String] { events.take().map { String(decoding: $0, as: UTF8.self) } }
        func event(_ kind: String, _ number: Int) -> JSONValue {
            .object([JSONMember("event", .text(kind)), JSONMember("n", .integer(number))])
        }
        events.add(event("state", 1))
        events.add(event("problem", 2))
        events.add(event("state", 3))
        events.add(LiveDrags.busy(zone: "top"))
        events.add(LiveDrags.busy(zone: nil))
        expectEqual(
            take(),
            [
                #"{"event": "problem", "n": 2}"#, #"{"event": "state", "n": 3}"#, #"{"hand": "busy", "zone": "top"}"#,
                #"{"hand": "busy", "zone": null}"#,
            ])
        #expect(events.isEmpty)
        for number in 0..<1_000 { events.add(event("kind \(number)", number)) }
        expectEqual(
            take().last, #"{"event": "kind 999", "n": 999}"#)
        for number in 0..<1_000 { events.add(event("kind \(number)", number)) }
        expectEqual(take().count, 16)
    }
}
