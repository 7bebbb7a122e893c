import CLinuxSystem
import Glibc

/// A socket that sends datagrams to one receiver, or to groups of IPv4; for any thread.
package final class DatagramSocket: Sendable {
    package let number: Int32
    /// The port of groups.
    private let port: UInt16

    /// Opens a socket.
    ///
    /// - Parameter groupPort: the port of groups; nil for a receiver, which is then to be found.
    package init(groupPort: UInt16? = nil) throws(SystemCallError) {
        number = sign_datagrams_open(groupPort != nil)
        port = groupPort ?? 0
        guard number >= 0 else { throw SystemCallError("socket") }
    }

    deinit { if number >= 0 { close(number) } }

    /// Finds the receiver, which may take a while, so that what follows goes to it; returns why there is none, or nil.
    package func connect(host: String, port: UInt16) -> String? {
        let code = sign_datagrams_connect(number, host, port)
        if code == 0 { return nil }
        return code > 0 ? SystemCallError.reason(code) : String(cString: gai_strerror(code))
    }

    /// Whether there is a receiver.
    package var isConnected: Bool { sign_datagrams_is_connected(number) }

    /// Sends parts of some memory as datagrams without waiting; does not allocate or lock.
    ///
    /// - Returns: how many have left, and the error number of the kernel, or 0.
    package func send(
        _ datagrams: UnsafeBufferPointer<sign_datagram>, of bytes: UnsafeRawBufferPointer
    ) -> (count: Int, code: Int32) {
        var code: Int32 = 0
        let count = sign_datagrams_send(
            number, bytes.baseAddress, datagrams.baseAddress, UInt32(clamping: datagrams.count), port, &code)
        return (Int(count), code)
    }
}
