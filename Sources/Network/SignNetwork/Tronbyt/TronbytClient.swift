import Foundation
import LinuxSystem
import LiveValues
import Settings
import Timelines

/// The end of a Tronbyt server's WebSocket that a display has, without its connection: bytes of the server go in, pictures and our
/// bytes come out (tronbyt/server, websockets.go).
///
/// The server sends one picture, and the next one when it hears that the one before is displayed: that is said once, so no picture is
/// lost or shown twice. Used by one thread; the instants are passed in.
package struct TronbytClient {
    /// What a display says of itself.
    package struct Description: Sendable {
        let version: String
        let machine: String

        package init(version: String, machine: String) { (self.version, self.machine) = (version, machine) }
    }

    private let codec: WebSocketCodec
    private let description: Description
    private let limit: Int
    /// The `Sec-WebSocket-Accept` that the server has to answer.
    private let accept: String
    /// The header of the server's answer as far as it has come; nil behind it.
    private var header: [UInt8]? = []
    private let deadline: Instant
    private var keepAlive: LiveKeepAlive
    /// What is said of the next picture.
    private var next = TronbytAnswer()
    /// What is said of the last one; nil before the first.
    private var last: TronbytAnswer?
    /// The pictures that have come, and how many of them had their turn.
    private var (received, displayed) = (0, 0)
    private var arrivals: [LiveArrival] = []

    /// The time within which there has to be a connection.
    static let timeout = Nanoseconds.seconds(20)
    /// The bytes of the header of the server's answer.
    static let maximumHeader = 8_192
    /// The times that a picture may be displayed, as the firmware of displays has them (main.c), in seconds.
    static let dwells: ClosedRange<Int64> = 1...3_600
    /// The requests to install firmware, to ask another server and to start again, which a sign ignores.
    private static let refused = ["ota_url", "image_url", "reboot"]

    /// Writes the request that begins the WebSocket.
    ///
    /// - Parameters:
    ///   - limit: the bytes that a picture may have.
    ///   - key: 16 bytes that no other connection has (RFC 6455, 4.1).
    package init(
        _ address: LiveAddress, limit: Int, _ description: Description, key: [UInt8], at now: Instant
    ) throws(ConnectionError) {
        (self.description, self.limit) = (description, limit)
        let text = Data(key).base64EncodedString()
        do {
            accept = try HTTPResponse.webSocketAccept(key: text)
        } catch {
            throw ConnectionError("\(error)")
        }
        (deadline, keepAlive) = (now + Self.timeout, LiveKeepAlive(at: now))
        codec = WebSocketCodec(clientTaking: limit)
        let lines =
            [
                "GET \(address.pathAndQuery) HTTP/1.1", "Host: \(address.server ?? "")", "User-Agent: ledsign",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(text)",
            ] + address.headers
        codec.output = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The bytes for the server; who sends them takes them off.
    package var output: [UInt8] {
        get { codec.output }
        nonmutating set { codec.output = newValue }
    }

    /// When to call `care` at the latest.
    var due: Instant { header == nil ? keepAlive.due : deadline }

    /// Takes the first thing that has come; nil for nothing.
    package mutating func takeArrival() -> LiveArrival? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

    /// Tells the server that the turn of the last picture has begun, or that it will have none; the next one comes then.
    package mutating func beginTurn() {
        guard displayed < received else { return }
        displayed = received
        send(["displaying": .integer(received)])
    }

    /// Says goodbye.
    func close() { if header == nil { codec.close(.goingAway) } }

    /// Looks after the connection: a server that is silent is asked, and given up after that.
    mutating func care(at now: Instant) throws(ConnectionError) {
        guard header == nil else {
            guard now < deadline else { throw ConnectionError("no answer within \(Self.timeout.text)") }
            return
        }
        guard !keepAlive.isGone(at: now) else { throw ConnectionError("the server no longer answers") }
        if keepAlive.takePing(at: now) { codec.ping() }
    }

    /// Reads bytes of the server.
    ///
    /// - Throws: why the connection is over.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, at now: Instant) throws(ConnectionError) {
        keepAlive.heard(at: now)
        guard var head = header else { return try read(bytes) }
        head += bytes
        guard let end = Self.end(of: head) else {
            guard head.count <= Self.maximumHeader else { throw Self.noWebSocket("a header that is too long") }
            header = head
            return
        }
        try check(CurlAnswer(header: Array(head[..<end])), String(decoding: head[..<end], as: UTF8.self))
        (header, keepAlive) = (nil, LiveKeepAlive(at: now))
        send([
            "client_info": [
                "firmware_version": .text(description.version), "firmware_type": "ledsign", "protocol_version": 1,
                "hostname": .text(description.machine),
            ]
        ])
        let rest = Array(head[end...])
        let read = rest.withUnsafeBytes { bytes in Result { () throws(ConnectionError) in try self.read(bytes) } }
        try read.get()
    }

    // MARK: The beginning

    /// Where the header ends; nil if its end has not come.
    private static func end(of head: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard head.count >= mark.count else { return nil }
        let start = (0...head.count - mark.count).first { head[$0] == 0x0D && Array(head[$0..<$0 + 4]) == mark }
        return start.map { $0 + mark.count }
    }

    /// Checks the server's answer to the request (RFC 6455, 4.1).
    private func check(_ answer: CurlAnswer, _ header: String) throws(ConnectionError) {
        guard let status = answer.status else { throw Self.noWebSocket("something else than HTTP") }
        guard status == 101 else {
            let cure = (200..<400).contains(status) ? "there is no WebSocket at this URL" : ""
            throw ConnectionError(WordedError.url(status: status, words: cure).description)
        }
        var fields: [String: String] = [:]
        for line in header.split(whereSeparator: \.isNewline).dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard fields["upgrade"]?.lowercased() == "websocket", fields["sec-websocket-accept"] == accept,
            fields["connection"]?.lowercased().contains("upgrade") ?? false
        else { throw Self.noWebSocket("an answer without a right Sec-WebSocket-Accept") }
    }

    private static func noWebSocket(_ words: String) -> ConnectionError {
        ConnectionError("the server does not speak WebSocket (RFC 6455): it sends \(words)")
    }

    // MARK: What comes and goes

    private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(ConnectionError) {
        codec.feed(bytes)
        for message in codec.takeMessages() {
            if message.isText { take(text: message.bytes) } else { take(picture: message.bytes) }
        }
        guard codec.isClosing, arrivals.isEmpty else { return }
        guard !codec.isClosedByPeer else { throw .closed }
        switch WebSocketCodec.CloseCode(rawValue: codec.closeCode) {
        case .tooBig: throw ConnectionError("a picture has more than \(limit >> 20) MiB, the most that one may have")
        default: throw Self.noWebSocket("frames that are wrong")
        }
    }

    private mutating func take(picture: [UInt8]) {
        received += 1
        send(["queued": .integer(received)])
        last = next
        next.ignored = []
        arrivals.append(.picture(picture, last ?? next))
    }

    /// Takes a text; what a sign does not know is ignored.
    private mutating func take(text: [UInt8]) {
        guard let value = try? JSONValue(parsing: text) else { return }
        if value["status"]?.text == "error" {
            let words = LiveText.clean(value["message"]?.text ?? "it has an error", length: 200)
            arrivals.append(.problem(WordedError("the server says: \(words)")))
        }
        if let dwell = value["dwell_secs"]?.integer {
            next.dwell = .seconds(min(max(dwell, Self.dwells.lowerBound), Self.dwells.upperBound))
        }
        for name in Self.refused where value[name] != nil && !next.ignored.contains(name) { next.ignored.append(name) }
        let before = last
        if let brightness = value["brightness"]?.integer, (0...100).contains(brightness) {
            next.brightness = Int(brightness)
            last?.brightness = Int(brightness)
        }
        if value["immediate"] == .bool(true) { last?.isImmediate = true }
        if let last, last != before { arrivals.append(.answer(last)) }
    }

    private func send(_ value: JSONValue) { codec.send(text: Array(value.line.utf8)) }
}
