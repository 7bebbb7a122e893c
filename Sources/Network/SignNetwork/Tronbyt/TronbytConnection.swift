import Glibc
import LinuxSystem
import LiveValues
import Timelines

/// The connection of a sign to the WebSocket of a Tronbyt server: finds the server, connects, and reads and writes what a client of
/// it has to.
///
/// The resolver of names, which waits, has a thread of its own. Of several addresses of a name one after the other is tried.
package final class TronbytConnection: LiveConnection {
    private typealias Found = Result<[ClientSocket.Address], ConnectionError>

    private let endpoint: (host: String, port: UInt16, isEncrypted: Bool)
    private var client: TronbytClient
    private let found: Mailbox<Found?>
    private var resolver: Worker?
    /// The addresses that are not tried yet; nil before they are known.
    private var addresses: ArraySlice<ClientSocket.Address>?
    private var socket: ClientSocket?
    private var isOpen = false
    /// When the next address is tried while this one does not answer.
    private var addressEnd = Instant.distantFuture
    /// Whether it has stopped reading although there may be more.
    private var hasMore = false
    private let buffer: UnsafeMutableRawBufferPointer

    /// How long an address may not answer while there are others.
    private static let addressTimeout = Nanoseconds.seconds(5)
    private static let chunk = 65_536
    /// How often it reads before others have their turn.
    private static let maximumReads = 16

    /// What connects to the servers of a sign.
    ///
    /// - Parameters:
    ///   - version: that of the program, which the server shows.
    ///   - machine: the name of the machine, which it shows, too.
    package static func connector(version: String, machine: String) -> LiveConnector {
        { address, limit, now throws(WordedError) in
            do throws(ConnectionError) {
                return try TronbytConnection(address, limit, .init(version: version, machine: machine), at: now)
            } catch {
                throw WordedError(error.description)
            }
        }
    }

    private init(
        _ address: LiveAddress, _ limit: Int, _ description: TronbytClient.Description, at now: Instant
    ) throws(ConnectionError) {
        guard let endpoint = address.endpoint else { throw ConnectionError("its URL has no port from 1 to 65535") }
        let key = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        client = try TronbytClient(address, limit: limit, description, key: key, at: now)
        self.endpoint = endpoint
        let (host, port) = (endpoint.host, endpoint.port)
        found = Mailbox(nil)
        func resolve(_ mailbox: Mailbox<Found?>) {
            let result = Result { () throws(ConnectionError) in Array(try ClientSocket.addresses(of: host, port: port))
            }
            mailbox.post { $0 = result }
        }
        resolver = try? Worker(named: "ledsign-resolve", found, run: resolve)
        // Without a thread it is better to be late than to find no server.
        if resolver == nil { resolve(found) }
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    }

    deinit {
        if isOpen, let socket {
            client.close()
            try? flush(socket)
            socket.end()
        }
        buffer.deallocate()
    }

    package var wait: pollfd {
        guard let socket else { return pollfd(fd: found.wake.number, events: Int16(POLLIN), revents: 0) }
        let events = socket.pollEvents(reads: true, writes: !client.output.isEmpty)
        return pollfd(fd: socket.descriptor, events: events, revents: 0)
    }

    package var due: Instant { hasMore ? .zero : min(client.due, addressEnd) }

    package func beginTurn() { client.beginTurn() }

    package func run(at now: Instant) throws(WordedError) -> LiveArrival? {
        do throws(ConnectionError) {
            let arrival = try step(at: now)
            if arrival == nil { try client.care(at: now) }
            if isOpen, let socket { try flush(socket) }
            return arrival
        } catch {
            throw isOpen ? WordedError(error.description) : .url(status: nil, words: error.description)
        }
    }

    // MARK: Steps

    private func step(at now: Instant) throws(ConnectionError) -> LiveArrival? {
        hasMore = false
        if let arrival = client.takeArrival() { return arrival }
        guard try open(at: now), let socket else { return nil }
        for _ in 0..<Self.maximumReads {
            guard let count = try socket.read(buffer) else { return nil }
            try client.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now)
            if let arrival = client.takeArrival() {
                hasMore = true
                return arrival
            }
        }
        hasMore = true
        return nil
    }

    /// Continues to connect; returns whether bytes can go both ways.
    private func open(at now: Instant) throws(ConnectionError) -> Bool {
        if isOpen { return true }
        if addresses == nil {
            guard let result = found.look({ $0 }) else { return false }
            (addresses, resolver) = (try result.get()[...], nil)
        }
        while true {
            if socket == nil { try connect(at: now) }
            do throws(ConnectionError) {
                isOpen = try socket?.open() ?? false
                if !isOpen, now >= addressEnd { throw ConnectionError("no answer within \(Self.addressTimeout.text)") }
                if isOpen { addressEnd = .distantFuture }
                return isOpen
            } catch {
                // What one address does not do another one may.
                guard !(addresses?.isEmpty ?? true) else { throw error }
                socket = nil
            }
        }
    }

    private func connect(at now: Instant) throws(ConnectionError) {
        var others = addresses ?? []
        defer { addresses = others }
        socket = try ClientSocket(&others, encryptedHost: endpoint.isEncrypted ? endpoint.host : nil)
        addressEnd = others.isEmpty ? .distantFuture : now + Self.addressTimeout
    }

    private func flush(_ socket: ClientSocket) throws(ConnectionError) {
        while !client.output.isEmpty {
            let output = client.output
            let written = output.withUnsafeBytes { bytes in
                Result { () throws(ConnectionError) in try socket.write(bytes) }
            }
            let count = try written.get()
            guard count > 0 else { return }
            client.output.removeFirst(count)
        }
    }
}
