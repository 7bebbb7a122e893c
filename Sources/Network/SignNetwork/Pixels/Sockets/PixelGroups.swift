import CSignNetwork
import Glibc
import LinuxSystem
import PixelProtocols

/// The groups of E1.31 on all networks: joined on each interface that is up, and again as interfaces come and go.
struct PixelGroups {
    private var universes: Set<UInt16>
    private let port: UInt16
    /// The only interface; nil for all.
    private let name: String?
    private let interfaces: () -> [NetworkInterface]
    private var groups: [NetworkInterface: MulticastGroups] = [:]
    /// Whether universes or interfaces may be others than those joined.
    private var isOutdated = true
    /// Why groups are missing; nil where all are joined.
    private(set) var problem: String?
    /// Says when interfaces change; nil without groups, and where the kernel does not tell.
    let watch: InterfaceWatch?

    init(
        _ universes: Set<UInt16>, port: UInt16, name: String?, interfaces: @escaping () -> [NetworkInterface],
        watch: InterfaceWatch?
    ) {
        (self.universes, self.port, self.name, self.interfaces) = (universes, port, name, interfaces)
        self.watch = watch
    }

    /// Whether interfaces are looked for from time to time, because the kernel does not tell of them.
    var isToBeAsked: Bool { !universes.isEmpty && watch == nil }

    /// Wants the group of another universe; returns whether it is new.
    mutating func want(_ universe: UInt16) -> Bool {
        guard universes.insert(universe).inserted else { return false }
        isOutdated = true
        return true
    }

    /// Joins what is wanted where that may have changed.
    ///
    /// - Parameter tries: whether to retry what has failed, and to look where the kernel does not tell.
    /// - Returns: whether the sockets may be others.
    mutating func follow(tries: Bool) -> Bool {
        let hasChanged = watch?.takeChanges() ?? tries
        guard !universes.isEmpty, isOutdated || hasChanged || tries && problem != nil else { return false }
        isOutdated = false
        let found = name.map { NetworkInterface.named($0).map { [$0] } ?? [] } ?? interfaces()
        groups = groups.filter { found.contains($0.key) }
        var reasons: Set<String> = []
        for interface in found {
            var joined = groups[interface] ?? MulticastGroups(port: port, interface: interface.name)
            do throws(SystemCallError) {
                for universe in universes.sorted() { _ = try joined.join(universe) }
            } catch {
                reasons.insert("\(error.reason) (\(interface.name))")
            }
            groups[interface] = joined
        }
        if found.isEmpty {
            reasons = [
                name.map { "there is no network interface \($0)" }
                    ?? "no network interface is up with an IPv4 address"
            ]
        }
        problem = reasons.isEmpty ? nil : "the groups of e131: \(reasons.sorted().joined(separator: ", "))"
        return true
    }

    /// The sockets of all interfaces.
    var sockets: [PixelSocket] { groups.values.flatMap(\.sockets) }
}

/// Membership in the groups of E1.31 universes; the kernel allows a socket some of them, so there may be several sockets.
struct MulticastGroups {
    private(set) var sockets: [PixelSocket] = []
    private var joined: Set<UInt16> = []
    private let port: UInt16
    private let interface: String?

    /// - Parameter interface: the name of a network interface; nil for the one that the system chooses.
    init(port: UInt16, interface: String?) { (self.port, self.interface) = (port, interface) }

    /// Joins the group of a universe, 239.255 and its number; returns a socket if it needed a new one.
    mutating func join(_ universe: UInt16) throws(SystemCallError) -> PixelSocket? {
        guard !joined.contains(universe) else { return nil }
        let group = 0xEFFF_0000 | UInt32(universe)
        if let last = sockets.last {
            if pixel_group_join(last.descriptor, group, interface) == 0 {
                joined.insert(universe)
                return nil
            }
            // The kernel has no more for this socket.
            guard errno == ENOBUFS else { throw SystemCallError("IP_ADD_MEMBERSHIP") }
        }
        let socket = try PixelSocket(.e131, port: port, forGroups: true)
        guard pixel_group_join(socket.descriptor, group, interface) == 0 else {
            throw SystemCallError("IP_ADD_MEMBERSHIP")
        }
        sockets.append(socket)
        joined.insert(universe)
        return socket
    }
}

/// A network interface of this machine.
struct NetworkInterface: Hashable, Sendable {
    /// Another one of the same name has another number.
    let index: UInt32
    let name: String

    /// The most interfaces whose groups are joined.
    static let maximum = 32

    /// Those that are up, have an address of IPv4 and take part in groups.
    static func all() -> [NetworkInterface] {
        var found = [pixel_interface](repeating: pixel_interface(), count: maximum)
        let count = Int(pixel_interfaces_find(&found, Int32(maximum)))
        return found.prefix(count).map { one in
            let name = withUnsafeBytes(of: one.name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return NetworkInterface(index: one.index, name: name)
        }
    }

    /// The one of a name, in whatever state it is; nil without one.
    static func named(_ name: String) -> NetworkInterface? {
        let index = if_nametoindex(name)
        return index == 0 ? nil : NetworkInterface(index: index, name: name)
    }
}

/// Hears of interfaces that come and go, and of their addresses.
final class InterfaceWatch {
    /// Becomes readable with a change.
    let descriptor: Int32

    /// Returns nil where the kernel does not tell, as in a service that may not use netlink.
    init?() {
        descriptor = pixel_interface_watch_open()
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Whether anything has changed since the last call.
    func takeChanges() -> Bool { pixel_interface_watch_take(descriptor) }
}
