import LinuxSystem
import NetworkPixels
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
    ///   - ports: the port of each protocol.
    ///   - interfaces: says on which network interfaces groups are joined, unless the file names one.
    init(
        _ settings: PixelSettings, universes: ClosedRange<Int>, ports: @escaping @Sendable (PixelProtocol) -> UInt16,
        interfaces: @escaping () -> [NetworkInterface] = NetworkInterface.all, at instant: Instant
    ) {
        port = ports
        missing = settings.protocols.map(PixelProtocol.init)
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
                problems[kind] = "\(kind.name) at UDP port \(port(kind)): \(error.reason)"
                return true
            }
        }
    }
}

extension PixelProtocol {
    /// The protocol of a word in a sign file.
    package init(_ setting: PixelSettings.PacketProtocol) {
        switch setting {
        case .ddp: self = .ddp
        case .e131: self = .e131
        case .artNet: self = .artNet
        case .flaschenTaschen: self = .flaschenTaschen
        }
    }
}
