import Glibc

/// The socket of a service manager: a real Unix datagram socket.
public final class ServiceManagerSocket {
    /// What NOTIFY_SOCKET says.
    public let name: String
    private let descriptor: Int32

    /// Why there is none.
    public struct SocketError: Error, CustomStringConvertible {
        /// The call that failed, and why.
        public let description: String
    }

    /// Binds a socket to a path or, after `@`, to an abstract name.
    public init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard result == 0 else { throw SocketError(description: "bind \(name): \(String(cString: strerror(errno)))") }
    }

    /// The next datagram; nil where none comes in time.
    public func next(within milliseconds: Int32 = Polling.timeout) -> String? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The datagrams that are there already, in order.
    public func received() -> [String] {
        var all: [String] = []
        while let datagram = next(within: 0) { all.append(datagram) }
        return all
    }

    deinit {
        close(descriptor)
        if !name.hasPrefix("@") { unlink(name) }
    }
}
