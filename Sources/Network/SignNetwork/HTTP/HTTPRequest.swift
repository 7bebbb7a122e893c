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
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found[0].value : nil
    }

    /// All values of a header, whose name is compared without regard to case.
    package func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
