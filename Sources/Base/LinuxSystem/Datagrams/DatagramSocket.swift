import CLinuxSystem
import Glibc

/// A socket that sends datagrams to one receiver, or to IPv4 multicast groups; any thread may use it.
package final class DatagramSocket: ReceiverSocket {
    package let number: Int32
    /// The port of groups.
    private let port: UInt16

    /// Opens a socket.
    ///
    /// - Parameter groupPort: the port of groups; nil for a single receiver, which `connect` looks up.
    package init(groupPort: UInt16? = nil) throws(SystemCallError) {
        number = sign_datagrams_open(groupPort != nil)
        port = groupPort ?? 0
        guard number >= 0 else { throw SystemCallError("socket") }
    }

    deinit { if number >= 0 { close(number) } }

    /// Looks up the receiver, which may take seconds, and sends to it from then on.
    ///
    /// - Returns: why it was not found; nil if it was.
    package func connect(host: String, port: UInt16) -> String? { Self.connect(number, host, port) }

    /// Whether a receiver was found.
    package var isConnected: Bool { sign_datagrams_is_connected(number) }

    /// Sends datagrams that lie in `bytes`, without waiting; does not allocate or lock.
    ///
    /// - Returns: how many the kernel took, and errno of the last failure, or 0.
    package func send(
        _ datagrams: UnsafeBufferPointer<sign_datagram>, of bytes: UnsafeRawBufferPointer
    ) -> (count: Int, code: Int32) {
        var code: Int32 = 0
        let count = sign_datagrams_send(
            number, bytes.baseAddress, datagrams.baseAddress, UInt32(clamping: datagrams.count), port, &code)
        return (Int(count), code)
    }
}
