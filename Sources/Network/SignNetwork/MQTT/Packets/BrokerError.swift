import Glibc
import LinuxSystem

/// Why there is no connection to a broker, in words.
package struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether the next connection is likely to end in the same way: what the broker sends has ended this one.
    let isLasting: Bool

    init(_ words: String, isLasting: Bool = false) {
        (description, self.isLasting) = (PrintableText.line(words), isLasting)
    }

    /// The broker has ended the connection.
    static let closed = BrokerError("the connection was closed")

    /// An error of the kernel; that the broker has closed the connection is one reason, whichever call notices it.
    init(code: Int32) {
        switch code {
        case EPIPE, ECONNRESET: self = .closed
        default: self.init(SystemCallError.reason(code))
        }
    }
}
