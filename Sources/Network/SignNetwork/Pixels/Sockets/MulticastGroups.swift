import CSignNetwork
import Glibc
import LinuxSystem
import NetworkPixels

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
        let socket = try PixelSocket(groupsOf: .e131, port: port)
        guard pixel_group_join(socket.descriptor, group, interface) == 0 else {
            throw SystemCallError("IP_ADD_MEMBERSHIP")
        }
        sockets.append(socket)
        joined.insert(universe)
        return socket
    }
}
