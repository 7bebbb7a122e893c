import Foundation
import KernelModel
import SignTestSupport
import Testing

/// `ledsign run` at a real mosquitto.
@Suite("a sign at a broker", .serialized) struct SignAtBrokerTests {
    private func sign(_ broker: MosquittoBroker, _ keys: String = "", _ file: String = "") throws -> SteeredSign {
        try SteeredSign(
            """
            message: {name: open, text: "OK{score}"}
            fields: {score: {variable: "0"}}
            mqtt: {broker: "mqtt://127.0.0.1:\(broker.port)", topic: ledsign/bakery, groups: windows\(keys)}
            \(file)
            """)
    }

    @Test("its states are kept by the broker, and its commands do what they say")
    func commands() throws {
        let broker = try MosquittoBroker()
        let sign = try sign(broker)
        let early = try broker.listen()
        #expect(try early.hears("ledsign/bakery/variable/score 0"))
        // The broker has kept them for one who comes later.
        let listener = try broker.listen()
        for line in [
            "ledsign/bakery/status online", "ledsign/bakery/paused OFF", "ledsign/bakery/brightness_auto ON",
            "ledsign/bakery/variable/score 0", "ledsign/bakery/problem {\"problem\": null}",
            "ledsign/bakery/light {\"state\": \"ON\", \"brightness\": 100, \"color_mode\": \"brightness\"}",
        ] {
            #expect(try listener.hears(line), "\(line)")
        }
        #expect(try listener.hears(beginning: "homeassistant/device/ledsign_"))
        try broker.publish("ledsign/bakery/light/set", "{\"state\":\"ON\",\"brightness\":20}")
        #expect(try listener.hears("ledsign/bakery/brightness 20"))
        #expect(try listener.hears("ledsign/bakery/brightness_auto OFF"))
        try broker.publish("ledsign/bakery/light/set", "{\"state\":\"OFF\"}")
        #expect(try listener.hears("ledsign/bakery/light {\"state\": \"OFF\"}"))
        try broker.publish("ledsign/bakery/brightness_auto/set", "ON")
        #expect(try listener.hears("ledsign/bakery/brightness_auto ON"))
        #expect(try listener.hears(beginning: "ledsign/bakery/shown {\"text\": \"OK0\""))
        #expect(try listener.hears("ledsign/bakery/text  "))
        try broker.publish("ledsign/bakery/variable/score/set", "7")
        #expect(try listener.hears("ledsign/bakery/variable/score 7"))
        #expect(try listener.hears(beginning: "ledsign/bakery/shown {\"text\": \"OK7\""))
        try broker.publish("ledsign/bakery/text/set", "A<b>")
        #expect(try listener.hears("ledsign/bakery/text A<b>"))
        try broker.publish("ledsign/bakery/message/sale", "{\"text\":\"Sale\",\"priority\":3}")
        #expect(
            try listener.hears(
                "ledsign/bakery/event {\"event_type\": \"shown\", \"name\": \"sale\", \"text\": \"Sale\"}"))
        #expect(try sign.list().contains { $0.contains("sale") && $0.contains("Sale") })
        try broker.publish("ledsign/bakery/message/sale", "")
        #expect(
            try listener.hears(
                "ledsign/bakery/event {\"event_type\": \"ended\", \"name\": \"sale\", \"text\": \"Sale\"}"))
        try broker.publish("ledsign/bakery/notify", "{\"text\": \"Bell\", \"name\": \"bell\"}")
        #expect(try sign.wait { try sign.list().contains { $0.contains("bell Bell") } })
        try broker.publish("ledsign/bakery/notify", "Fire")
        #expect(try listener.hears(beginning: "ledsign/bakery/shown {\"text\": \"Fire\""))
        try broker.publish("ledsign/bakery/acknowledge", "PRESS")
        #expect(try listener.hears(beginning: "ledsign/bakery/event {\"event_type\": \"acknowledged\""))
        // It says so, too, of one that was acknowledged elsewhere.
        try expectEqual(sign.ctl("push", "Alarm", "--name", "alarm", "--priority", "9").status, 0)
        #expect(try listener.hears(beginning: "ledsign/bakery/shown {\"text\": \"Alarm\""))
        try expectEqual(sign.ctl("acknowledge").status, 0)
        #expect(
            try listener.hears(
                "ledsign/bakery/event {\"event_type\": \"acknowledged\", \"name\": \"alarm\", \"text\": \"Alarm\"}"))
        try broker.publish("ledsign/bakery/command", "{\"command\":\"get\"}")
        #expect(
            try listener.hears(
                "ledsign/bakery/answer {\"ok\": true, \"variables\": {\"score\": \"7\"}, "
                    + "\"defaults\": {\"score\": \"0\"}, \"choices\": {}}"))
        try broker.publish(
            "ledsign/bakery/command", "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"font\":\"/a\"}}")
        #expect(try listener.hears(beginning: "ledsign/bakery/answer {\"ok\": false"))
        try sign.end()
        #expect(try listener.hears("ledsign/bakery/status offline"))
    }

    @Test("one message at the topic of a group reaches all of its signs")
    func groups() throws {
        let broker = try MosquittoBroker()
        let first = try sign(broker)
        let second = try SteeredSign(
            "message: {text: OK}\n"
                + "mqtt: {broker: \"mqtt://127.0.0.1:\(broker.port)\", topic: ledsign/door, groups: [doors, windows]}\n"
        )
        let listener = try broker.listen()
        #expect(try listener.hears("ledsign/bakery/status online"))
        #expect(try listener.hears("ledsign/door/status online"))
        try broker.publish("ledsign/group/windows/message/sale", "Sale")
        for sign in [first, second] {
            #expect(try sign.wait { try sign.list().contains { $0.contains("sale") } })
        }
        try broker.publish("ledsign/group/doors/brightness/set", "5")
        #expect(try listener.hears("ledsign/door/brightness 5"))
        #expect(try !listener.lines().contains("ledsign/bakery/brightness 5"))
    }

    @Test("a command that the broker keeps is ignored, a message that it keeps is shown")
    func retained() throws {
        let broker = try MosquittoBroker()
        try broker.publish("ledsign/bakery/light/set", "{\"state\":\"OFF\"}", isRetained: true)
        try broker.publish("ledsign/bakery/notify", "Old", isRetained: true)
        try broker.publish("ledsign/bakery/message/sale", "Sale", isRetained: true)
        try broker.publish("ledsign/bakery/variable/score/set", "9", isRetained: true)
        let sign = try sign(broker)
        let listener = try broker.listen()
        #expect(try sign.wait { try sign.list().contains { $0.contains("sale") } })
        #expect(try Polling.wait { try listener.lines().contains { $0.hasSuffix("ledsign/bakery/variable/score 9") } })
        #expect(try sign.list().allSatisfy { !$0.contains("Old") })
        #expect(try !listener.lines().contains { $0.contains("\"OFF\"") && $0.contains("bakery/light ") })
        #expect(try sign.wait { try sign.errors().contains("ledsign/bakery/notify is ignored") })
        let errors = try sign.errors()
        expectEqual(errors.components(separatedBy: "ledsign/bakery/notify is ignored").count, 2, "\(errors)")
    }

    @Test(
        "messages of up to 40 MB that the broker keeps are passed over at every topic; the sign takes those after them",
        arguments: [false, true])
    func tooLong(_ isEncrypted: Bool) throws {
        let broker = try MosquittoBroker(encryption: isEncrypted)
        let topics = [
            "ledsign/bakery/message/x", "ledsign/group/windows/message/y", "home/t", "awtrix_bakery/notify",
            "homeassistant/status",
        ]
        let sizes = topics.indices.map { isExhaustive || $0 == 0 ? 40_000_000 : 400_000 }
        for (topic, size) in zip(topics, sizes) { try broker.keep(topic, bytes: size) }
        let address =
            isEncrypted
            ? "mqtts://localhost:\(broker.port)\", ca: \(broker.folder.path("ca.pem"))"
            : "mqtt://127.0.0.1:\(broker.port)\""
        let sign = try SteeredSign(
            """
            message: {name: open, text: OK}
            fields: {t: {mqtt: home/t}}
            mqtt: {broker: "\(address), topic: ledsign/bakery, groups: windows, awtrix: awtrix_bakery}

            """)
        for (topic, size) in zip(topics, sizes) {
            let words = "a message of \(size) bytes at \(topic) is ignored: messages may have 65536"
            #expect(try sign.wait { try sign.errors().contains(words) }, "\(topic)")
        }
        try broker.publish("ledsign/bakery/message/sale", "Sale")
        #expect(try sign.wait { try sign.list().contains { $0.contains("sale") } })
        let kilobytes = try sign.peakKilobytes()
        #expect(kilobytes < 80_000, "\(kilobytes) kB")
    }

    @Test("what is not allowed is refused, and a sign that only publishes takes no commands")
    func allow() throws {
        let broker = try MosquittoBroker()
        let sign = try sign(broker, ", allow: [set]")
        let listener = try broker.listen()
        #expect(try listener.hears("ledsign/bakery/status online"))
        try broker.publish("ledsign/bakery/notify", "Fire")
        try broker.publish("ledsign/bakery/command", "{\"command\":\"pause\"}")
        #expect(try listener.hears(beginning: "ledsign/bakery/answer {\"ok\": false"))
        try broker.publish("ledsign/bakery/variable/score/set", "4")
        #expect(try listener.hears("ledsign/bakery/variable/score 4"))
        #expect(try sign.list().allSatisfy { !$0.contains("Fire") })
    }

    @Test("after kill -9 the broker says offline; after its restart all states are there again")
    func restarts() throws {
        let broker = try MosquittoBroker()
        let sign = try sign(broker)
        let first = try broker.listen()
        #expect(try first.hears("ledsign/bakery/status online"))
        broker.stop()
        try broker.start()
        let second = try broker.listen()
        #expect(try second.hears(beginning: "ledsign/bakery/shown"))
        #expect(try Polling.wait { try second.lines().contains { $0.hasSuffix("ledsign/bakery/status online") } })
        #expect(try Polling.wait { try second.lines().contains { $0.contains("homeassistant/device/") } })
        #expect(try sign.wait { try sign.errors().contains("the broker answers again") })
        try sign.end(SIGKILL)
        #expect(try second.hears("ledsign/bakery/status offline"))
    }

    @Test("a password: the right one, a wrong one that is logged once, and a file that everyone can read")
    func passwords() throws {
        let broker = try MosquittoBroker(password: "right")
        let folder = try ScratchFolder()
        func run(_ password: String, mode: Int = 0o600) throws -> SteeredSign {
            let url = folder.url.appendingPathComponent("password")
            try Data((password + "\n").utf8).write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
            return try sign(broker, ", user: sign, password: \(url.path)")
        }
        let wrong = try run("wrong")
        #expect(try wrong.wait { try wrong.errors().contains("it refuses the name or the password") })
        let listener = try broker.listen()
        #expect(try wrong.wait { try broker.refusals() >= 3 })
        try expectEqual(wrong.errors().components(separatedBy: "it refuses").count, 2)
        try wrong.end()
        let open = try run("right", mode: 0o644)
        #expect(try open.wait { try open.errors().contains("can be read by everyone") })
        try open.end()
        let right = try run("right")
        #expect(try listener.hears("ledsign/bakery/status online"))
        #expect(try !right.errors().contains("right"))
    }

    @Test("TLS: a certificate that the given authority signs is taken, another one is not")
    func encryption() throws {
        let broker = try MosquittoBroker(encryption: true)
        func sign(_ host: String, _ ca: String) throws -> SteeredSign {
            try SteeredSign(
                "message: {text: OK}\n"
                    + "mqtt: {broker: \"mqtts://\(host):\(broker.port)\", topic: ledsign/bakery\(ca)}\n")
        }
        let listener = try broker.listen()
        let foreign = try sign("localhost", "")
        let isRefused = try foreign.wait { try foreign.errors().contains("TLS") }
        let errors = try foreign.errors()
        #expect(isRefused, "\(errors)")
        try foreign.end()
        let misnamed = try sign("127.0.0.1", ", ca: \(broker.folder.path("ca.pem"))")
        #expect(try misnamed.wait { try misnamed.errors().contains("TLS") })
        try misnamed.end()
        #expect(try !listener.lines().contains { $0.contains("bakery") })
        let right = try sign("localhost", ", ca: \(broker.folder.path("ca.pem"))")
        #expect(try listener.hears("ledsign/bakery/status online"))
        try broker.publish("ledsign/bakery/brightness/set", "30")
        #expect(try listener.hears("ledsign/bakery/brightness 30"))
        try right.end()
    }

    @Test("a broker that answers at the IPv4 address of its name alone is reached there")
    func addresses() throws {
        let broker = try MosquittoBroker()
        // What answers at the first address of the name is no broker; held, as it would end with its last use.
        let other = try HostileBroker(.closed, address: "::1", port: broker.port)
        let folder = try ScratchFolder()
        try Data("::1 broker.test\n127.0.0.1 broker.test\n".utf8).write(to: folder.url.appendingPathComponent("hosts"))
        let preloaded = try KernelModel(spiDevices: []).environment()["LD_PRELOAD"] ?? ""
        let listener = try broker.listen()
        let sign = try SteeredSign(
            "message: {text: OK}\n"
                + "mqtt: {broker: \"mqtt://broker.test:\(broker.port)\", topic: ledsign/bakery}\n",
            environment: [
                "LD_PRELOAD": preloaded + " libnss_wrapper.so", "NSS_WRAPPER_HOSTS": folder.path("hosts"),
            ])
        #expect(try listener.hears("ledsign/bakery/status online"))
        // The sign says so after it has told the broker.
        let isSaid = try sign.wait { try sign.errors().contains("the broker answers again") }
        let errors = try sign.errors()
        #expect(isSaid && errors.contains("the broker mqtt://broker.test"), "\(errors)")
        try sign.end()
        withExtendedLifetime(other) {}
    }
}
