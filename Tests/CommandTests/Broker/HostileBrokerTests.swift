import Foundation
import SignTestSupport
import Testing

/// `ledsign run` at brokers that do it harm.
@Suite("a sign at a hostile broker", .serialized) struct HostileBrokerTests {
    private func sign(_ broker: HostileBroker, _ scheme: String = "mqtt") throws -> SteeredSign {
        try SteeredSign(
            "message: {name: open, text: \"OK\"}\nfields: {t: {mqtt: home/t}}\n"
                + "mqtt: {broker: \"\(scheme)://127.0.0.1:\(broker.port)\", topic: ledsign/bakery}\n")
    }

    /// Whether the sign answers, and ends when it is asked to.
    private func isWell(_ sign: SteeredSign) throws -> Bool {
        guard try sign.list().contains(where: { $0.contains("open") }) else { return false }
        return try sign.end().status == 143
    }

    /// Expects that the service manager gets a status with these words.
    private func expectTold(
        _ sign: SteeredSign, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // On a busy machine the broker may be faster than the first picture.
        var statuses = [sign.firstStatus]
        while statuses.last?.contains(words) != true, let next = sign.nextStatus() { statuses.append(next) }
        let log = try sign.errors()
        #expect(statuses.last?.contains(words) == true, "\(statuses); \(log)", sourceLocation: sourceLocation)
    }

    @Test("one that accepts connections and never answers is given up after 10 s")
    func silent() throws {
        let broker = try HostileBroker(.silent)
        // They wait side by side.
        for sign in try ["mqtt", "mqtts"].map({ try sign(broker, $0) }) {
            #expect(try sign.wait { try sign.errors().contains("it accepts the connection and does not answer") })
            // Of the 10 s; a program that does not sleep takes most of them.
            let seconds = try sign.processorSeconds()
            #expect(seconds < 4, "\(seconds) s")
            #expect(try isWell(sign))
        }
    }

    @Test("messages of ten megabytes are dropped, and their memory is given back")
    func huge() throws {
        let broker = try HostileBroker(.huge)
        let sign = try sign(broker)
        #expect(try sign.wait { try sign.errors().contains("a message of 10000000 bytes") })
        #expect(try sign.wait { try sign.list().contains { $0.contains("small") } })
        let kilobytes = try sign.residentKilobytes()
        #expect(kilobytes < 80_000, "\(kilobytes) kB")
        #expect(try sign.list().allSatisfy { !$0.contains("huge") })
        #expect(try isWell(sign))
    }

