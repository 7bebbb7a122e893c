import Foundation
import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// `view: everyone`: what guests use is not missing for those who have the token.
@Suite struct GuestTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let bearer = "Authorization: Bearer \(token)"

    private func bench() throws -> ServerBench {
        let folder = try ScratchFolder()
        let path = folder.path("token")
        try Data(Self.token.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        var settings = HTTPSettings()
        settings.isPublic = true
        let bench = try ServerBench(settings, token: path)
        bench.sign = { order in
            if case .picture = order {
                .picture(Screenshot(frame: .init(size: .init(width: 4, height: 2), format: .rgb), ledColor: .black))
            } else {
                .done([])
            }
        }
        return bench
    }

    /// How the answers begin to clients that ask for the live picture at once.
    private func statuses(_ bench: ServerBench, _ clients: [LiveClient]) -> [Int] {
        bench.step {
            for client in clients { client.take() }
            return clients.allSatisfy { $0.client.reply != nil }
        }
        return clients.map { $0.client.reply?.status ?? 0 }
    }

    @Test("an address has 3 viewers without the token, all addresses have 6, and 2 stay for those who have it")
    func viewers() throws {
        let bench = try bench()
        let first = try (0..<5).map { _ in try LiveClient(bench, from: "127.0.0.2") }
        expectEqual(statuses(bench, first).sorted(), [101, 101, 101, 503, 503])
        let second = try (0..<3).map { _ in try LiveClient(bench, from: "127.0.0.3") }
        expectEqual(statuses(bench, second), [101, 101, 101])
        let third = try LiveClient(bench, from: "127.0.0.4")
        expectEqual(statuses(bench, [third]), [503])
        expectEqual(third.client.reply?["Retry-After"], "5")
        let own = try (0..<3).map { _ in try LiveClient(bench, from: "127.0.0.2", token: Self.token) }
        expectEqual(statuses(bench, own).sorted(), [101, 101, 503])
    }

    @Test("those who have the token have all 8 viewers where no guest looks")
    func ownViewers() throws {
        let bench = try bench()
        let own = try (0..<20).map { _ in try LiveClient(bench, token: Self.token) }
        expectEqual(statuses(bench, own).filter { $0 == 101 }.count, 8)
        expectEqual(statuses(bench, [try LiveClient(bench, from: "127.0.0.2")]), [503])
    }

    @Test("an address has 2 pictures a second without the token, all addresses have 5, and the token has 5 of its own")
    func pictures() throws {
        let bench = try bench()
        func status(_ address: String, _ headers: [String] = []) throws -> Int {
            try bench.send("GET", "/api/v1/picture.png", headers, from: address).status
        }
        try expectEqual((0..<4).map { _ in try status("127.0.0.2") }, [200, 200, 429, 429])
        try expectEqual((0..<3).map { _ in try status("127.0.0.3") }, [200, 200, 429])
        try expectEqual((4..<8).map { try status("127.0.0.\($0)") }, [200, 429, 429, 429])
        try expectEqual((0..<6).map { _ in try status("127.0.0.2", [Self.bearer]) }, [200, 200, 200, 200, 200, 429])
        bench.now = bench.now + .seconds(1)
        try expectEqual(status("127.0.0.2"), 200)
    }

    @Test("while guests wait for the sign, requests with the token still have room")
    func orders() throws {
        let bench = try bench()
        bench.sign = { _ in nil }
        let guests = try (0..<30).map { _ in try TestClient(port: bench.port, from: "127.0.0.2") }
        let line = "GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n"
        for guest in guests { guest.send(Array((line + "\r\n").utf8)) }
        func refused() -> Int {
            for guest in guests { guest.receive() }
            return guests.filter { $0.reply?.status == 503 }.count
        }
        #expect(bench.step { refused() == 22 })
        expectEqual(bench.orders.count, 8)
        let own = try (0..<2).map { _ in try TestClient(port: bench.port, from: "127.0.0.2") }
        for client in own { client.send(Array((line + Self.bearer + "\r\n\r\n").utf8)) }
        #expect(bench.step { bench.orders.count == 10 })
        // Those who have waited in vain leave room for others.
        bench.now = bench.now + .seconds(2)
        bench.step()
        bench.sign = { _ in .done([]) }
        try expectEqual(bench.send("GET", "/api/v1/state", from: "127.0.0.3").status, 200)
    }
}
