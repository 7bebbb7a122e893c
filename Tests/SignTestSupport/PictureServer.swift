import Glibc

/// A server of HTTP at a free port of this machine that takes requests whose length is given, on any number of connections.
public final class PictureServer {
    /// A request that has arrived as a whole.
    public struct Request: Equatable {
        /// Its lines before the body.
        public let head: String
        /// What follows them.
        public let body: [UInt8]
    }

    struct SocketError: Error {
        let code: Int32
    }

    /// The port of the server.
    public let port: UInt16
    private let listener: Int32
    /// The connections that are open, with what came of the next request.
    private var connections: [(number: Int32, bytes: [UInt8])] = []

    /// Opens the server.
    ///
    /// - Parameters:
    ///   - port: where; 0 for any free one.
    ///   - room: the bytes that the kernel keeps of what was not read; nil for as many as usual.
    public init(port: UInt16 = 0, room: Int32? = nil) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if var room { setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isOpen else { throw SocketError(code: errno) }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close()
        Glibc.close(listener)
    }

    /// Ends all connections.
    public func close() {
        for connection in connections { Glibc.close(connection.number) }
        connections = []
    }

    /// The next whole request, which is answered at once; nil where none comes in time.
    ///
    /// - Parameter status: that of the answer; nil for none.
    public func next(within milliseconds: Int32 = Polling.timeout, status: Int? = 200) -> Request? {
        while true {
            for index in connections.indices {
                guard let request = takeRequest(index) else { continue }
                if let status { answer(status, on: index) }
                return request
            }
            guard read(within: milliseconds) else { return nil }
        }
    }

    /// Answers a request on the newest connection.
    public func answer(_ status: Int = 200) {
        if !connections.isEmpty { answer(status, on: connections.count - 1) }
    }

    private func answer(_ status: Int, on index: Int) {
        let text = "HTTP/1.1 \(status) Words\r\nContent-Length: 2\r\n\r\n{}"
        send(connections[index].number, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads what is there, and takes connections; returns whether anything came in time.
    public func read(within milliseconds: Int32) -> Bool {
        var entries = ([listener] + connections.map(\.number)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
        for index in connections.indices.reversed() where entries[index + 1].revents != 0 {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connections[index].number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                connections[index].bytes += buffer[..<count]
            } else {
                Glibc.close(connections[index].number)
                connections.remove(at: index)
            }
        }
        if entries[0].revents != 0 {
            let number = accept(listener, nil, nil)
            if number >= 0 { connections.append((number, [])) }
        }
        return true
    }

    private func takeRequest(_ index: Int) -> Request? {
        let bytes = connections[index].bytes
        let blank: [UInt8] = [13, 10, 13, 10]
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: blank) }) else { return nil }
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let name = "Content-Length: "
        let line = head.split(separator: "\r\n").first { $0.hasPrefix(name) }
        let (start, length) = (end + 4, line.flatMap { Int($0.dropFirst(name.count)) } ?? 0)
        guard bytes.count >= start + length else { return nil }
        connections[index].bytes = Array(bytes[(start + length)...])
        return Request(head: head, body: Array(bytes[start..<(start + length)]))
    }
}
