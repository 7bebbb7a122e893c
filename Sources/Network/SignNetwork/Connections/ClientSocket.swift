import Glibc
import LinuxSystem

/// A TCP connection to a broker or a server, encrypted or not, that never waits.
final class ClientSocket {
    /// An address of a host, with the port.
    struct Address: Sendable {
        let family: Int32
        let bytes: [UInt8]
    }

    private enum Phase {
        case connecting, encrypting, open
    }

    /// What to wait for.
    let descriptor: Int32
    /// The name for which the certificate has to be good; nil without encryption.
    private let encryptedHost: String?
    private let authority: String?
    private var encryption: ClientEncryption?
    private var phase = Phase.connecting

    /// Begins to connect to the first address to which a connection can begin, and takes it and those before it off the others.
    ///
    /// - Parameters:
    ///   - encryptedHost: the name for which the certificate has to be good; nil for no encryption.
    ///   - authority: the path of the file with the certificates that sign the other end's; nil for those of the system.
    init(
        _ addresses: inout ArraySlice<Address>, encryptedHost: String?, authority: String? = nil
    ) throws(ConnectionError) {
        (self.encryptedHost, self.authority) = (encryptedHost, authority)
        var code = EADDRNOTAVAIL
        while let address = addresses.popFirst() {
            if let descriptor = Self.connect(address, &code) {
                self.descriptor = descriptor
                return
            }
        }
        throw ConnectionError(code: code)
    }

    deinit {
        encryption = nil
        close(descriptor)
    }

    /// Asks the resolver for the addresses of a host, and waits for it.
    ///
    /// - Parameter family: `AF_INET` for IPv4 alone, `AF_UNSPEC` for both.
    static func addresses(
        of host: String, port: UInt16, family: Int32 = AF_UNSPEC
    ) throws(ConnectionError) -> ArraySlice<Address> {
        var hints = addrinfo()
        hints.ai_family = family
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &first) == 0 else {
            throw ConnectionError("its name cannot be resolved")
        }
        defer { freeaddrinfo(first) }
        var addresses: ArraySlice<Address> = []
        var next = first
        while let found = next?.pointee {
            next = found.ai_next
            let bytes = UnsafeRawBufferPointer(start: found.ai_addr, count: Int(found.ai_addrlen))
            addresses.append(Address(family: found.ai_family, bytes: Array(bytes)))
        }
        return addresses
    }

    private static func connect(_ address: Address, _ code: inout Int32) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else {
            code = errno
            return nil
        }
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let result = address.bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        if result == 0 || errno == EINPROGRESS { return descriptor }
        code = errno
        close(descriptor)
        return nil
    }

    // MARK: Running

    /// What `poll` is to wait for.
    func pollEvents(reads: Bool, writes: Bool) -> Int16 {
        switch phase {
        case .connecting: Int16(POLLOUT)
        case .encrypting: Int16(encryption?.wantsWrite == true ? POLLOUT : POLLIN)
        case .open: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))
        }
    }

    /// Whether there are bytes for which `poll` does not wait.
    var hasMore: Bool { encryption?.hasMore ?? false }

    /// Continues to connect; returns whether bytes can go both ways.
    func open() throws(ConnectionError) -> Bool {
        if phase == .connecting {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 0) > 0 else { return false }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            guard code == 0 else { throw ConnectionError(code: code) }
            if let encryptedHost {
                encryption = try ClientEncryption(descriptor, host: encryptedHost, authority: authority)
            }
            phase = encryption == nil ? .open : .encrypting
        }
        if phase == .encrypting, let encryption, try encryption.handshake() { phase = .open }
        return phase == .open
    }

    /// Reads what is there; returns nil if that is nothing.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(ConnectionError) -> Int? {
        if let encryption { return try encryption.read(buffer) }
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count < 0 else {
            guard count > 0 else { throw .closed }
            return count
        }
        guard errno == EAGAIN || errno == EINTR else { throw ConnectionError(code: errno) }
        return nil
    }

    /// Writes what can be; returns how many bytes that is.
    ///
    /// - Parameter bytes: begins with what could not be written the last time.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ConnectionError) -> Int {
        if let encryption { return try encryption.write(bytes) }
        let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        guard count < 0 else { return count }
        guard errno == EAGAIN || errno == EINTR else { throw ConnectionError(code: errno) }
        return 0
    }

    /// Says that nothing more will be written.
    func end() {
        encryption?.end()
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// Why there is no connection to a broker or a server, in words.
package struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether the next connection is likely to end in the same way: what it sends has ended this one.
    let isLasting: Bool

    init(_ words: String, isLasting: Bool = false) {
        (description, self.isLasting) = (PrintableText.line(words), isLasting)
    }

    /// The other end has closed the connection.
    static let closed = ConnectionError("the connection was closed")

    /// An error of the kernel; that it has closed the connection is one reason, whichever call notices it.
    init(code: Int32) {
        switch code {
        case EPIPE, ECONNRESET: self = .closed
        default: self.init(SystemCallError.reason(code))
        }
    }
}
