import Foundation
import SignTestSupport
import Testing

/// Fields whose values come from a real mosquitto.
@Suite("fields at a broker", .serialized) struct FieldAtBrokerTests {
    private func file(_ broker: MosquittoBroker, _ field: String) -> String {
        """
        message: {name: open, text: "{t}"}
        fields: {t: {\(field), stale: "?"}}
        mqtt: {broker: "mqtt://127.0.0.1:\(broker.port)", topic: ledsign/bakery, allow: []}

        """
    }

    /// The pictures of texts that stand still.
    private func pictures(_ texts: String...) throws -> [String] {
        let sign = try SteeredSign("fields: {t: {variable: \"\"}}\nmessage: {name: open, text: \"{t}\"}\n")
        return try texts.map { text in
            _ = try sign.ctl("set", "t", text)
            return try sign.picture()
        }
    }

    private func shows(_ sign: SteeredSign, _ picture: String) throws -> Bool {
        try sign.wait { try sign.picture() == picture }
    }

    @Test("what the broker retains is shown at once, then each new message; what is wrong with one is logged")
    func values() throws {
        let shown = try pictures("21.5", "7", "?")
        expectEqual(Set(shown).count, 3)
        let broker = try MosquittoBroker()
        try broker.publish("home/t", "{\"value\": 21.5}", isRetained: true)
        let sign = try SteeredSign(file(broker, "mqtt: home/t, path: value"))
        #expect(try shows(sign, shown[0]))
        #expect(try sign.ctl("stats").output.contains("field t: last message "))
        try broker.publish("home/t", "{\"value\": 7}")
        #expect(try shows(sign, shown[1]))
        try broker.publish("home/t", "{\"other\": 8}")
        #expect(try sign.wait { try sign.errors().contains("warning: field t: no value at \"value\"") })
        try expectEqual(sign.picture(), shown[1])
        try broker.publish("home/t", "")
        #expect(try shows(sign, shown[2]))
        #expect(try sign.wait { try sign.errors().contains("field t: answers again") })
        try sign.end()
        #expect(try !sign.folder.text("state.json").contains("home/t"))
    }

    @Test("the topics are those of the file as it is now, and are subscribed to again after a restart of the broker")
    func changes() throws {
        let shown = try pictures("1", "2", "3", "4")
        let broker = try MosquittoBroker()
        try broker.publish("home/a", "1", isRetained: true)
        try broker.publish("home/b", "{\"x\": [2]}", isRetained: true)
        let sign = try SteeredSign(file(broker, "mqtt: home/a"))
        #expect(try shows(sign, shown[0]))
        try sign.write(file(broker, "mqtt: home/b, path: \"x[0]\""))
        #expect(try shows(sign, shown[1]))
        broker.stop()
        try broker.start()
        try broker.publish("home/b", "{\"x\": [3]}", isRetained: true)
        #expect(try shows(sign, shown[2]))
        // Other values of the same message: the broker sends it again.
        try broker.publish("home/b", "{\"x\": [3], \"y\": 4}", isRetained: true)
        try sign.write(file(broker, "mqtt: home/b, path: y"))
        #expect(try shows(sign, shown[3]))
    }

    @Test("a value is shown for as long as it is kept")
    func expiry() throws {
        let shown = try pictures("5", "?")
        let broker = try MosquittoBroker()
        let sign = try SteeredSign(file(broker, "mqtt: home/t, keep: 2s"))
        #expect(try shows(sign, shown[1]))
        // Again and again, until it is seen within those two seconds.
        #expect(
            try sign.wait {
                try broker.publish("home/t", "5")
                return try sign.picture() == shown[0]
            })
        #expect(try shows(sign, shown[1]))
    }

    @Test("without a broker, check and run say how to name one")
    func noBroker() throws {
        let text = "message: {text: \"{t}\"}\nfields: {t: {mqtt: home/t}}\n"
        let warning = "field t gets no values, because there is no broker; name it with \"mqtt\""
        let folder = try ScratchFolder()
        try Data(("board: sim-32x8\n" + text).utf8).write(to: folder.url.appendingPathComponent("a.yaml"))
        let check = try CommandRunner.ledsign("check", "a.yaml", folder: folder.url)
        expectEqual(check.status, 0)
        #expect(check.errors.contains("warning: a.yaml: " + warning), "\(check.errors)")
        let place = folder.url.appendingPathComponent("ledsign")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("mqtt: {broker: mqtt://127.0.0.1}\n".utf8).write(to: place.appendingPathComponent("config.yaml"))
        let usual = try CommandRunner.ledsign(
            "check", "a.yaml", environment: ["XDG_CONFIG_HOME": folder.url.path], folder: folder.url)
        expectEqual(usual.errors, "")
        let sign = try SteeredSign(text)
        #expect(try sign.wait { try sign.errors().contains(warning) })
        #expect(try sign.ctl("stats").output.contains("field t: no message so far"))
    }
}
