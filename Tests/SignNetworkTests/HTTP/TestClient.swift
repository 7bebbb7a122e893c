import Glibc

/// An answer as it was received.
struct TestReply {
    /// 0 without an answer.
    var status = 0
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var isWhole = false

    subscript(header: String) -> String? { headers.first { $0.name.lowercased() == header.lowercased() }?.value }
    var text: String { String(decoding: body, as: UTF8.self) }

    init() {}

    /// Reads what has arrived; nil without a whole head.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers.append((String(parts[0]), String(parts[1].drop { $0 == " " }))) }
        }
        body = Array(bytes.dropFirst(text[..<end.upperBound].utf8.count))
        isWhole = self["Content-Length"].flatMap { Int($0) }.map { body.count >= $0 } ?? (status == 101)
    }
}

/// A connection to a server, which never waits.
final class TestClient {
    let descriptor: Int32
    private var unsent: [UInt8] = []
    private(set) var received: [UInt8] = []
    /// Whether the server has ended it.
    private(set) var isClosed = false

    struct Failure: Error {}

    /// - Parameter address: where it comes from, within 127.0.0.0/8.
    init(port: UInt16, from address: String = "127.0.0.1") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure() }
        guard Self.with(address, 0, { bind(descriptor, $0, $1) }) == 0 else { throw Failure() }
        _ = Self.with("127.0.0.1", port) { connect(descriptor, $0, $1) }
    }

    private static func with(
        _ name: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, name, &address.sin_addr) == 1 else { return -1 }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes, as many as can be sent now; the others with `flush`.
    func send(_ bytes: [UInt8]) {
        unsent += bytes
        flush()
    }

    func flush() {
        while !unsent.isEmpty {
            let count = Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            unsent.removeFirst(count)
        }
    }

    /// Takes what has arrived; returns whether the server has ended the connection.
    @discardableResult
    func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                received += chunk[..<count]
                continue
            }
            if count == 0 || (errno != EAGAIN && errno != ENOTCONN) { isClosed = true }
            return isClosed
        }
    }

    var reply: TestReply? { TestReply(received) }
}
