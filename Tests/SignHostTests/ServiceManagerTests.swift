import Foundation
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite struct ServiceManagerTests {
    /// A unique path.
    private static func freshPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString.prefix(8))").path
    }

    private static func manager(_ variables: [String: String]) throws -> ServiceManager? {
        try ServiceManager(environment: { variables[$0] }, processID: 4711)
    }

    @Test("messages arrive at sockets with a path and with an abstract name", arguments: [true, false])
    func messages(isAbstract: Bool) throws {
        let name = isAbstract ? "@ledsign-test-\(UUID().uuidString)" : Self.freshPath()
        let socket = try ServiceManagerSocket(name)
        let manager = try #require(try Self.manager(["NOTIFY_SOCKET": name]))
        let results = [
            manager.tell([.ready, .status("showing")]),
            manager.tell([.reloading(since: Instant(nanoseconds: 5_123_456_789))]),
            manager.tell([.ready]), manager.tell([.watchdog]), manager.tell([.stopping, .status("going dark")]),
        ]
        expectEqual(results, [true, true, true, true, true])
        expectEqual(
            socket.received(),
            [
                "READY=1\nSTATUS=showing", "RELOADING=1\nMONOTONIC_USEC=5123456", "READY=1", "WATCHDOG=1",
                "STOPPING=1\nSTATUS=going dark",
            ])
    }

    @Test("without NOTIFY_SOCKET there is no service manager")
    func none() throws {
        #expect(try Self.manager([:]) == nil)
        #expect(try Self.manager(["NOTIFY_SOCKET": "", "WATCHDOG_USEC": "1000000"]) == nil)
    }

    @Test(
        "other kinds of addresses are rejected with what is expected",
        arguments: [
            "vsock:2:1", "relative/path", "@", "/", "/" + String(repeating: "x", count: 107),
            "@" + String(repeating: "x", count: 108),
        ])
    func addresses(name: String) {
        #expect {
            try Self.manager(["NOTIFY_SOCKET": name])
        } throws: { error in
            "\(error)".hasPrefix("NOTIFY_SOCKET is \"\(name)\", and has to be the path of a Unix socket")
        }
    }

    @Test("the longest socket names of the kernel are accepted")
    func longest() throws {
        let abstract = "@" + String(UUID().uuidString + String(repeating: "x", count: 107)).prefix(107)
        let socket = try ServiceManagerSocket(abstract)
        let manager = try #require(try Self.manager(["NOTIFY_SOCKET": abstract]))
        manager.tell([.ready])
        expectEqual(socket.received(), ["READY=1"])
        #expect(try Self.manager(["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 106)]) != nil)
    }

    @Test(
        "watchdog messages are due twice within the timeout, and only if it is for this process",
        arguments: [
            (["WATCHDOG_USEC": "20000000"], Int64(10_000_000_000)), (["WATCHDOG_USEC": "1"], 500),
            (["WATCHDOG_USEC": "3", "WATCHDOG_PID": "4711"], 1_500),
            (["WATCHDOG_USEC": "3", "WATCHDOG_PID": "4712"], nil),
            (["WATCHDOG_USEC": "3", "WATCHDOG_PID": "me"], nil), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
            (["WATCHDOG_USEC": "9223372036854775807"], nil), (["WATCHDOG_USEC": "3", "WATCHDOG_PID": ""], 1_500),
        ] as [([String: String], Int64?)])
    func watchdog(variables: [String: String], interval: Int64?) throws {
        let manager = try #require(
            try Self.manager(variables.merging(["NOTIFY_SOCKET": "@nobody"]) { first, _ in first }))
        expectEqual(manager.watchdogInterval?.count, interval)
    }

    @Test("a status is one line, whatever it says")
    func status() {
        expectEqual(ServiceMessage.status("a\nREADY=1\u{0}b").text, "STATUS=a READY=1 b")
        expectEqual(ServiceMessage.status("Größe 5 °C").text, "STATUS=Größe 5 °C")
    }

    @Test("a missing or full socket is not an error and blocks nothing")
    func unheard() throws {
        let gone = try #require(try Self.manager(["NOTIFY_SOCKET": Self.freshPath()]))
        #expect(!gone.tell([.ready]))
        let name = Self.freshPath()
        let socket = try ServiceManagerSocket(name)
        let manager = try #require(try Self.manager(["NOTIFY_SOCKET": name]))
        var taken = 0
        while taken < 100_000, manager.tell([.watchdog]) { taken += 1 }
        #expect((1..<100_000).contains(taken), "the queue of a datagram socket is full at some time")
        expectEqual(socket.received().count, taken)
        #expect(manager.tell([.watchdog]))
    }
}
