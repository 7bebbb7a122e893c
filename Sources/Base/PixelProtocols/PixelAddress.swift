/// An address of the network; those of IPv4 are the ones of ::ffff:0:0/96.
package struct PixelAddress: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// An address of IPv4 as a number.
    package init(ipv4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4)) }

    /// The number of an address of IPv4; nil for another one.
    package var ipv4: UInt32? { high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil }

    /// Whether it belongs to this machine or a local network: loopback, private, link-local and unique local addresses.
    package var isLocal: Bool {
        guard let number = ipv4 else {
            return high == 0 && low == 1 || high >> 54 == 0xFE80 >> 6 || high >> 57 == 0xFC >> 1
        }
        switch number >> 24 {
        case 10, 127: return true
        case 172: return number >> 20 == 0xAC1
        case 192: return number >> 16 == 0xC0A8
        case 169: return number >> 16 == 0xA9FE
        default: return false
        }
    }
}

/// What distinguishes senders: the CID of E1.31, else the address.
///
/// Ports do not count, because scripts have another one for each packet.
package struct PixelSenderKey: Hashable, Sendable {
    package let `protocol`: PixelProtocol
    package let high: UInt64
    package let low: UInt64

    package init(_ protocol: PixelProtocol, high: UInt64, low: UInt64) {
        (self.protocol, self.high, self.low) = (`protocol`, high, low)
    }

    package init(_ protocol: PixelProtocol, _ address: PixelAddress) {
        self.init(`protocol`, high: address.high, low: address.low)
    }
}

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
