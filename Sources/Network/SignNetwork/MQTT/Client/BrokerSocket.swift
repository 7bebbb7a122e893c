import Glibc
import SignFiles

/// A TCP connection to a broker, encrypted or not, that never waits.
final class BrokerSocket {
    private enum Phase {
        case connecting, encrypting, open
    }

    /// What to wait for.
    let descriptor: Int32
    private let broker: MQTTSettings.Broker
    private let authority: String?
    private var encryption: BrokerEncryption?
    private var phase = Phase.connecting

    /// Begins to connect; waits for the resolver of names, but not for the broker.
    ///
    /// Takes the first address of a name to which a connection can begin, and never another one when that does not answer:
    /// IPv6 where a name has both.
    ///
    /// - Parameters:
    ///   - authority: the path of the file with the certificates that sign the broker's; nil for those of the system.
    ///   - ipv4: whether to take IPv4 addresses, where the name has one.
    init(_ broker: MQTTSettings.Broker, authority: String?, ipv4: Bool) throws(BrokerError) {
        (self.broker, self.authority) = (broker, authority)
        if ipv4, let descriptor = try? Self.connect(broker, AF_INET) {
            self.descriptor = descriptor
        } else {
            descriptor = try Self.connect(broker, AF_UNSPEC)
        }
    }

    deinit {
        encryption = nil
        close(descriptor)
    }

    private static func connect(_ broker: MQTTSettings.Broker, _ family: Int32) throws(BrokerError) -> Int32 {
        var hints = addrinfo()
        hints.ai_family = family
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(broker.host, "\(broker.port)", &hints, &first) == 0 else {
            throw BrokerError("its name cannot be resolved")
        }
        defer { freeaddrinfo(first) }
        var code = EADDRNOTAVAIL
        var next = first
        while let found = next?.pointee {
            next = found.ai_next
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let descriptor = socket(found.ai_family, kind, 0)
            guard descriptor >= 0 else {
                code = errno
                continue
            }
            var isOn: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            if Glibc.connect(descriptor, found.ai_addr, found.ai_addrlen) == 0 || errno == EINPROGRESS {
                return descriptor
            }
            code = errno
            close(descriptor)
        }
        throw BrokerError(code: code)
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
    func open() throws(BrokerError) -> Bool {
        if phase == .connecting {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 0) > 0 else { return false }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            guard code == 0 else { throw BrokerError(code: code) }
            if broker.isEncrypted {
                encryption = try BrokerEncryption(descriptor, host: broker.host, authority: authority)
            }
            phase = broker.isEncrypted ? .encrypting : .open
        }
        if phase == .encrypting, let encryption, try encryption.handshake() { phase = .open }
        return phase == .open
    }

    /// Reads what is there; returns nil if that is nothing.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(BrokerError) -> Int? {
        if let encryption { return try encryption.read(buffer) }
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count < 0 else {
            guard count > 0 else { throw .closed }
            return count
        }
        guard errno == EAGAIN || errno == EINTR else { throw BrokerError(code: errno) }
        return nil
    }

    /// Writes what can be; returns how many bytes that is.
    ///
    /// - Parameter bytes: begins with what could not be written the last time.
    func write(_ bytes: UnsafeRawBufferPointer) throws(BrokerError) -> Int {
        if let encryption { return try encryption.write(bytes) }
        let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        guard count < 0 else { return count }
        guard errno == EAGAIN || errno == EINTR else { throw BrokerError(code: errno) }
        return 0
    }

    /// Says that nothing more will be written.
    func end() {
        encryption?.end()
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
