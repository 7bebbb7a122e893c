import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The topics of AWTRIX clocks, and what a sign does with messages there.
@Suite struct AWTRIXTopicsTests {
    private func topics() throws -> AWTRIXTopics {
        AWTRIXTopics(prefix: try #require(TopicName("awtrix_bakery")))
    }

    private func service(_ allow: Set<MQTTSettings.Permission>) throws -> (BrokerService, SignMailbox) {
        var settings = MQTTSettings(MQTTSettings.Broker(host: "127.0.0.1", port: 9))
        settings.awtrix = TopicName("awtrix_bakery")
        settings.allow = allow
        let configuration = BrokerConfiguration(
            settings, signFile: "/nowhere/sign.yaml", machine: "sign", machineID: "0123")
        let mailbox = SignMailbox()
        return (BrokerService(configuration, mailbox: mailbox, at: .zero), mailbox)
    }

    /// The command that waits for the sign, and its ticket.
    private func command(_ mailbox: SignMailbox) -> (SignMailbox.Ticket, SignCommand)? {
        guard let (ticket, order, _) = mailbox.takeOrder(), case .command(let command) = order else { return nil }
        return (ticket, command)
    }

    @Test("each topic is one of the requests over HTTP")
    func calls() throws {
        let topics = try topics()
        let known: [(String, AWTRIXRoute, String?)] = [
            ("notify", .notify, nil), ("notify/dismiss", .dismiss, nil), ("nextapp", .nextApp, nil),
            ("switch", .switchApp, nil), ("previousapp", .previousApp, nil), ("sound", .sound, nil),
            ("rtttl", .melody, nil), ("sleep", .sleep, nil), ("moodlight", .moodlight, nil),
            ("indicator2", .indicator2, nil), ("power", .power, nil), ("settings", .setSettings, nil),
            ("custom/oven", .custom, "oven"), ("custom/a b", .custom, "a b"),
        ]
        for (name, route, app) in known {
            let call = try #require(topics.call(at: "awtrix_bakery/" + name))
            #expect(call == (route, app))
        }
        for name in ["", "stats", "custom", "custom/", "custom/a/b", "notify/", "notify/x", "screen", "Notify"] {
            #expect(topics.call(at: "awtrix_bakery/" + name) == nil)
        }
        #expect(topics.call(at: "awtrix_bakery") == nil)
        #expect(topics.call(at: "awtrix_bakeryx/notify") == nil)
    }

    @Test("what is subscribed to depends on what is allowed")
    func filters() throws {
        let topics = try topics()
        expectEqual(topics.filters([]), [])
        expectEqual(topics.filters([.set]), [1, 2, 3].map { "awtrix_bakery/indicator\($0)" })
        expectEqual(topics.filters([.brightness]), ["awtrix_bakery/power", "awtrix_bakery/settings"])
        expectEqual(
            topics.filters([.steer]),
            ["nextapp", "previousapp", "switch", "sound", "rtttl"].map { "awtrix_bakery/" + $0 })
        expectEqual(
            topics.filters([.show]),
            [
                "awtrix_bakery/notify", "awtrix_bakery/notify/dismiss", "awtrix_bakery/sleep",
                "awtrix_bakery/moodlight",
                "awtrix_bakery/custom/+",
            ])
    }

    @Test("a notification is pushed under a name of its own, and dismissed after the sign has listed it")
    func notify() throws {
        let (service, mailbox) = try service([.show])
        service.receive("awtrix_bakery/notify", Array("{\"text\": \"A<b>\", \"foo\": 1}".utf8), isRetained: false)
        let (_, pushed) = try #require(command(mailbox))
        let message = try #require(pushed["message"])
        expectEqual(message["text"]?.text, "A<<b>")
        expectEqual(message["name"]?.text, "awtrix-notify-500000001")
        expectEqual(
            mailbox.takeReports(), ["mqtt: the sign ignores foo at awtrix_bakery/notify"])
        service.receive("awtrix_bakery/notify/dismiss", [], isRetained: false)
        let (ticket, listed) = try #require(command(mailbox))
        expectEqual(listed, .list)
        let waiting = try #require(service.waiting[ticket])
        let listing = """
            [{"name":"awtrix-notify-500000001","text":"A","priority":8,"pushed":true,"state":"shown"}]
            """
        let messages = try JSONValue(parsing: Array(listing.utf8))
        service.finish(waiting.purpose, .done([JSONMember("messages", messages)]))
        expectEqual(command(mailbox)?.1, .remove(name: "awtrix-notify-500000001"))
    }

    @Test("what is not allowed is not done, and neither is what cannot be read")
    func refusals() throws {
        let (service, mailbox) = try service([.show])
        service.receive("awtrix_bakery/power", Array("{\"power\": false}".utf8), isRetained: false)
        service.receive("awtrix_bakery/nextapp", [], isRetained: false)
        service.receive("awtrix_bakery/notify", Array("Fire".utf8), isRetained: false)
        service.receive("awtrix_bakery/notify", Array(repeating: 0x20, count: 65_536), isRetained: false)
        #expect(mailbox.takeOrder() == nil)
        let reports = mailbox.takeReports()
        expectEqual(reports.count, 3)
        expectEqual(reports.first?.contains("\"allow\" under \"mqtt\" does not have \"brightness\""), true)
    }

    @Test("what the broker retains is ignored and logged once, but for apps, which are taken once")
    func retained() throws {
        let (service, mailbox) = try service(Set(MQTTSettings.Permission.allCases))
        for _ in 0..<2 { service.receive("awtrix_bakery/notify", Array("{\"text\": \"A\"}".utf8), isRetained: true) }
        #expect(mailbox.takeOrder() == nil)
        expectEqual(mailbox.takeReports().count, 1)
        let app = Array("{\"text\": \"B\"}".utf8)
        for _ in 0..<2 { service.receive("awtrix_bakery/custom/oven", app, isRetained: true) }
        expectEqual(command(mailbox)?.1["message"]?["name"]?.text, "awtrix-app-oven")
        #expect(mailbox.takeOrder() == nil)
    }

    @Test("power and settings set the brightness, in percent")
    func brightness() throws {
        let (service, mailbox) = try service([.brightness])
        let messages: [(String, String, Int?)] = [
            ("settings", "{\"BRI\": 51}", 20), ("power", "{\"power\": false}", 0), ("power", "true", 20),
            ("settings", "{\"ABRI\": true}", nil),
        ]
        for (topic, payload, percent) in messages {
            service.receive("awtrix_bakery/" + topic, Array(payload.utf8), isRetained: false)
            expectEqual(command(mailbox)?.1, .brightness(percent: percent), "\(topic) \(payload)")
        }
    }
}
