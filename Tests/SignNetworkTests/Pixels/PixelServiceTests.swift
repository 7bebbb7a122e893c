import CSignNetwork
import Foundation
import LinuxSystem
import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The service with sockets at free ports, stepped by hand.
@Suite struct PixelServiceTests {
    private let clock = TestClock()

    private func service(_ settings: PixelSettings = PixelSettings()) throws -> (PixelService, PixelStream) {
        let stream = PixelStream(settings, size: Size(width: 2, height: 1), clock: clock)
        let service = try PixelService(settings, version: "1.0", stream: stream, at: .zero, ports: { _ in 0 })
        _ = service.step(at: .zero)
        return (service, stream)
    }

    @Test("packets of each protocol become the picture, by IPv4 and IPv6", arguments: ["127.0.0.1", "::1"])
    func protocols(host: String) throws {
        for kind in [PixelProtocol.ddp, .e131, .artNet, .flaschenTaschen] {
            var settings = PixelSettings()
            settings.protocols = [kind]
            let (service, stream) = try service(settings)
            let port = try #require(service.ports[kind])
            let transmitter = try PixelTransmitter(host: host, port: port)
            let sender = E131Packet.Sender(cid: PixelSender.Key(.e131, high: 0, low: 1), name: "test")
            var packets = PixelPackets(kind, size: Size(width: 2, height: 1), sender: sender)
            try transmitter.send(packets.picture([255, 0, 0, 0, 255, 0]))
            _ = service.step(at: .zero)
            let picture = try #require(stream.takePicture(at: .zero))
            expectEqual(picture.pointee.pixels, [Color(rawValue: 0xFF0000), Color(rawValue: 0x00FF00)])
            expectEqual(stream.status.owner?.proto, kind.rawValue)
            #expect(service.step(at: .zero + .milliseconds(2_500)) == nil)
            #expect(!stream.isLive)
        }
    }

    @Test("this machine may send, and networks that the file does not name may not") func networks() throws {
        var settings = PixelSettings()
        settings.protocols = [.ddp]
        let (open, stream) = try service(settings)
        let packets: [PixelPackets.Packet] = [
            (nil, DDPPacket.pixels([1, 2, 3], at: 0, sequence: 0, isPush: true))
        ]
        try PixelTransmitter(host: "127.0.0.1", port: try #require(open.ports[.ddp])).send(packets)
        _ = open.step(at: .zero)
        expectEqual(stream.status.frames, 1)

        settings.from = [try #require(AddressRange("10.0.0.0/8"))]
        let (closed, refusing) = try service(settings)
        try PixelTransmitter(host: "127.0.0.1", port: try #require(closed.ports[.ddp])).send(packets)
        _ = closed.step(at: .zero)
        expectEqual(refusing.status.frames, 0)
        expectEqual(refusing.status.dropped, 1)
    }

    @Test("a flood takes no more than some batches of a step") func flood() throws {
        var settings = PixelSettings()
        settings.protocols = [.ddp]
        let (service, stream) = try service(settings)
        let packet: PixelPackets.Packet = (nil, [UInt8](repeating: 0, count: 20))
        let transmitter = try PixelTransmitter(host: "127.0.0.1", port: try #require(service.ports[.ddp]))
        try transmitter.send([PixelPackets.Packet](repeating: packet, count: 200))
        _ = service.step(at: .zero)
        expectEqual(stream.status.packets, 128)
        _ = service.step(at: .zero)
        expectEqual(stream.status.packets, 200)
        expectEqual(stream.status.dropped, 200)
    }

    @Test("a port that another program has is a problem, and tried again after 5 s") func takenPort() throws {
        // Not shared: SO_REUSEADDR is not set.
        let taken = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(taken, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        expectEqual(isBound, 0)
        let port = pixel_socket_port(taken)
        var settings = PixelSettings()
        settings.protocols = [.ddp]
        var sockets = PixelSockets(settings, universes: 1...1, ports: { _ in port }, at: .zero)
        #expect(sockets.step(at: .zero).isEmpty)
        expectEqual(sockets.problem, "ddp at UDP port \(port): Address already in use")
        let retry = Instant(nanoseconds: 5_000_000_000)
        expectEqual(sockets.retry, retry)
        close(taken)
        expectEqual(sockets.step(at: .zero + .seconds(5)).count, 1)
        #expect(sockets.problem == nil)
        #expect(sockets.retry == nil)
    }

    @Test("more universes than a socket may have groups get further sockets") func manyGroups() throws {
        let limit = try String(contentsOfFile: "/proc/sys/net/ipv4/igmp_max_memberships", encoding: .utf8)
        let most = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
        var groups = MulticastGroups(port: 0, interface: "lo")
        var opened = 0
        for universe in 1...UInt16(2 * most + 1) where try groups.join(universe) != nil { opened += 1 }
        #expect(opened == 3 && groups.sockets.count == 3)
        #expect(try groups.join(1) == nil)
        expectEqual(groups.sockets.count, 3)
    }

    @Test("a group at a network interface that is not there is an error with its reason") func wrongInterface() {
        var groups = MulticastGroups(port: 0, interface: "none0")
        #expect(throws: SystemCallError.self) { _ = try groups.join(1) }
    }

    @Test("polls are answered within a second, once for several, and queries only some a second") func answers() {
        var answers = PixelAnswers(model: "64x32", version: "1.0", universes: 0...12)
        let address = pixel_address(high: 0, low: 0xFFFF_7F00_0001, port: 6_454, scope: 0)
        for _ in 0..<20 { answers.poll(from: address, at: .zero) }
        expectEqual(answers.due.map { $0 <= .zero + .seconds(1) }, true)
        let taken = answers.take(isReceiving: false, at: .zero + .seconds(1))
        expectEqual(taken.count, 1)
        expectEqual(taken.first?.packets.map(\.count), [239, 239, 239, 239])
        #expect(answers.due == nil)
        let replies = (0..<30).compactMap { _ in answers.answer(status: true, at: .zero) }
        expectEqual(replies.count, 20)
        #expect(answers.answer(status: true, at: .zero + .seconds(1)) != nil)
    }
}
