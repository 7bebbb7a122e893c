import CLinuxSystem
import Glibc
import LinuxSystem
import PanelDrivers
import PixelProtocols

/// Sends the packets of pictures to a receiver, or to the multicast groups of E1.31; `ReceiverConnection` connects its socket.
package struct ReceiverPort: DatagramPort, ~Copyable {
    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Sending beats, and fails with ECANCELED when the process is dying.
    package var watch: RefreshWatch?
    private let socket: DatagramSocket
    private let port: UInt16
    private let hasGroups: Bool
    private let datagrams: UnsafeMutableBufferPointer<sign_datagram>

    /// Prepares to send the packets of a board.
    ///
    /// - Parameter groupPort: the port of groups; nil for a receiver.
    package init(_ socket: DatagramSocket, packets: borrowing PreparedPackets, groupPort: UInt16?) {
        self.socket = socket
        port = groupPort ?? 0
        hasGroups = groupPort != nil
        datagrams = .allocate(capacity: packets.packets.count)
        for (index, packet) in packets.packets.enumerated() {
            datagrams.initializeElement(
                at: index,
                to: sign_datagram(
                    start: UInt32(packet.start), count: UInt32(packet.length),
                    group: groupPort == nil ? 0 : E131Packet.group(ofUniverse: packet.universe)))
        }
    }

    deinit { datagrams.deallocate() }

    /// Sends packets by as few calls of the kernel as can be.
    package mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome {
        if let watch {
            watch.beat()
            if watch.isAbandoned { return DatagramOutcome(next: first, code: ECANCELED) }
        }
        let rest = UnsafeBufferPointer(rebasing: datagrams[first...])
        let (count, code) = packets.bytes.withUnsafeBytes { socket.send(rest, of: $0) }
        return DatagramOutcome(next: first + count, code: code, isFull: code == EAGAIN || code == ENOBUFS)
    }

    /// How another process makes the panel dark: by black pictures through the same socket.
    ///
    /// Mutating: Swift 6.0.3 cannot compile a method that borrows the port for it.
    package mutating func darkPlan(_ packets: borrowing PreparedPackets) -> DarkPlan {
        let (port, hasGroups, file) = (port, hasGroups, socket.number)
        let heads = packets.blackHeads.map { head, zeros, universe in
            DarkPlan.Head(bytes: head, zeros: zeros, group: hasGroups ? E131Packet.group(ofUniverse: universe) : 0)
        }
        return DarkPlan(
            lines: nil,
            action: .datagrams(heads: heads, port: port, sequencePlace: packets.neededSequencePlace ?? 0), file: file)
    }
}
