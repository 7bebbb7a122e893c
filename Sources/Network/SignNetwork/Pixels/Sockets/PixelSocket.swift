import CSignNetwork
import Glibc
import LinuxSystem
import NetworkPixels

/// A socket that takes datagrams of one protocol, until the value is released.
final class PixelSocket {
    let descriptor: Int32
    let `protocol`: PixelProtocol

    /// The room for datagrams that wait, which the kernel cuts to what it allows (net.core.rmem_max).
    static let buffer: Int32 = 1 << 20

    /// Takes datagrams at a port by IPv6 and IPv4; 0 is any free one.
    init(_ protocol: PixelProtocol, port: UInt16) throws(SystemCallError) {
        self.protocol = `protocol`
        descriptor = pixel_socket_open(port, Self.buffer)
        guard descriptor >= 0 else { throw SystemCallError("bind") }
    }

    /// Takes datagrams of groups at a port, by IPv4.
    init(groupsOf protocol: PixelProtocol, port: UInt16) throws(SystemCallError) {
        self.protocol = `protocol`
        descriptor = pixel_group_socket_open(port, Self.buffer)
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
