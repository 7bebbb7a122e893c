import CLinuxSystem
import Glibc
import LinuxSystem
import PixelProtocols

/// Sends datagrams with pixels to a host, or to the groups of E1.31.
package final class PixelTransmitter {
    private let socket: DatagramSocket
    private let isGroup: Bool

    /// Finds the host, which may take a while.
    ///
    /// - Parameter host: nil for the group of each universe.
    package init(host: String?, port: UInt16) throws {
        isGroup = host == nil
        do throws(SystemCallError) {
            socket = try DatagramSocket(groupPort: host == nil ? port : nil)
        } catch {
            throw WordedError("no packets can be sent: \(error)")
        }
        guard let host, let failure = socket.connect(host: host, port: port) else { return }
        throw WordedError(
            "\(PrintableText.line(host)) is not found (\(failure)); give the name or address of a sign")
    }

    /// Sends packets one after the other; waits while the kernel has no room.
    ///
    /// A host that takes nothing at the port, or is gone for a while, is no reason to stop.
    package func send(_ packets: [PixelPackets.Packet]) throws {
        for packet in packets {
            var datagram = sign_datagram(
                start: 0, count: UInt32(clamping: packet.bytes.count),
                group: isGroup ? E131Packet.group(ofUniverse: packet.universe ?? 0) : 0)
            var code: Int32 = 0
            repeat {
                code = withUnsafePointer(to: &datagram) { one in
                    packet.bytes.withUnsafeBytes { socket.send(UnsafeBufferPointer(start: one, count: 1), of: $0).code }
                }
                if code == EAGAIN || code == ENOBUFS {
                    var waiting = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, 100)
                }
            } while code == EAGAIN || code == ENOBUFS
            guard [0, ECONNREFUSED, EHOSTUNREACH].contains(code) else {
                throw WordedError("the packets cannot be sent: \(SystemCallError("sendto", code: code))")
            }
        }
    }
}
