import SignFiles

/// The names by which browsers may ask for the sign.
///
/// A foreign page whose name was changed to resolve to this machine (DNS rebinding) still sends its own name, and is
/// refused.
package struct HostRule: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machine: the name of the machine; empty for none.
    ///   - names: further names.
    package init(machine: String, names: [String] = []) {
        var known = Set(names.map { $0.lowercased() })
        known.insert("localhost")
        if !machine.isEmpty { known.insert(machine.lowercased()) }
        self.names = known
    }

    /// Whether a request with this header is for the sign; nil stands for none, or for more than one.
    package func allows(_ header: String?) -> Bool {
        guard let header, let host = Self.host(header) else { return false }
        return NumericAddress.isIPv4(host) || names.contains(host) || host.hasSuffix(".local") && host.count > 6
            || host.hasPrefix("[") && host.hasSuffix("]") && NumericAddress.isIPv6(String(host.dropFirst().dropLast()))
    }

    /// The host in small letters, without the port; nil for what is none.
    static func host(_ header: String) -> String? {
        let bytes = header.utf8
        guard (1...261).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") })
        else { return nil }
        let end = header.lastIndex(of: "]") ?? header.startIndex
        let colon = header[end...].lastIndex(of: ":")
        if let colon {
            let port = header[header.index(after: colon)...]
            guard UInt16(port) != nil || port.isEmpty else { return nil }
        }
        var host = (colon.map { header[..<$0] } ?? header[...]).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty ? nil : host
    }
}
