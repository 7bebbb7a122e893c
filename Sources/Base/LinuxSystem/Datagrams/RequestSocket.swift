import CLinuxSystem
import Glibc
import Synchronization

/// A socket that leads to a receiver in the network.
package protocol ReceiverSocket: Sendable {
    /// Looks up the receiver, which may take seconds, and sends to it from then on.
    ///
    /// - Returns: why it was not found; nil if it was.
    func connect(host: String, port: UInt16) -> String?

    /// Whether a receiver was found, and no connection to it was lost since.
    var isConnected: Bool { get }
}

extension ReceiverSocket {
    /// Looks up the receiver and connects a socket to it; nil where that worked, else why not.
    static func connect(_ number: Int32, _ host: String, _ port: UInt16) -> String? {
        let code = sign_receiver_connect(number, host, port)
        if code == 0 { return nil }
        return code > 0 ? SystemCallError.reason(code) : String(cString: gai_strerror(code))
    }
}

/// A socket for requests of HTTP to one receiver, over one connection.
///
/// Two threads take turns: one connects it while it is not connected, and one sends while it is.
package final class RequestSocket: ReceiverSocket {
    package let number: Int32
    private let connected = Atomic<Bool>(false)
    private let found = Atomic<Bool>(false)

    /// Opens a socket.
    package init() throws(SystemCallError) {
        number = sign_request_stream_open()
        guard number >= 0 else { throw SystemCallError("socket") }
    }

    deinit { if number >= 0 { close(number) } }

    /// Looks up the receiver, which may take seconds, ends the old connection and makes a new one.
    ///
    /// - Returns: why that failed; nil if it did not.
    package func connect(host: String, port: UInt16) -> String? {
        let failure = Self.connect(number, host, port)
        guard failure == nil else { return failure }
        found.store(true, ordering: .relaxed)
        connected.store(true, ordering: .sequentiallyConsistent)
        return nil
    }

    /// Whether there is a connection, until `lose`.
    package var isConnected: Bool { connected.load(ordering: .sequentiallyConsistent) }
    /// Whether there ever was one.
    package var wasConnected: Bool { found.load(ordering: .relaxed) }

    /// Gives the connection up, for the other thread to make a new one.
    package func lose() { connected.store(false, ordering: .sequentiallyConsistent) }
}
