import Glibc
import PixelProtocols

/// Sends the packets of pictures to a receiver in the network.
package protocol DatagramPort: ~Copyable {
    /// Sends packets from one of them on, without waiting; must not allocate, lock or log.
    mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome
}

/// What became of packets that were to be sent.
package struct DatagramOutcome: Hashable, Sendable {
    /// The first one that has not left this machine; as many as there are where all have.
    package let next: Int
    /// The error number of the kernel, or 0; also packets that have left may not have arrived.
    package let code: Int32
    /// Whether the kernel has no room at the moment, so that the rest can be sent soon.
    package let isFull: Bool

    /// Whether nothing has ever left, because no receiver was found.
    package var wasNeverFound: Bool { code == EDESTADDRREQ }

    /// Describes an outcome.
    package init(next: Int, code: Int32 = 0, isFull: Bool = false) {
        (self.next, self.code, self.isFull) = (next, code, isFull)
    }
}
