import LinuxSystem
import NetworkPixels

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

    /// - Parameters:
    ///   - name: the only interface; nil for all.
    ///   - interfaces: says which interfaces there are.
    init(
        _ universes: Set<UInt16>, port: UInt16, name: String?, interfaces: @escaping () -> [NetworkInterface],
        watch: InterfaceWatch?
    ) {
        (self.universes, self.port, self.name, self.interfaces) = (universes, port, name, interfaces)
        self.watch = watch
    }

    /// Whether there are groups to join.
    private var isUsed: Bool { !universes.isEmpty }

    /// Whether interfaces are looked for from time to time, because the kernel does not tell of them.
    var isToBeAsked: Bool { isUsed && watch == nil }

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
        guard isUsed, isOutdated || hasChanged || tries && problem != nil else { return false }
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
