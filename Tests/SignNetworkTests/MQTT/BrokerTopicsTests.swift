import SignFiles
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Which topics there are, and what messages at them are for.
@Suite struct BrokerTopicsTests {
    private let topics: BrokerTopics

    init() throws {
        topics = BrokerTopics(base: try #require(TopicName("ledsign/bakery")), groups: ["windows"])
    }

    @Test(
        "topics of commands",
        arguments: [
            ("light/set", BrokerTarget.light), ("text/set", .text), ("notify", .notify),
            ("message/a b", .message("a b")),
            ("next", .next), ("acknowledge", .acknowledge), ("paused/set", .paused),
            ("brightness_auto/set", .automatic),
            ("brightness/set", .brightness), ("variable/score/set", .variable("score")), ("cue/bell", .cue("bell")),
            ("command", .command),
        ])
    func own(name: String, target: BrokerTarget) {
        expectEqual(topics.target(of: "ledsign/bakery/" + name), target)
    }

    @Test(
        "what is no topic of a command",
        arguments: [
            "ledsign/bakery", "ledsign/bakery/", "ledsign/bakery/light", "ledsign/bakery/light/set/x",
            "ledsign/bakery/message", "ledsign/bakery/message/", "ledsign/bakery/message/a/b", "ledsign/bakeryx/next",
            "ledsign/bakery/variable/a", "ledsign/bakery/variable//set", "ledsign/bakery/cue/", "ledsign/other/next",
            "ledsign/bakery/status", "", "/", "next", "ledsign/group/doors/notify", "ledsign/group/windowsx/notify",
        ])
    func none(topic: String) { #expect(topics.target(of: topic) == nil) }

    @Test("a group takes messages, variables and the brightness, and steers nothing")
    func groups() {
        expectEqual(topics.target(of: "ledsign/group/windows/notify"), .notify)
        expectEqual(topics.target(of: "ledsign/group/windows/message/sale"), .message("sale"))
        expectEqual(topics.target(of: "ledsign/group/windows/variable/price/set"), .variable("price"))
        expectEqual(topics.target(of: "ledsign/group/windows/brightness/set"), .brightness)
        #expect(topics.target(of: "ledsign/group/windows/next") == nil)
        #expect(topics.target(of: "ledsign/group/windows/command") == nil)
        #expect(topics.target(of: "ledsign/group/windows/light/set") == nil)
    }

    @Test("what is subscribed to depends on what is allowed")
    func filters() {
        expectEqual(topics.filters([]), [])
        expectEqual(
            topics.filters([.set]),
            [
                "ledsign/bakery/variable/+/set", "ledsign/bakery/command", "ledsign/group/windows/variable/+/set",
            ])
        let all = topics.filters(Set(MQTTSettings.Permission.allCases))
        expectEqual(all.count, 16)
        #expect(all.contains("ledsign/group/windows/message/+"))
        #expect(!all.contains("ledsign/group/windows/next"))
    }

    @Test("names that no topic can have have none")
    func variables() {
        expectEqual(topics.variable("score"), "ledsign/bakery/variable/score")
        #expect(topics.variable("a/b") == nil)
        #expect(topics.variable("a+") == nil)
        #expect(topics.variable("#") == nil)
        #expect(topics.variable("") == nil)
    }
}
