import CSignNetwork
import Glibc
import LinuxSystem
import PixelProtocols
import SignFiles
import Timelines

/// The sockets of all protocols that a sign takes: what cannot be opened is retried every 5 s, and reported once.
struct PixelSockets {
    /// The time between two attempts.
    static let interval = Nanoseconds.seconds(5)

    /// The protocols whose ports are to be open, and what keeps them from that.
    private var missing: [PixelProtocol]
    private var problems: [PixelProtocol: String] = [:]
    private var ports: [PixelSocket] = []
    private var groups: PixelGroups
    private(set) var open: [PixelSocket] = []
    private let port: @Sendable (PixelProtocol) -> UInt16
    /// When to retry; nil where all are open.
    private(set) var retry: Instant?

    /// - Parameters:
    ///   - universes: those of E1.31.
    ///   - interfaces: says on which network interfaces groups are joined, unless the file names one.
    init(
        _ settings: PixelSettings, universes: ClosedRange<Int>, ports: @escaping @Sendable (PixelProtocol) -> UInt16,
        interfaces: @escaping () -> [NetworkInterface] = NetworkInterface.all, at instant: Instant
    ) {
        port = ports
        missing = settings.protocols
        var wanted: Set<UInt16> = []
        if missing.contains(.e131) { wanted = Set(universes.clamped(to: E131Packet.universes).map { UInt16($0) }) }
        groups = PixelGroups(
            wanted, port: ports(.e131), name: settings.interface, interfaces: interfaces,
            watch: wanted.isEmpty ? nil : InterfaceWatch())
        retry = missing.isEmpty ? nil : instant
    }

    /// Why ports cannot be had, in a line; nil where all can.
    var portProblem: String? {
        let reasons = missing.compactMap { problems[$0] }.sorted()
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Why groups cannot be joined, in a line; nil where all are.
    var groupProblem: String? { groups.problem }

    /// Why what is missing cannot be opened, in a line; nil where all are open.
    var problem: String? {
        let reasons = [portProblem, groupProblem].compactMap { $0 }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Becomes readable when `step` is to be called, as network interfaces have changed; nil for never.
    var changes: Int32? { groups.watch?.descriptor }

    /// Wants the group of another universe, that of synchronization packets.
    mutating func want(_ universe: UInt16, at instant: Instant) {
        guard E131Packet.universes.contains(Int(universe)), groups.want(universe) else { return }
        retry = instant
    }

    /// Opens what is missing, if it is time, and follows the network interfaces; returns the new sockets.
    mutating func step(at instant: Instant) -> [PixelSocket] {
        let isTime = retry.map { $0 <= instant } ?? false
        if isTime { openPorts() }
        let before = open
        if groups.follow(tries: isTime) || isTime { open = ports + groups.sockets }
        if isTime || groupProblem != nil {
            let isDone = missing.isEmpty && groupProblem == nil && !groups.isToBeAsked
            retry = isDone ? nil : isTime ? instant + Self.interval : retry ?? instant + Self.interval
        }
        return open.filter { socket in !before.contains { $0 === socket } }
    }

    private mutating func openPorts() {
        missing = missing.filter { kind in
            do throws(SystemCallError) {
                ports.append(try PixelSocket(kind, port: port(kind)))
                problems[kind] = nil
                return false
            } catch {
                problems[kind] = "\(kind.rawValue) at UDP port \(port(kind)): \(error.reason)"
                return true
            }
        }
    }
}

extension PixelSettings {
    /// Whether ports and groups can be had, for those who look before the sign runs: why they cannot; nil where all is well.
    package var problems: (ports: String?, groups: String?) {
        var sockets = PixelSockets(self, universes: universe...universe, ports: { $0.port ?? 0 }, at: .zero)
        _ = sockets.step(at: .zero)
        return (sockets.portProblem, sockets.groupProblem)
    }
}

/// A socket that takes datagrams of one protocol, until the value is released.
final class PixelSocket {
    let descriptor: Int32
    let `protocol`: PixelProtocol

    /// The room for datagrams that wait, which the kernel cuts to what it allows (net.core.rmem_max).
    static let buffer: Int32 = 1 << 20

    /// Takes datagrams at a port by IPv6 and IPv4, or those of groups by IPv4 alone; port 0 is any free one.
    init(_ protocol: PixelProtocol, port: UInt16, forGroups: Bool = false) throws(SystemCallError) {
        self.protocol = `protocol`
        descriptor = forGroups ? pixel_group_socket_open(port, Self.buffer) : pixel_socket_open(port, Self.buffer)
        guard descriptor >= 0 else { throw SystemCallError("bind") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The port at which it takes datagrams.
    var port: UInt16 { pixel_socket_port(descriptor) }

    /// Sends a datagram, which may be lost.
    func send(_ bytes: [UInt8], to address: pixel_address) {
        var address = address
        _ = pixel_socket_send(descriptor, bytes, UInt32(clamping: bytes.count), &address)
    }
}

extension PixelAddress {
    init(_ address: pixel_address) { self.init(high: address.high, low: address.low) }

    /// The address of this machine in its network, as far as it has one of IPv4; nothing is sent for it.
    package static var ownIPv4: PixelAddress? {
        // The way to an address of documentation (RFC 5737) is that to all other networks.
        let own = pixel_address_towards(0xC000_0201)
        return own == 0 ? nil : PixelAddress(ipv4: own)
    }

    /// The address as people write it.
    package var text: String {
        var address = pixel_address(high: high, low: low, port: 0, scope: 0)
        var text = [CChar](repeating: 0, count: 64)
        pixel_address_text(&address, &text)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
