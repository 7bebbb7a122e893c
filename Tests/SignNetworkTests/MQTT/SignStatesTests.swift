import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignHost
@testable import SignNetwork

/// The retained states of a sign.
@Suite struct SignStatesTests {
    private func overview(_ text: String) throws -> SignOverview {
        SignOverview(try #require(try JSONValue(parsing: Array(text.utf8)).members))
    }

    private func states() throws -> SignStates {
        SignStates(BrokerTopics(base: try #require(TopicName("s"))))
    }

    private let shown = """
        {"brightness":60,"auto":true,"paused":false,"problem":null,"messages":[
        {"name":"a","text":"Fresh bread","priority":0,"pushed":false,"state":"interrupted"},
        {"text":"Fire","zone":"top","priority":9,"pushed":true,"state":"shown"},
        {"name":"mqtt-text","text":"1 << 2","priority":0,"pushed":true,"state":"waiting"}],
        "variables":{"score":"3:1","gone":null}}
        """

    @Test("each state is published once, and again when it changes")
    func changes() throws {
        var states = try states()
        let first = states.changes(try overview(shown), initial: ["price": "2.50", "score": "0:0"], problem: nil)
        let payloads = Dictionary(uniqueKeysWithValues: first.map { ($0.topic, $0.payload) })
        expectEqual(
            payloads,
            [
                "s/light": "{\"state\": \"ON\", \"brightness\": 60, \"color_mode\": \"brightness\"}",
                "s/brightness": "60", "s/text": "1 < 2", "s/paused": "OFF", "s/brightness_auto": "ON",
                "s/shown": "{\"text\": \"Fire\", \"name\": null, \"zone\": \"top\", \"priority\": 9}",
                "s/problem": "{\"problem\": null}", "s/variable/score": "3:1", "s/variable/gone": "",
                "s/variable/price": "2.50",
            ])
        #expect(states.changes(try overview(shown), initial: ["price": "2.50", "score": "0:0"], problem: nil).isEmpty)
        let second = states.changes(
            try overview(shown.replacing("\"brightness\":60", with: "\"brightness\":0")),
            initial: ["price": "2.50", "score": "0:0"],
            problem: "the sensor is silent")
        expectEqual(
            second.map(\.payload), ["{\"state\": \"OFF\"}", "0", "{\"problem\": \"the sensor is silent\"}"])
        states.reset()
        expectEqual(states.changes(try overview(shown), initial: [:], problem: nil).count, 9)
    }

    @Test("an empty text is a blank, which brokers keep; a variable that is gone is not kept")
    func blanks() throws {
        var states = try states()
        let sign = try overview("{\"messages\":[],\"variables\":{\"a\":\"\",\"b\":null,\"c\":null}}")
        let payloads = Dictionary(
            uniqueKeysWithValues: states.changes(sign, initial: ["c": ""], problem: nil).map { ($0.topic, $0.payload) })
        expectEqual(payloads["s/text"], " ")
        expectEqual(payloads["s/variable/a"], " ")
        expectEqual(payloads["s/variable/b"], "")
        expectEqual(payloads["s/variable/c"], " ")
    }

    @Test("what is published of a message is what it says now, and another value is no event")
    func words() throws {
        func sign(_ score: String) throws -> SignOverview {
            try overview(
                "{\"messages\":[{\"name\":\"a\",\"text\":\"<red>Hello</> {score}\",\"priority\":0,\"state\":\"shown\","
                    + "\"shown\":\"Hello \(score)\"}]}")
        }
        var states = try states()
        let first = states.changes(try sign("6"), initial: [:], problem: nil)
        #expect(
            first.contains {
                $0.payload == "{\"text\": \"Hello 6\", \"name\": \"a\", \"zone\": null, \"priority\": 0}"
            })
        let second = states.changes(try sign("7"), initial: [:], problem: nil)
        expectEqual(
            second.map(\.payload), ["{\"text\": \"Hello 7\", \"name\": \"a\", \"zone\": null, \"priority\": 0}"])
        #expect(try sign("7").events(since: sign("6"), acknowledged: false).isEmpty)
        let begun = try sign("7").events(since: overview("{}"), acknowledged: false)
        expectEqual(begun.map(\.text), ["Hello 7"])
    }

    @Test("what came and went is published")
    func events() throws {
        let before = try overview(shown)
        let after = try overview(
            "{\"messages\":[{\"name\":\"a\",\"text\":\"Fresh bread\",\"priority\":0,\"state\":\"shown\"}]}")
        let events = after.events(since: before, acknowledged: true)
        expectEqual(events.map(\.kind), [.acknowledged, .shown])
        expectEqual(events.map(\.name), [nil, "a"])
        expectEqual(after.events(since: before, acknowledged: false).first?.kind, .ended)
        expectEqual(
            events.first?.json.line, "{\"event_type\": \"acknowledged\", \"name\": null, \"text\": \"Fire\"}")
    }

    @Test("each press of a button is one of its action")
    func presses() {
        var now = SignChanges(list: 0, percent: 100, isAutomatic: true, isPaused: false, variables: 0)
        now.presses = [.next: 1]
        let before = now
        #expect(now.presses(since: before).isEmpty)
        now.presses = [.pause: 1, .next: 3]
        expectEqual(now.presses(since: before), [.pause, .next, .next])
        now.presses[.acknowledge] = 100
        expectEqual(now.presses(since: before).count, 11)
        // A sign that began again.
        #expect(before.presses(since: now).isEmpty)
    }

    @Test("an answer with nothing in it, or with other things, is no trap")
    func hostile() throws {
        let empty = SignOverview([])
        #expect(empty.shown.isEmpty && empty.percent == 100)
        let wrong = try overview("{\"brightness\":-5,\"messages\":{},\"variables\":[1],\"auto\":1}")
        #expect(wrong.percent == 0 && !wrong.isAutomatic)
    }
}
