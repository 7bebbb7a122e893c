import CSignNetwork
import Glibc
import LinuxSystem
import SignFiles

/// A socket that waits for connections by TCP, until the value is released.
package final class ListeningSocket {
    package let descriptor: Int32

    /// Listens at an address; port 0 is any free one.
    package init(_ endpoint: HTTPSettings.Endpoint) throws {
        descriptor = listening_socket_open(endpoint.address, endpoint.port)
        guard descriptor >= 0 else { throw Self.error(endpoint, code: errno) }
    }

    private static func error(_ endpoint: HTTPSettings.Endpoint, code: Int32) -> WordedError {
        let fix =
            switch code {
            case EADDRINUSE: "; stop the program that listens there, or give another port"
            case EADDRNOTAVAIL: "; give an address of this machine"
            case EACCES: "; give a port from 1024"
            default: ""
            }
        return WordedError("cannot listen at \(endpoint): \(SystemCallError.reason(code))\(fix)")
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The port at which it listens.
    package var port: UInt16 { listening_socket_port(descriptor) }
}
