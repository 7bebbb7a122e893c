import CSignNetwork
import Glibc
import LinuxSystem

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
