import CSignNetwork
import Glibc
import SignFiles

/// A socket that waits for connections by TCP, until the value is released.
package final class ListeningSocket {
    package let descriptor: Int32

    /// Listens at an address; port 0 is any free one.
    package init(_ endpoint: HTTPSettings.Endpoint) throws(HTTPServerError) {
        descriptor = listening_socket_open(endpoint.address, endpoint.port)
        guard descriptor >= 0 else { throw .cannotListen(endpoint.description, code: errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The port at which it listens.
    package var port: UInt16 { listening_socket_port(descriptor) }
}
