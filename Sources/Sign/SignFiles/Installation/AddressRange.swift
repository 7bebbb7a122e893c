import Glibc

/// Addresses that begin with the same bits, such as 192.168.1.0/24, or a single one.
package struct AddressRange: Hashable, Sendable {
    /// The first 64 bits of an IPv6 address; IPv4 addresses are those of ::ffff:0:0/96.
    package let high: UInt64
    /// The other 64 bits.
    package let low: UInt64
    /// How many bits count, 0 to 128.
    package let length: Int

    /// Reads an address in digits, with or without the number of bits that count; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = Self.bytes(of: String(first)) else { return nil }
        let maximum = address.isIPv4 ? 32 : 128
        var bits = maximum
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let given = Int(parts[1]), given <= maximum
            else { return nil }
            bits = given
        }
        length = 128 - maximum + bits
        (high, low) = Self.masked(address.high, address.low, length)
    }

    /// Whether an address is one of these; IPv4 addresses are given as those of ::ffff:0:0/96.
    package func contains(high: UInt64, low: UInt64) -> Bool { Self.masked(high, low, length) == (self.high, self.low) }

    private static func masked(_ high: UInt64, _ low: UInt64, _ length: Int) -> (UInt64, UInt64) {
        (high & mask(length), low & mask(length - 64))
    }

    /// The first bits of a word; a shift by 64 or more gives none.
    private static func mask(_ bits: Int) -> UInt64 { bits >= 64 ? .max : bits <= 0 ? 0 : .max << UInt64(64 - bits) }

    fileprivate static func bytes(of text: String) -> (isIPv4: Bool, high: UInt64, low: UInt64)? {
        guard !text.contains("\0") else { return nil }
        var short = in_addr()
        if inet_pton(AF_INET, text, &short) == 1 {
            return (true, 0, 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: short.s_addr)))
        }
        var long = in6_addr()
        guard inet_pton(AF_INET6, text, &long) == 1 else { return nil }
        return withUnsafeBytes(of: long) { bytes in
            (
                false, UInt64(bigEndian: bytes.load(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}

extension String {
    /// Whether it is an IPv4 address: four numbers with dots, as inet_pton(3) reads them.
    package var isIPv4Address: Bool { AddressRange.bytes(of: self)?.isIPv4 ?? false }

    /// Whether it is an IPv6 address without brackets.
    package var isIPv6Address: Bool { AddressRange.bytes(of: self).map { !$0.isIPv4 } ?? false }
}
