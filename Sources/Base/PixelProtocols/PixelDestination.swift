/// Where packets of pixels go: the name or address of a host, and a port.
package struct PixelDestination: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    /// Why a text is no destination.
    package enum Failure: Error {
        case host
        case port
    }

    /// Reads a name or an address, with :port if it is another one; an address of IPv6 has brackets where a port follows.
    package init(_ text: String, defaultPort: UInt16) throws(Failure) {
        let isBracketed = text.hasPrefix("[")
        let parts =
            isBracketed ? text.dropFirst().split(separator: "]", maxSplits: 1) : text.split(separator: ":")
        let hasPort = parts.count == 2
        let host = isBracketed || hasPort ? String(parts.first ?? "") : text
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F })
        else { throw .host }
        guard hasPort else {
            self.init(host: host, port: defaultPort)
            return
        }
        guard let port = UInt16(parts[1].drop { $0 == ":" }), port > 0 else { throw .port }
        self.init(host: host, port: port)
    }

    /// The host and the port as a sign file or a command line has them.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
