import LinuxSystem
import NetworkPixels
import SignFiles
import Timelines

/// The sockets of all protocols that a sign takes: what cannot be opened is tried again every 5 s, and reported once.
struct PixelSockets {
    /// The time between two attempts.
    static let interval = Nanoseconds.seconds(5)

    /// What is to be open.
    private enum Part: Hashable {
        case port(PixelProtocol)
        case group(UInt16)
    }

    private var missing: [Part]
    private var problems: [Part: String] = [:]
    private(set) var open: [PixelSocket] = []
    private var groups: MulticastGroups
    private let ports: @Sendable (PixelProtocol) -> UInt16
    /// When to try again; nil where all are open.
    private(set) var retry: Instant?

    /// - Parameters:
    ///   - universes: those of E1.31.
    ///   - ports: the port of each protocol.
    init(
        _ settings: PixelSettings, universes: ClosedRange<Int>, ports: @escaping @Sendable (PixelProtocol) -> UInt16,
        at instant: Instant
    ) {
        self.ports = ports
        let protocols = settings.protocols.map(PixelProtocol.init)
        missing = protocols.map { .port($0) }
        if protocols.contains(.e131) {
            missing += universes.clamped(to: E131Packet.universes).map { .group(UInt16($0)) }
        }
        groups = MulticastGroups(port: ports(.e131), interface: settings.interface)
        retry = missing.isEmpty ? nil : instant
    }

    /// Why what is missing cannot be opened, in a line; nil where all are open.
    var problem: String? {
        // Groups fail together: a reason is named once.
        let reasons = Set(missing.compactMap { problems[$0] }).sorted()
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Wants the group of another universe, that of synchronization packets.
    mutating func want(_ universe: UInt16, at instant: Instant) {
        guard E131Packet.universes.contains(Int(universe)), !missing.contains(.group(universe)) else { return }
        missing.append(.group(universe))
        retry = instant
    }

    /// Opens what is missing, if it is time; returns the new sockets.
    mutating func step(at instant: Instant) -> [PixelSocket] {
        guard let due = retry, due <= instant else { return [] }
        var opened: [PixelSocket] = []
        missing = missing.filter { part in
            do throws(SystemCallError) {
                switch part {
                case .port(let kind): opened.append(try PixelSocket(kind, port: ports(kind)))
                case .group(let universe): if let socket = try groups.join(universe) { opened.append(socket) }
                }
                problems[part] = nil
                return false
            } catch {
                switch part {
                case .port(let kind): problems[part] = "\(kind.name) at UDP port \(ports(kind)): \(error.reason)"
                case .group: problems[part] = "the groups of e131: \(error.reason)"
                }
                return true
            }
        }
        open += opened
        retry = missing.isEmpty ? nil : instant + Self.interval
        return opened
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
