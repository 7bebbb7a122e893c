import Foundation
import SignTestSupport
import Testing

/// What programs for AWTRIX clocks say at a real mosquitto.
@Suite("a sign as an AWTRIX clock at a broker", .serialized) struct AWTRIXAtBrokerTests {
    private func sign(_ broker: MosquittoBroker, _ keys: String = "") throws -> SteeredSign {
        try SteeredSign(
            "message: {name: open, text: OK}\n"
                + "mqtt: {broker: \"mqtt://127.0.0.1:\(broker.port)\", topic: ledsign/bakery, awtrix: awtrix_bakery\(keys)}\n"
        )
    }

    private func has(_ sign: SteeredSign, _ text: String) throws -> Bool {
        try sign.list().contains { $0.contains(text) }
    }

    @Test("notifications, apps, power and settings do what they do over HTTP")
    func commands() throws {
        let broker = try MosquittoBroker()
        let listener = try broker.listen()
        try broker.publish("awtrix_bakery/custom/oven", "{\"text\": \"Oven\"}", isRetained: true)
        try broker.publish("awtrix_bakery/notify", "{\"text\": \"Kept\"}", isRetained: true)
        let sign = try sign(broker)
        #expect(try listener.hears("ledsign/bakery/status online"))
        #expect(try sign.wait { try has(sign, "Oven") })
        #expect(
            try sign.wait {
                try sign.errors().contains("the retained command at awtrix_bakery/notify is ignored")
            })
        try broker.publish("awtrix_bakery/notify", "{\"text\": \"Door\", \"hold\": true}")
        #expect(try listener.hears(beginning: "ledsign/bakery/shown {\"text\": \"Door\""))
        try broker.publish("awtrix_bakery/notify/dismiss", "")
        #expect(try sign.wait { try !has(sign, "Door") })
        try broker.publish("awtrix_bakery/settings", "{\"BRI\": 51}")
        #expect(try listener.hears("ledsign/bakery/brightness 20"))
        try broker.publish("awtrix_bakery/power", "{\"power\": false}")
        #expect(try listener.hears("ledsign/bakery/light {\"state\": \"OFF\"}"))
        try broker.publish("awtrix_bakery/power", "{\"power\": true}")
        #expect(
            try Polling.wait { try listener.lines().filter { $0 == "ledsign/bakery/brightness 20" }.count == 2 })
        try broker.publish("awtrix_bakery/switch", "{\"name\": \"oven\"}")
        #expect(try Polling.wait { try listener.lines().last { $0.contains("/shown ") }?.contains("Oven") ?? false })
        try broker.publish("awtrix_bakery/nextapp", "")
        #expect(try Polling.wait { try listener.lines().last { $0.contains("/shown ") }?.contains("OK") ?? false })
        try broker.publish("awtrix_bakery/custom/oven", "")
        #expect(try sign.wait { try !has(sign, "Oven") })
        try broker.publish("awtrix_bakery/notify", "no JSON")
        #expect(try sign.wait { try sign.errors().contains("the command at awtrix_bakery/notify is rejected") })
    }

    @Test("what is not allowed is not listened to")
    func allow() throws {
        let broker = try MosquittoBroker()
        let sign = try sign(broker, ", allow: [brightness]")
        let listener = try broker.listen()
        #expect(try listener.hears("ledsign/bakery/status online"))
        try broker.publish("awtrix_bakery/notify", "{\"text\": \"Door\"}")
        try broker.publish("awtrix_bakery/settings", "{\"BRI\": 51}")
        #expect(try listener.hears("ledsign/bakery/brightness 20"))
        #expect(try !has(sign, "Door"))
    }
}
