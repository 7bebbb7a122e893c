import Glibc
import LinuxSystem

/// Why the page and the API are not served.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library gives no server.
    case noDaemon
    /// An address cannot be listened at.
    case cannotListen(String, code: Int32)

    /// What was tried, why it failed, and the fix.
    package var description: String {
        switch self {
        case .noDaemon: "the server needs more memory or descriptors than the system gives"
        case .cannotListen(let place, let code):
            "cannot listen at \(place): \(SystemCallError.reason(code))\(Self.fix(code))"
        }
    }

    private static func fix(_ code: Int32) -> String {
        switch code {
        case EADDRINUSE: "; stop the program that listens there, or give another port"
        case EADDRNOTAVAIL: "; give an address of this machine"
        case EACCES: "; give a port from 1024"
        default: ""
        }
    }
}
