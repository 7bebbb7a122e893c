import Foundation
import Glibc
import PixelProtocols
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The groups of E1.31 on interfaces that come and go.
@Suite struct PixelGroupsTests {
    /// The interfaces that there are, as a test wants it.
    private final class Interfaces {
        var found: [NetworkInterface] = []
    }

    private let local = NetworkInterface(index: if_nametoindex("lo"), name: "lo")

    private func settings(_ interface: String? = nil) -> PixelSettings {
        var settings = PixelSettings()
        settings.protocols = [.e131]
        settings.interface = interface
        return settings
    }

    /// How often this network namespace is a member of the group of a universe, by interfaces (proc(5)).
    private func members(of universe: UInt32) throws -> Int {
        let group = String((0xEFFF_0000 | universe).byteSwapped, radix: 16, uppercase: true)
        let text = try String(contentsOfFile: "/proc/net/igmp", encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
        return lines.filter { line in line.first.map { String($0) == group } ?? false }.count
    }

    @Test("groups are joined on each interface, left with it, and joined again when it comes back")
    func follow() throws {
        let interfaces = Interfaces()
        var sockets = PixelSockets(
            settings(), universes: 901...902, ports: { _ in 0 }, interfaces: { interfaces.found }, at: .zero)
        // No interface: the port is open, and the groups are a problem that is tried again.
        expectEqual(sockets.step(at: .zero).count, 1)
        expectEqual(sockets.problem, "the groups of e131: no network interface is up with an IPv4 address")
        expectEqual(sockets.retry, .zero + .seconds(5))
        interfaces.found = [local]
        #expect(sockets.step(at: .zero + .seconds(4)).isEmpty)
        expectEqual(sockets.step(at: .zero + .seconds(5)).count, 1)
        #expect(sockets.problem == nil && sockets.retry == nil)
        try expectEqual(members(of: 901), 1)
        // A synchronization universe is joined at once.
        sockets.want(903, at: .zero + .seconds(6))
        _ = sockets.step(at: .zero + .seconds(6))
        try expectEqual(members(of: 903), 1)
        interfaces.found = []
        sockets.want(904, at: .zero + .seconds(7))
        _ = sockets.step(at: .zero + .seconds(7))
        expectEqual(sockets.open.count, 1)
        try expectEqual(members(of: 901), 0)
        interfaces.found = [local]
        expectEqual(sockets.step(at: .zero + .seconds(12)).count, 1)
        try expectEqual(members(of: 904), 1)
        #expect(sockets.problem == nil)
    }

    @Test("one interface that cannot be joined does not keep the others from it")
    func oneFails() throws {
        let interfaces = Interfaces()
        interfaces.found = [NetworkInterface(index: 99_999, name: "none0"), local]
        var sockets = PixelSockets(
            settings(), universes: 905...905, ports: { _ in 0 }, interfaces: { interfaces.found }, at: .zero)
        _ = sockets.step(at: .zero)
        try expectEqual(members(of: 905), 1)
        expectEqual(sockets.problem, "the groups of e131: No such device (none0)")
    }

    @Test("an interface of the file is the only one, and one that is not there is a problem")
    func named() throws {
        var sockets = PixelSockets(
            settings("lo"), universes: 906...906, ports: { _ in 0 }, interfaces: { [] }, at: .zero)
        expectEqual(sockets.step(at: .zero).count, 2)
        try expectEqual(members(of: 906), 1)
        var none = PixelSockets(settings("none0"), universes: 907...907, ports: { _ in 0 }, at: .zero)
        _ = none.step(at: .zero)
        expectEqual(none.problem, "the groups of e131: there is no network interface none0")
    }

    @Test("the own address is that of an interface, and there is one where packets have a way to other networks")
    func own() throws {
        var first: UnsafeMutablePointer<ifaddrs>?
        try #require(getifaddrs(&first) == 0)
        defer { freeifaddrs(first) }
        var found: [String] = []
        for each in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let address = each?.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
            var text = [CChar](repeating: 0, count: 64)
            getnameinfo(address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, 64, nil, 0, NI_NUMERICHOST)
            found.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        let own = PixelAddress.ownIPv4?.text
        if let own { #expect(found.contains(own), "\(own) is none of \(found)") }
        let routes = try String(contentsOfFile: "/proc/net/route", encoding: .utf8)
        let hasWay = routes.split(separator: "\n").contains { line in
            // The default route that is up, not one that refuses (route(8)).
            let fields = line.split(whereSeparator: \.isWhitespace)
            return fields.count > 3 && fields[1] == "00000000" && fields[3].hasSuffix("3")
        }
        if hasWay { #expect(own != nil) }
    }
}
