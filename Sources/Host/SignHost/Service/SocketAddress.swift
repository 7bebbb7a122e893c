import Glibc

/// The address of a Unix socket (unix(7)): a path or an abstract name.
struct SocketAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// Reads an address in the form of NOTIFY_SOCKET; nil if it is of another kind or too long.
    init?(_ name: String) {
        var bytes = Array(name.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        guard isAbstract || bytes.first == UInt8(ascii: "/") else { return nil }
        if isAbstract { bytes[0] = 0 }
        let maximum = MemoryLayout.size(ofValue: address.sun_path)
        // A path ends with NUL, an abstract name with its length.
        guard bytes.count > 1, bytes.count + (isAbstract ? 0 : 1) <= maximum, !bytes.dropFirst().contains(0) else {
            return nil
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let head = MemoryLayout<sockaddr_un>.size - maximum
        length = socklen_t(head + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Calls `body` with the address in the form that system calls take.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
