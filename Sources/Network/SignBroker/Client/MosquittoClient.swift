import CMosquitto
import Glibc
import LinuxSystem
import SignFiles
import Timelines

/// One connection to a broker, by libmosquitto without its threads: its owner polls `descriptor` and calls `run`.
///
/// For one attempt: what is lost with a connection is gone with its client, so nothing is queued for the next one.
final class MosquittoClient {
    /// What has happened on the connection.
    enum Event {
        /// The broker has answered: 0, or why it refuses.
        case answered(Int32)
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// A message that is too long was dropped.
        case tooLong(topic: String, bytes: Int)
    }

    /// What a client is made of.
    struct Setup {
        var broker: MQTTSettings.Broker
        var name: String
        /// Where the broker says `offline` when the sign is gone.
        var will: String
        var user: String?
        var password: String?
        var authority: String?
    }

    private let client: OpaquePointer
    private let isEncrypted: Bool
    private var hasAnswer = false
    private(set) var events: [Event] = []
    /// What the library says of errors.
    private var words: [String] = []

    /// How long the broker lets a silent sign be there, in seconds; a half more (MQTT 3.1.1, 3.1.2.10).
    static let keepAlive: Int32 = 15
    /// The bytes of a message that is taken.
    static let mostBytes = 65_536
    /// How long to wait for a connection that begins before `run`.
    static let beginningTime = Nanoseconds.milliseconds(20)
    /// The most events that wait to be taken.
    static let mostEvents = 256

    private static let library: Void = { mosquitto_lib_init() }()

    /// Makes a client without a connection.
    ///
    /// - Throws: what is wrong with the setup.
    init(_ setup: Setup) throws(BrokerError) {
        _ = Self.library
        guard let client = mosquitto_new(setup.name, true, nil) else { throw BrokerError("there is no memory") }
        self.client = client
        isEncrypted = setup.broker.isEncrypted
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311)
        let offline = Array("offline".utf8)
        try check(mosquitto_will_set(client, setup.will, Int32(offline.count), offline, 1, true))
        if let user = setup.user { try check(mosquitto_username_pw_set(client, user, setup.password)) }
        if setup.broker.isEncrypted {
            if let authority = setup.authority {
                guard access(authority, R_OK) == 0 else {
                    throw BrokerError("the file with certificates (ca) cannot be read: \(authority)")
                }
                try check(mosquitto_tls_set(client, authority, nil, nil, nil, nil))
            } else {
                try check(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
            }
        }
        setCallbacks()
    }

    deinit { mosquitto_destroy(client) }

    private func setCallbacks() {
        mosquitto_connect_callback_set(client) { _, owner, code in
            MosquittoClient.owner(owner)?.take(answer: code)
        }
        mosquitto_message_callback_set(client) { _, owner, message in
            guard let owner = MosquittoClient.owner(owner), let message = message?.pointee else { return }
            owner.take(message)
        }
        mosquitto_log_callback_set(client) { _, owner, level, words in
            guard level == MOSQ_LOG_ERR, let words else { return }
            MosquittoClient.owner(owner)?.note(String(cString: words))
        }
    }

