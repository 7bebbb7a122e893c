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

/// Sends pictures to another sign, each as an HTTP request on one connection; `ReceiverConnection` connects and reconnects it.
package struct RequestPort: DatagramPort, ~Copyable {
    /// As that of a `ReceiverPort`.
    package var watch: RefreshWatch?
    private let socket: RequestSocket
    private var stream = sign_request_stream()

    /// How long `waitForRoom` and `finish` wait, in milliseconds.
    private static let roomTime: Int32 = 100
    private static let finishTime: Int32 = 1_000

    /// Prepares to send on the connections of a socket.
    package init(_ socket: RequestSocket) { self.socket = socket }

    /// Sends as much of the request as the kernel takes, while not too many are without an answer; the rest is sent by the next call.
    package mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome {
        if let watch {
            watch.beat()
            if watch.isAbandoned { return DatagramOutcome(next: first, code: ECANCELED) }
        }
        guard socket.isConnected else {
            return DatagramOutcome(next: first, code: socket.wasConnected ? ENOTCONN : EDESTADDRREQ)
        }
        let code = packets.bytes.withUnsafeBytes {
            sign_request_stream_send(socket.number, &stream, $0.baseAddress, UInt32(clamping: $0.count))
        }
        if code == 0 { return DatagramOutcome(next: packets.packets.count) }
        if code == EAGAIN { return DatagramOutcome(next: first, code: code, isFull: true) }
        abandon()
        return DatagramOutcome(next: first, code: code == ENOTCONN ? ECONNRESET : code)
    }

    /// What made the panel dark has left a new connection on the socket, which the rest of a request would break.
    package mutating func restart() -> Bool {
        guard socket.isConnected, stream.written > 0 else {
            stream = sign_request_stream()
            return false
        }
        abandon()
        return true
    }

    package mutating func abandon() {
        socket.lose()
        stream = sign_request_stream()
    }

    package mutating func waitForRoom() -> Bool {
        guard socket.isConnected else { return false }
        sign_request_stream_wait(socket.number, &stream, Self.roomTime)
        return true
    }

    package mutating func finish() {
        if socket.isConnected { sign_request_stream_finish(socket.number, &stream, Self.finishTime) }
    }

    /// How another process makes the panel dark: by black pictures on a new connection of the same socket.
    ///
    /// Mutating: Swift 6.0.3 cannot compile a method that borrows the port for it.
    package mutating func darkPlan(_ packets: borrowing PreparedPackets) -> DarkPlan {
        let file = socket.number
        let black = packets.blackHeads
        return DarkPlan(
            lines: nil, action: .requests(head: black.first?.head ?? [], zeros: black.first?.zeros ?? 0), file: file)
    }
}
