import Glibc
import SignTestSupport

/// A UDP socket at a free port of this machine.
final class DatagramReceiver {
    let port: UInt16
    private let descriptor: Int32

    struct SocketError: Error {
        let code: Int32
    }

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard result == 0 else { throw SocketError(code: errno) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// The next datagram; nil where none comes in time.
    func next(within milliseconds: Int32 = Polling.timeout) -> [UInt8]? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : Array(buffer[..<count])
    }

    /// The datagrams that are there already, in order.
    func received() -> [[UInt8]] {
        var all: [[UInt8]] = []
        while let datagram = next(within: 0) { all.append(datagram) }
        return all
    }
}
