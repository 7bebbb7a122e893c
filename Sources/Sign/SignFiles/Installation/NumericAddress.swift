import Glibc

/// Addresses of the internet in digits, as inet_pton(3) reads them.
package enum NumericAddress {
    /// Whether a text is four numbers with dots.
    package static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return !text.contains("\0") && inet_pton(AF_INET, text, &address) == 1
    }

    /// Whether a text is an IPv6 address without brackets.
    package static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.contains("\0") && inet_pton(AF_INET6, text, &address) == 1
    }
}