    @Test("a message that is announced and does not come ends the connection, which is tried again ever later")
    func announced() throws {
        let kinds: [(HostileBroker.Kind, String)] = [
            (.announce, "ledsign/bakery/message/x"), (.drip, "ledsign/bakery/notify"), (.announce, "home/t"),
        ]
        // They wait side by side.
        let signs = try kinds.map { kind, topic in
            let broker = try HostileBroker(kind, topic: topic)
            return (topic: topic, broker: broker, sign: try sign(broker))
        }
        for (topic, broker, sign) in signs {
            // The packet less the topic and its length.
            let reason =
                "a message of \(268_435_453 - topic.utf8.count) bytes at \(topic) is ignored: messages may have 65536"
            #expect(try sign.wait { try sign.errors().contains("mqtt: \(reason)") })
            #expect(
                try sign.wait { try sign.errors().contains("127.0.0.1:\(broker.port): \(reason), and it does not end") }
            )
            try expectTold(sign, reason)
            #expect(try sign.wait { try broker.connections() >= 2 })
            let kilobytes = try sign.peakKilobytes()
            #expect(kilobytes < 80_000, "\(kilobytes) kB")
            #expect(try isWell(sign))
        }
    }

    @Test("messages of 268,435,455 bytes one after the other cost neither memory nor much time")
    func stream() throws {
        let broker = try HostileBroker(.stream)
        let sign = try sign(broker)
        #expect(
            try sign.wait { try sign.errors().contains("a message of 268435429 bytes at ledsign/bakery/message/x") })
        let before = try sign.processorSeconds()
        #expect(try sign.wait { try broker.messages() >= 2 })
        let seconds = try sign.processorSeconds() - before
        #expect(seconds < 4, "\(seconds) s")
        let kilobytes = try sign.peakKilobytes()
        #expect(kilobytes < 80_000, "\(kilobytes) kB")
        #expect(try isWell(sign))
    }

    @Test("a length that MQTT does not have ends the connection, which is tried again ever later")
    func length() throws {
        let broker = try HostileBroker(.length)
        let sign = try sign(broker)
        #expect(try sign.wait { try sign.errors().contains("it sends a length of more than four bytes") })
        try expectTold(sign, "127.0.0.1:\(broker.port): it sends a length of more than four bytes")
        #expect(try sign.wait { try broker.connections() >= 3 })
        #expect(try isWell(sign))
    }

    @Test("sixty messages of 64,000 bytes at once are all taken, and cost no more memory than a few")
    func burst() throws {
        let broker = try HostileBroker(.burst)
        let sign = try sign(broker)
        #expect(
            try sign.wait {
                let list = try sign.list()
                return (0..<60).allSatisfy { number in list.contains { $0.contains("m\(number) ") } }
            })
        let kilobytes = try sign.peakKilobytes()
        #expect(kilobytes < 100_000, "\(kilobytes) kB")
        #expect(try isWell(sign))
    }

    @Test("commands as fast as the network carries them neither stop the sign nor fill its log")
    func flood() throws {
        let broker = try HostileBroker(.flood)
        let sign = try sign(broker)
        #expect(try sign.wait { try sign.list().contains { $0.contains("flood") } })
        #expect(try sign.wait { try sign.errors().contains("more than 50 commands a second; the others wait") })
        #expect(try sign.errors().split(separator: "\n").count < 10)
        #expect(try isWell(sign))
    }

    @Test("values as fast as the network carries them neither stop the sign nor fill its log, and the last one counts")
    func values() throws {
        let broker = try HostileBroker(.values)
        let sign = try SteeredSign(
            "message: {name: open, text: \"{t}\"}\nfields: {t: {mqtt: home/t, path: value}}\n"
                + "mqtt: {broker: \"mqtt://127.0.0.1:\(broker.port)\", topic: ledsign/bakery}\n")
        let last = try SteeredSign("message: {name: open, text: \"7\"}\n").picture()
        #expect(try sign.wait { try sign.picture() == last })
        #expect(try sign.errors().split(separator: "\n").count < 3)
        #expect(try isWell(sign))
    }

    @Test("bytes that mean nothing end the connection, which is tried again")
    func garbage() throws {
        let sign = try sign(try HostileBroker(.garbage))
        #expect(try sign.wait { try sign.errors().contains("the broker mqtt://") })
        #expect(try isWell(sign))
    }

    @Test("of one that closes every connection, each reason is logged once")
    func fickle() throws {
        let broker = try HostileBroker(.fickle)
        let sign = try sign(broker)
        #expect(try sign.wait { try sign.errors().contains("the broker answers again") })
        let before = try broker.connections()
        #expect(try sign.wait { try broker.connections() >= before + 2 })
        let lines = try sign.errors().split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("the connection was closed") }, "\(lines)")
        // A busy machine may find more reasons; the return is logged once, too.
        #expect(Set(lines).count == lines.count, "\(lines)")
        #expect(try isWell(sign))
    }

    @Test("one that starts again every second is logged once, and gets the sign each time")
    func restart() throws {
        let broker = try HostileBroker(.restart)
        let sign = try sign(broker)
        #expect(try sign.wait { try broker.connections() >= 4 })
        #expect(try sign.errors().split(separator: "\n").count <= 3)
        #expect(try isWell(sign))
    }
}
