import Foundation
import SignTestSupport
import Testing

/// `ledsign run` at brokers that do it harm.
@Suite("a sign at a hostile broker", .serialized) struct HostileBrokerTests {
    private func sign(_ broker: HostileBroker, _ scheme: String = "mqtt") throws -> SteeredSign {
        try SteeredSign(
            "message: {name: open, text: \"OK\"}\n"
                + "mqtt: {broker: \"\(scheme)://127.0.0.1:\(broker.port)\", topic: ledsign/bakery}\n")
    }

    /// Whether the sign answers, and ends when it is asked to.
    private func isWell(_ sign: SteeredSign) throws -> Bool {
        guard try sign.list().contains(where: { $0.contains("open") }) else { return false }
        return try sign.end().status == 143
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

    @Test("one that closes every connection is logged once")
    func fickle() throws {
        let broker = try HostileBroker(.fickle)
        let sign = try sign(broker)
        #expect(try sign.wait { try sign.errors().contains("the broker answers again") })
        let before = try broker.connections()
        #expect(try sign.wait { try broker.connections() >= before + 2 })
        try expectEqual(sign.errors().split(separator: "\n").count, 2)
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
