import Glibc

extension HTTPRequest {
    /// What limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address.
    ///
    /// A machine can use every address behind its first 64 bits (RFC 4291, 2.5.1). An IPv4 address that is written as an IPv6
    /// address counts as itself.
    package var network: String {
        var address = in6_addr()
        guard inet_pton(AF_INET6, peer, &address) == 1 else { return peer }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return bytes[12...].map { "\($0)" }.joined(separator: ".")
        }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}
