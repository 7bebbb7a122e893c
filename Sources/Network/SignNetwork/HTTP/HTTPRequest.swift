import CSignNetwork
import Foundation
import Glibc

/// One HTTP request with its whole body.
package struct HTTPRequest: Sendable {
    /// A header, a query item or a cookie.
    package typealias Item = (name: String, value: String)

    /// Such as GET.
    package var method: String
    /// The path, percent-decoded; it begins with a slash, and has ``RequestTarget/slash`` for a slash within a name.
    package var path: String
    /// The items after the question mark, percent-decoded, in order.
    package var query: [Item]
    /// The headers in order; their names as they were sent.
    package var headers: [Item]
    /// At most as many bytes as the route allows.
    package var body: [UInt8]
    /// The numeric address of the peer, without its port; that of a proxy, never a forwarded one.
    package var peer: String
    /// Whether the peer is this machine, through its loopback interface.
    package var isFromLoopback: Bool

    package init(
        _ method: String, _ path: String, query: [Item] = [], headers: [Item] = [], body: [UInt8] = [],
        peer: String = "127.0.0.1", isFromLoopback: Bool = true
    ) {
        (self.method, self.path, self.query, self.headers) = (method, path, query, headers)
        (self.body, self.peer, self.isFromLoopback) = (body, peer, isFromLoopback)
    }

    /// The value of a header, whose name is compared without regard to case; nil where it is missing or was sent twice.
    package func header(_ name: String) -> String? {
        let found = values(name)
        return found.count == 1 ? found[0] : nil
    }

    /// All values of a header, whose name is compared without regard to case.
    package func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

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

extension HTTPRequest {
    /// Reads the head of a request; nil if its target or a header cannot be read.
    init?(_ request: OpaquePointer) {
        guard let target = RequestTarget(String(cString: sign_request_target(request))) else { return nil }
        // C passes the headers one by one; nil where one cannot be read.
        var headers: [Item]? = []
        withUnsafeMutablePointer(to: &headers) { headers in
            sign_request_headers(request, headers) { context, name, length, value, count in
                guard let headers = context?.assumingMemoryBound(to: [Item]?.self) else { return }
                guard let name = HTTPRequest.text(name, length), let value = HTTPRequest.text(value, count) else {
                    headers.pointee = nil
                    return
                }
                headers.pointee?.append((name, value))
            }
        }
        guard let headers else { return nil }
        var address = [CChar](repeating: 0, count: 64)
        let isFromLoopback = sign_request_peer(request, &address, address.count)
        let digits = address.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(
            String(cString: sign_request_method(request)), target.path, query: target.query, headers: headers,
            peer: String(decoding: digits, as: UTF8.self), isFromLoopback: isFromLoopback)
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
        guard let start else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}

/// What stands behind the method of a request: a path and a query, decoded.
package struct RequestTarget: Sendable {
    /// Begins with a slash; has no dots as names, no empty names but perhaps the last, and no control characters but ``slash``.
    package let path: String
    /// The items after the question mark.
    package let query: [HTTPRequest.Item]

    /// Stands for a slash that is part of a name, so that such a path is equal to no other one.
    static let slash: Character = "\u{1F}"

    /// The most items of a query.
    static let maximumItems = 32

    /// Reads a target in origin form (RFC 9112, 3.2.1); nil for anything else, and for a path that could mean another one to a
    /// proxy or a file system.
    package init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix("/"), let path = Self.path(first) else { return nil }
        self.path = path
        guard parts.count == 2 else {
            query = []
            return
        }
        guard let items = Self.items(parts[1]) else { return nil }
        query = items
    }

    private static func path(_ text: Substring) -> String? {
        let names = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var path = ""
        for (index, name) in names.enumerated() {
            guard let name = decode(name) else { return nil }
            // A proxy may decode a slash, and then resolve dots.
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            let isLast = index == names.count - 1 && parts.count == 1
            guard parts.allSatisfy({ $0 != "." && $0 != ".." && (isLast || !$0.isEmpty) }) else { return nil }
            path += "/" + parts.joined(separator: String(slash))
        }
        return path
    }

    private static func items(_ text: Substring) -> [HTTPRequest.Item]? {
        var items: [HTTPRequest.Item] = []
        for item in text.replacing("+", with: " ").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard items.count < maximumItems, let name = decode(parts[0]),
                let value = parts.count == 2 ? decode(parts[1]) : ""
            else { return nil }
            items.append((name, value))
        }
        return items
    }

    /// Decodes what is percent-encoded; nil where the result is not UTF-8 or has control characters.
    private static func decode(_ text: Substring) -> String? {
        guard let decoded = text.removingPercentEncoding,
            decoded.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return decoded
    }
}
