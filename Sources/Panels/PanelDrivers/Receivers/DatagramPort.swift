import Glibc
import PixelProtocols

/// Sends the packets of pictures to a receiver in the network.
package protocol DatagramPort: ~Copyable {
    /// Sends packets from one of them on, without waiting; must not allocate, lock or log.
    mutating func send(_ packets: borrowing PreparedPackets, from first: Int) -> DatagramOutcome

    /// Starts over after the signal handlers or the guardian made the panel dark. Must not allocate, lock or log.
    ///
    /// - Returns: whether the connection to the receiver was dropped, which the caller records as an error.
    mutating func restart() -> Bool

    /// Drops a connection on which nothing can be sent. Must not allocate, lock or log.
    mutating func abandon()

    /// Waits for up to 100 ms until the rest can be sent; returns false where waiting does not help.
    mutating func waitForRoom() -> Bool

    /// Waits for up to a second until the receiver has answered what was sent.
    mutating func finish()
}

/// Datagrams have no connection to drop, and get no answers.
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
