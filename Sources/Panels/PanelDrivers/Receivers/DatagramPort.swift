import Glibc
import PixelProtocols

/// Sends the packets of pictures to a receiver in the network.
package protocol DatagramPort: ~Copyable {
    /// Sends packets from one of them on, without waiting; must not allocate, lock or log.
    mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome

    /// Begins anew after the panel was made dark in place of this process; returns whether the connection to the receiver was given up for
    /// that, which `record` has to get to know. Must not allocate, lock or log.
    mutating func restart() -> Bool

    /// Gives up a connection on which nothing leaves. Must not allocate, lock or log.
    mutating func abandon()

    /// Waits for a moment until the rest can leave; returns false where waiting is of no use.
    mutating func waitForRoom() -> Bool

    /// Waits, at most for a second, until the receiver has taken what has left.
    mutating func finish()
}

/// Datagrams have no connection, and no one waits for them.
extension DatagramPort where Self: ~Copyable {
    package mutating func restart() -> Bool { false }
    package mutating func abandon() {}
    package mutating func waitForRoom() -> Bool { false }
    package mutating func finish() {}
}

/// What became of packets that were to be sent.
package struct DatagramOutcome: Hashable, Sendable {
    /// The first one that has not left this machine; as many as there are where all have.
    package let next: Int
    /// The error number of the kernel, 0, or of HTTP the negative status of an answer that refuses a picture.
    ///
    /// Also packets that have left may not have arrived.
    package let code: Int32
    /// Whether the kernel has no room at the moment, so that the rest can be sent soon.
    package let isFull: Bool

    /// Whether nothing has ever left, because no receiver was found.
    package var wasNeverFound: Bool { code == EDESTADDRREQ }
    /// Whether there is no connection to the receiver, for now or since ever.
    package var hasNoReceiver: Bool { wasNeverFound || code == ENOTCONN }

    /// Describes an outcome.
    package init(next: Int, code: Int32 = 0, isFull: Bool = false) {
        (self.next, self.code, self.isFull) = (next, code, isFull)
    }
}
