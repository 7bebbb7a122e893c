import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

/// The key `mqtt` of a sign file.
@Suite struct MQTTSettingsTests {
    private func settings(_ text: String) throws -> MQTTSettings? {
        try parsedInstallation(text).mqtt
    }

    private func problems(_ text: String) -> [String] { installationProblems(text) }

    @Test("without the key there is no broker; a broker alone has the usual topics")
    func defaults() throws {
        #expect(try settings("") == nil)
        let defaults = try #require(try settings("mqtt: {broker: mqtt://192.168.1.5}"))
        expectEqual(defaults.broker, MQTTSettings.Broker(host: "192.168.1.5", port: 1883))
        #expect(defaults.topic == nil && defaults.user == nil && defaults.password == nil && defaults.authority == nil)
        expectEqual(defaults.discovery?.text, "homeassistant")
        expectEqual(defaults.allow, [.show, .set, .brightness, .steer])
        #expect(defaults.picture == nil && defaults.awtrix == nil && defaults.groups.isEmpty)
        expectEqual(defaults.topic(machine: "shop-1").text, "ledsign/shop-1")
        expectEqual(defaults.topic(machine: "a/b+#").text, "ledsign/a-b--")
        expectEqual(defaults.topic(machine: "").text, "ledsign/-")
    }

    @Test("all keys")
    func all() throws {
        let text = """
            mqtt:
              broker: mqtts://broker.example.org:8884
              ca: ./ca.pem
              user: ledsign
              password: /etc/ledsign/mqtt-password
              topic: ledsign/bakery
              groups: [windows, north side]
              discovery: none
              allow: [show, set]
              picture: 10s
              awtrix: awtrix_bakery
            """
        let settings = try #require(try settings(text))
        expectEqual(settings.broker, MQTTSettings.Broker(host: "broker.example.org", port: 8884, isEncrypted: true))
        expectEqual(settings.authority, "./ca.pem")
        expectEqual(settings.user, "ledsign")
        expectEqual(settings.password, "/etc/ledsign/mqtt-password")
        expectEqual(settings.topic?.text, "ledsign/bakery")
        expectEqual(settings.groups, ["windows", "north side"])
        #expect(settings.discovery == nil)
        expectEqual(settings.allow, [.show, .set])
        expectEqual(settings.picture, .seconds(10))
        expectEqual(settings.awtrix?.text, "awtrix_bakery")
        let file = try SignFile(parsing: text + "\nmessage: A\n", path: "/etc/ledsign/sign.yaml")
        expectEqual(file.installation.mqtt?.authority, "/etc/ledsign/ca.pem")
        expectEqual(file.installation.mqtt?.password, "/etc/ledsign/mqtt-password")
    }

    @Test(
        "addresses of brokers",
        arguments: [
            ("mqtt://h", "mqtt://h:1883"), ("mqtts://h", "mqtts://h:8883"), ("mqtt://h:1/", "mqtt://h:1"),
            ("mqtt://[::1]:2", "mqtt://[::1]:2"), ("mqtt://core_mosquitto", "mqtt://core_mosquitto:1883"),
        ])
    func brokers(given: String, read: String) {
        expectEqual(MQTTSettings.Broker(given)?.description, read)
    }

    @Test(
        "what is no address of a broker",
        arguments: [
            "", "h", "http://h", "mqtt://", "mqtt://:1883", "mqtt://h:0", "mqtt://h:65536", "mqtt://h:", "mqtt://u:p@h",
            "mqtt://h/path", "mqtt://[::1", "mqtt://[h]", "mqtt://-h", "mqtt://h h", "mqtt://h:1:2",
        ])
    func noBrokers(given: String) { #expect(MQTTSettings.Broker(given) == nil) }

    @Test(
        "what is wrong is one problem",
        arguments: [
            "topic: ledsign/a", "broker: h", "broker: mqtt://h, topic: a/#", "broker: mqtt://h, topic: a+",
            "broker: mqtt://h, topic: /a", "broker: mqtt://h, topic: $SYS", "broker: mqtt://h, groups: a/b",
            "broker: mqtt://h, groups: [a, '#']", "broker: mqtt://h, allow: [shew]", "broker: mqtt://h, picture: 10",
            "broker: mqtt://h, picture: 10ms", "broker: mqtt://h, discovery: '+'", "broker: mqtt://h, port: 1",
            "broker: mqtt://h, password: ./p", "broker: mqtt://h, ca: ./ca.pem", "broker: mqtt://h, awtrix: a//b",
            "broker: mqtt://h, topic: a, awtrix: a",
        ])
    func wrong(keys: String) {
        let found = problems("mqtt: {\(keys)}")
        // A picture every 10 s is all that one of them asks for.
        expectEqual(found.count, (keys.hasSuffix("picture: 10") ? 0 : 1), "\(found)")
    }

    @Test("[] allows nothing; the words of problems")
    func words() throws {
        try expectEqual(settings("mqtt: {broker: mqtt://h, allow: []}")?.allow, [])
        expectEqual(
            problems("mqtt: {broker: h}"),
            [
                "s.yaml:2:16: \"broker\" is the address of a broker such as mqtt://192.168.1.5:1883 or "
                    + "mqtts://broker.example.org, not \"h\""
            ])
        #expect(problems("mqtt: {broker: mqtt://h, allow: shew}")[0].contains("did you mean \"show\"?"))
    }

    @Test("a change needs a restart")
    func restart() throws {
        let old = try SignFile(parsing: "message: {text: A}\n", path: "s.yaml")
        let new = try SignFile(parsing: "message: {text: A}\nmqtt: {broker: mqtt://h}", path: "s.yaml")
        #expect(new.installation != old.installation)
        #expect(new.installation.differs(from: old.installation, in: "mqtt"))
        #expect(!new.installation.differs(from: old.installation, in: "http"))
    }
}
