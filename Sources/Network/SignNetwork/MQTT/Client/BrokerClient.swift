import Glibc
import SignFiles
import Timelines

/// One connection to a broker: its owner waits for `descriptor`, calls `run`, and takes the packets.
///
/// For one attempt: what is lost with a connection is gone with its client, so nothing is queued for the next one. Its memory
/// is bounded, whatever a broker sends, announces, or does not take.
final class BrokerClient {
    private let socket: ClientSocket
    private let buffer: UnsafeMutableRawBufferPointer
    private var reader = MQTTReader()
    private var hasAnswer = false
    private var now = Instant.zero

    /// What was read and is not looked at yet.
    private var incoming: ArraySlice<UInt8> = []
    /// The bytes that may still be read before the owner does something else.
    private var budget = 0
    /// What is to be written next.
    private var outgoing: [UInt8]
    /// What is to be written once the broker has confirmed other messages.
    private var later: [[UInt8]] = []
    private var laterBytes = 0
    private var isOverflowing = false
    /// The messages that the broker has not confirmed.
    private var unconfirmed = 0
    private var lastIdentifier: UInt16 = 0

    private var lastHeard = Instant.zero
    private var lastSent = Instant.zero
    /// By when something has to come, and what it means if nothing does.
    private var expected: (by: Instant, otherwise: ConnectionError)?

