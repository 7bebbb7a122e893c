import CSignNetwork
import Glibc
import LinuxSystem
import PixelProtocols

/// Sends datagrams with pixels to a host, or to the groups of E1.31.
package final class PixelTransmitter {
    private let descriptor: Int32
    private var address = pixel_address()
    private let isGroup: Bool

    /// Finds the host, which may take a while.
    ///
    /// - Parameter host: nil for the group of each universe.
    package init(host: String?, port: UInt16) throws {
        descriptor = pixel_socket_open(0, 1 << 16)
        guard descriptor >= 0 else { throw WordedError("no packets can be sent: \(SystemCallError("socket"))") }
        isGroup = host == nil
        address.port = port
        let code = host.map { pixel_address_find($0, port, &address) } ?? 0
        guard code == 0 else {
            throw WordedError(
                "\(PrintableText.line(host ?? "")) is not found (\(String(cString: gai_strerror(code)))); give the name or "
                    + "address of a sign")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends packets one after the other; waits while the kernel has no room.
    ///
    /// A host that takes nothing at the port is an error of a packet before, and no reason to stop.
    package func send(_ packets: [PixelPackets.Packet]) throws {
        for packet in packets {
            var to = address
            if isGroup { (to.high, to.low) = (0, 0xFFFF_EFFF_0000 | UInt64(packet.universe ?? 0)) }
            while pixel_socket_send(descriptor, packet.bytes, UInt32(clamping: packet.bytes.count), &to) != 0 {
                switch errno {
                case ECONNREFUSED, EINTR: continue
                case EAGAIN, ENOBUFS:
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, 100)
                default: throw WordedError("the packets cannot be sent: \(SystemCallError("sendto"))")
                }
            }
        }
    }
}
