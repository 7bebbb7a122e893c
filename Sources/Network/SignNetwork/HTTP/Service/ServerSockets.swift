import CSignNetwork
import Glibc
import LinuxSystem
import SignFiles
import Timelines

/// The sockets of a server: what cannot be opened is retried, and reported once.
struct ServerSockets {
    /// The time between two attempts.
    static let interval = Nanoseconds.seconds(5)

    /// Each address with its socket, or else why it has none.
    private var entries: [(endpoint: HTTPSettings.Endpoint, socket: ListeningSocket?, error: String?)]
    /// When to retry; nil where all are open.
    private(set) var retry: Instant?

    init(_ endpoints: [HTTPSettings.Endpoint], at instant: Instant) {
        entries = endpoints.map { ($0, nil, nil) }
        retry = instant
    }

    /// The sockets that are open.
    var open: [ListeningSocket] { entries.compactMap(\.socket) }

    /// Why what is missing cannot be opened, in a line; nil where all are open.
    var problem: String? {
        let words = entries.compactMap(\.error)
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The port of the first address.
    var port: UInt16 { entries.first.map { $0.socket?.port ?? $0.endpoint.port } ?? 0 }

    /// Opens what is missing, if it is time; returns the new sockets.
    ///
    /// - Parameter report: gets what is new about them, a line each.
    mutating func step(at instant: Instant, report: (String) -> Void) -> [ListeningSocket] {
        guard let due = retry, due <= instant else { return [] }
        var opened: [ListeningSocket] = []
        for (index, entry) in entries.enumerated() where entry.socket == nil {
            do {
                let socket = try ListeningSocket(entry.endpoint)
                entries[index] = (entry.endpoint, socket, nil)
                opened.append(socket)
                if entry.error != nil { report("the page is served at \(entry.endpoint) now") }
            } catch {
                entries[index].error = "\(error)"
                if entry.error == nil { report("the page is not served: \(error); retrying every 5 s") }
            }
        }
        retry = entries.contains { $0.socket == nil } ? instant + Self.interval : nil
        return opened
    }
}

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