    private static func owner(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
        context.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(answer code: Int32) {
        hasAnswer = true
        events.append(.answered(code))
    }

    /// Keeps what a person can read of an error, such as `error:0A000086:SSL routines::certificate verify failed`.
    private func note(_ error: String) {
        var reason = (error.split(separator: ":").last ?? "").drop { $0 == " " }
        if reason.last == "." { reason.removeLast() }
        let line = String(reason)
        if words.count < 4, !line.isEmpty, !words.contains(line) { words.append(line) }
    }

    private func take(_ message: mosquitto_message) {
        guard events.count < Self.mostEvents, let name = message.topic else { return }
        let topic = String(cString: name)
        let count = Int(message.payloadlen)
        guard count <= Self.mostBytes else {
            events.append(.tooLong(topic: topic, bytes: count))
            return
        }
        let payload = message.payload.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: max(count, 0))) } ?? []
        events.append(.message(topic: topic, payload: payload, isRetained: message.retain))
    }

    // MARK: Connecting

    /// Begins to connect; waits for the resolver of names, but not for the broker.
    ///
    /// The library takes the first address of a name to which a connection can begin, and never another one when that
    /// does not answer: IPv6 where a name has both.
    ///
    /// - Parameter ipv4: whether to take IPv4 addresses, where the name has one.
    func connect(to broker: MQTTSettings.Broker, ipv4: Bool = false) throws(BrokerError) {
        if ipv4, connect(broker, from: "0.0.0.0") <= 0 { return }
        let code = connect(broker, from: nil)
        guard code <= 0 else { throw error(code) }
    }

    /// - Parameter own: an address of this machine, which only addresses of its kind can be reached from; nil for any.
    private func connect(_ broker: MQTTSettings.Broker, from own: String?) -> Int32 {
        mosquitto_connect_bind_async(client, broker.host, Int32(broker.port), Self.keepAlive, own)
    }

    /// What to wait for; -1 without a connection.
    var descriptor: Int32 { mosquitto_socket(client) }

    /// Whether an encrypted connection begins: then the library does not say what it waits for, and its owner calls `run`
    /// after `beginningTime` at the latest.
    var isBeginning: Bool { isEncrypted && !hasAnswer }

    /// What `poll` is to wait for.
    var pollEvents: Int16 { Int16(!isBeginning && mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN) }

    /// Reads and writes what can be, without waiting.
    ///
    /// - Throws: why there is no connection any more.
    func run() throws(BrokerError) {
        let code = mosquitto_loop(client, 0, 1)
        guard code == 0 else { throw error(code) }
    }

    /// Takes what has happened.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Ends the connection.
    func disconnect() { mosquitto_disconnect(client) }

    // MARK: Messages

    /// Sends a message; one that cannot be sent is dropped.
    func publish(_ topic: String, _ payload: [UInt8], qos: Int32 = 0, isRetained: Bool = false) {
        mosquitto_publish(client, nil, topic, Int32(clamping: payload.count), payload, qos, isRetained)
    }

    func subscribe(_ filter: String) { mosquitto_subscribe(client, nil, filter, 1) }

    func unsubscribe(_ filter: String) { mosquitto_unsubscribe(client, nil, filter) }

    // MARK: Errors

    private func check(_ code: Int32) throws(BrokerError) {
        guard code == 0 else { throw error(code) }
    }

    private func error(_ code: Int32) -> BrokerError {
        let cause = errno
        switch mosq_err_t(rawValue: code) {
        // What the library reads or writes before the encryption is agreed upon fails with EPROTO.
        case MOSQ_ERR_ERRNO where isEncrypted && cause == EPROTO: return encryptionError
        case MOSQ_ERR_ERRNO: return BrokerError(SystemCallError.reason(cause))
        case MOSQ_ERR_EAI: return BrokerError("its name cannot be resolved")
        case MOSQ_ERR_CONN_LOST: return BrokerError("the connection was closed")
        case MOSQ_ERR_TLS: return encryptionError
        default: return BrokerError(String(cString: mosquitto_strerror(code)))
        }
    }

    private var encryptionError: BrokerError {
        BrokerError("TLS: \(words.isEmpty ? "the encryption failed" : words.joined(separator: ", "))")
    }

    /// Why a broker refuses a sign (MQTT 3.1.1, 3.2.2.3).
    static func refusal(_ code: Int32) -> BrokerError {
        switch code {
        case 4, 5: BrokerError("it refuses the name or the password")
        default: BrokerError("it refuses: \(String(cString: mosquitto_connack_string(code)))")
        }
    }
}

/// Why there is no connection to a broker, in words.
struct BrokerError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = PrintableText.line(words) }
}