    /// How long the broker lets a silent sign be there, in seconds.
    static let keepAlive: UInt16 = 15
    /// After what silence the client asks whether the broker is there.
    static let pingTime = Nanoseconds.seconds(10)
    /// How long the broker may take to answer that, and for each mebibyte of a message that is too long.
    static let timeout = Nanoseconds.seconds(10)
    /// The most bytes that are read before the owner gets its turn.
    static let maximumRead = 65_536
    /// The most bytes that wait to be sent.
    static let maximumWaiting = 4 << 20
    /// The most messages that the broker has not confirmed.
    static let maximumUnconfirmed = 20

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - will: the topic where the broker says `offline` when the sign is gone.
    ///   - ipv4: whether to take IPv4 addresses, where the name has one.
    /// - Throws: what is wrong with the configuration, or why no connection can begin.
    init(_ configuration: BrokerConfiguration, name: String, will: String, ipv4: Bool) throws(ConnectionError) {
        let password: String?
        do {
            password = try configuration.passwordPath.map(BrokerConfiguration.password)
        } catch {
            throw ConnectionError("\(error)")
        }
        let settings = configuration.settings
        socket = try Self.connect(settings.broker, authority: configuration.authorityPath, ipv4: ipv4)
        outgoing = MQTTPacket.connection(
            name: name, keepAlive: Self.keepAlive, will: (will, "offline"), user: settings.user, password: password)
        // Last, because nothing frees it where this throws.
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Begins to connect; waits for the resolver of names, but not for the broker.
    ///
    /// Takes the first address of a name to which a connection can begin, and never another one when that does not answer:
    /// IPv6 where a name has both.
    private static func connect(
        _ broker: MQTTSettings.Broker, authority: String?, ipv4: Bool
    ) throws(ConnectionError) -> ClientSocket {
        let host = broker.isEncrypted ? broker.host : nil
        if ipv4, var addresses = try? ClientSocket.addresses(of: broker.host, port: broker.port, family: AF_INET),
            let socket = try? ClientSocket(&addresses, encryptedHost: host, authority: authority)
        {
            return socket
        }
        var addresses = try ClientSocket.addresses(of: broker.host, port: broker.port)
        return try ClientSocket(&addresses, encryptedHost: host, authority: authority)
    }

    // MARK: Waiting

    var descriptor: Int32 { socket.descriptor }

    /// What `poll` is to wait for.
    ///
    /// - Parameter reads: whether the owner takes packets.
    func pollEvents(reads: Bool) -> Int16 {
        socket.pollEvents(reads: reads && incoming.isEmpty, writes: !outgoing.isEmpty)
    }

    /// Whether there are bytes for which `poll` does not wait.
    var hasMore: Bool { !incoming.isEmpty || socket.hasMore }

    /// When to call `run` at the latest; nil before the broker has answered.
    var due: Instant? {
        guard hasAnswer else { return nil }
        return expected?.by ?? min(lastHeard, lastSent) + Self.pingTime
    }

    // MARK: Running

    /// Continues to connect, and writes what can be written without waiting.
    func run(at instant: Instant) throws(ConnectionError) {
        now = instant
        budget = Self.maximumRead
        if try socket.open() { try flush() }
    }

    /// Reads on up to the next packet for the owner; returns nil if there is none yet, or if it is the owner's turn.
    func next() throws(ConnectionError) -> MQTTReader.Packet? {
        while true {
            if let packet = try reader.next(&incoming) {
                if try take(packet) { return packet }
            } else if try !fill() {
                return nil
            }
        }
    }

    /// Looks after the connection once all packets are taken: a broker that is silent is asked, and given up after that.
    func care() throws(ConnectionError) {
        guard hasAnswer else { return }
        guard !isOverflowing else { throw ConnectionError("it does not read what the sign publishes") }
        if let expected {
            guard now < expected.by else { throw expected.otherwise }
        } else if now - min(lastHeard, lastSent) >= Self.pingTime {
            send(MQTTPacket.ping)
            expect(.silence)
        }
        if try socket.open() { try flush() }
    }

    /// Reads from the connection; returns whether there is anything.
    private func fill() throws(ConnectionError) -> Bool {
        guard budget > 0, try socket.open() else { return false }
        guard let count = try socket.read(buffer) else { return false }
        // The packets before them have been taken.
        incoming = Array(buffer.prefix(count))[...]
        budget -= count
        return true
    }

    /// Handles a packet; returns whether it is one for the owner.
    private func take(_ packet: MQTTReader.Packet) throws(ConnectionError) -> Bool {
        let before = expected
        lastHeard = now
        expected = nil
        switch packet {
        case .answer:
            guard !hasAnswer else { throw ConnectionError("it answers a second time", isLasting: true) }
            hasAnswer = true
            lastSent = now
        case _ where !hasAnswer: throw ConnectionError("it sends something else than an answer", isLasting: true)
        case .message(let message):
            if let identifier = message.identifier { send(MQTTPacket.confirmation(identifier)) }
        case .tooLong(let excess): expect(.excess(excess))
        case .passed: if let before { expect(before.otherwise) }
        case .passedAll(let identifier): if let identifier { send(MQTTPacket.confirmation(identifier)) }
        case .confirmation:
            recordConfirmation()
            return false
        case .other: return false
        }
        return true
    }

    private func expect(_ error: ConnectionError) { expected = (now + Self.timeout, error) }

    // MARK: Sending

    /// Sends a message; QoS 1 has the broker confirm it.
    func publish(_ topic: String, _ payload: [UInt8], isConfirmed: Bool = false, isRetained: Bool = false) {
        let packet = MQTTPacket.message(
            topic, payload, identifier: isConfirmed ? nextIdentifier() : nil, isRetained: isRetained)
        guard isConfirmed else { return send(packet) }
        guard unconfirmed < Self.maximumUnconfirmed else {
            later.append(packet)
            laterBytes += packet.count
            return recordWaiting()
        }
        unconfirmed += 1
        send(packet)
    }

    func subscribe(_ filter: String) { send(MQTTPacket.subscription(filter, identifier: nextIdentifier())) }

    func unsubscribe(_ filter: String) { send(MQTTPacket.end(ofSubscription: filter, identifier: nextIdentifier())) }

    /// Ends the connection, after all that is to be written and can be without waiting.
    func disconnect() {
        for packet in later { send(packet) }
        (later, laterBytes) = ([], 0)
        send(MQTTPacket.disconnection)
        try? flush()
        socket.end()
    }

    private func nextIdentifier() -> UInt16 {
        lastIdentifier = lastIdentifier == .max ? 1 : lastIdentifier + 1
        return lastIdentifier
    }

    private func recordConfirmation() {
        unconfirmed = max(unconfirmed - 1, 0)
        guard !later.isEmpty, unconfirmed < Self.maximumUnconfirmed else { return }
        let packet = later.removeFirst()
        laterBytes -= packet.count
        unconfirmed += 1
        send(packet)
    }

    private func send(_ packet: [UInt8]) {
        guard !isOverflowing else { return }
        outgoing += packet
        lastSent = now
        recordWaiting()
    }

    /// Gives up a broker for which too much waits.
    private func recordWaiting() {
        if outgoing.count + laterBytes > Self.maximumWaiting { isOverflowing = true }
    }

    private func flush() throws(ConnectionError) {
        while !outgoing.isEmpty {
            let written = outgoing.withUnsafeBytes { bytes in
                Result { () throws(ConnectionError) in try socket.write(bytes) }
            }
            let count = try written.get()
            guard count > 0 else { return }
            outgoing.removeFirst(count)
        }
    }

    // MARK: Errors

    /// Why a broker refuses a sign (MQTT 3.1.1, 3.2.2.3).
    static func refusal(_ code: UInt8) -> ConnectionError {
        switch code {
        case 1: ConnectionError("it refuses: it does not speak MQTT 3.1.1")
        case 2: ConnectionError("it refuses: the name of the client")
        case 3: ConnectionError("it refuses: it is not available")
        case 4, 5: ConnectionError("it refuses the name or the password")
        default: ConnectionError("it refuses, with the code \(code)")
        }
    }
}

extension ConnectionError {
    /// A broker that was there does not answer any more.
    static let silence = ConnectionError("it no longer answers")

    /// A message that is too long and does not end.
    static func excess(_ excess: MQTTReader.Excess) -> ConnectionError {
        ConnectionError("\(excess.words), and it does not end", isLasting: true)
    }
}

extension MQTTReader.Excess {
    /// What it is, and the limit that it breaks.
    var words: String {
        let name = topic.count > 128 ? topic.prefix(128) + "..." : topic[...]
        let limit =
            bytes > MQTTReader.maximumBytes
            ? "messages may have \(MQTTReader.maximumBytes)" : "topics may have \(MQTTReader.maximumTopicBytes)"
        return "a message of \(bytes) bytes at \(name) is ignored: \(limit)"
    }
}
