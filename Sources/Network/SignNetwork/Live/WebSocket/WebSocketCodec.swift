import CSignNetwork

/// One end of a WebSocket without its connection: bytes of the peer go in, its texts and our bytes come out.
///
/// Libwslay reads and checks the frames of the peer: masked, no reserved bits, texts in UTF-8, no message over the limit.
/// It answers pings and closes, and writes the frames of ours, which are never masked. Its queue of messages to send would
/// copy every picture into new memory and has no bound, so ours go through its frame writer into `output`, and its answers
/// are taken out of the queue after each piece of input. It is used by one thread.
package final class WebSocketCodec {
    /// The most bytes of a message of the peer.
    package static let maximumMessage = 4_096
    /// The most frames that one message may come in; each costs memory besides its bytes.
    package static let maximumPieces = 64
    /// The most bytes of unsent answers to pings; further pings go unanswered, as RFC 6455 (5.5.3) allows.
    package static let maximumAnswers = 4_096

    /// The code that a close frame gives the peer (RFC 6455, 7.4.1).
    package enum CloseCode: UInt16, Sendable {
        case goingAway = 1001
        case protocolError = 1002
        case unsupported = 1003
        case tooBig = 1009
    }

    /// The bytes for the peer; who sends them takes them off.
    package var output = SendBuffer()
    /// Whether a close frame is in `output` or was sent: nothing follows it.
    package private(set) var isClosing = false
    /// Whether the peer has sent its close frame.
    package private(set) var isClosedByPeer = false
    private var texts: [[UInt8]] = []
    private var context: wslay_event_context_ptr?
    private var writer: wslay_frame_context_ptr?

    // While `feed` runs, for the callbacks of libwslay.
    private var input: [UInt8] = []
    private var taken = 0
    private var answers = SendBuffer()
    private var refusal: CloseCode?
    private var pieces = 0
    /// The bytes of answers that were put into `output` since it was last empty.
    private var unsentAnswers = 0

    /// The server's end of a connection whose handshake is done; nil without memory.
    package init?() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        var callbacks = Self.eventCallbacks
        var writing = Self.writerCallbacks
        guard wslay_event_context_server_init(&context, &callbacks, own) == 0,
            wslay_frame_context_init(&writer, &writing, own) == 0
        else { return nil }
        wslay_event_config_set_max_recv_msg_length(context, UInt64(Self.maximumMessage))
    }

    deinit {
        wslay_event_context_free(context)
        if writer != nil { wslay_frame_context_free(writer) }
    }

    // MARK: From the peer

    /// Reads bytes of the peer, and puts the answers to its pings and to its close into `output`.
    ///
    /// Bytes after a close, its or ours, are ignored. O(bytes) in time and memory.
    package func feed(_ bytes: UnsafeRawBufferPointer) {
        guard !isClosing else { return }
        input.replaceSubrange(0..., with: bytes)
        taken = 0
        let result = wslay_event_recv(context)
        isClosedByPeer = wslay_event_get_close_received(context) != 0
        if let refusal {
            close(refusal)
        } else if result != 0 {
            // It would say nothing but that it closes.
            close(.protocolError)
        } else {
            passOnAnswers()
        }
    }

    /// Takes the texts that the peer has sent, in order.
    package func takeTexts() -> [[UInt8]] {
        defer { texts = [] }
        return texts
    }

    private func passOnAnswers() {
        _ = wslay_event_send(context)
        isClosing = wslay_event_get_close_sent(context) != 0
        if output.isEmpty { unsentAnswers = 0 }
        if isClosing || unsentAnswers + answers.count <= Self.maximumAnswers {
            answers.withBytes { output.append($0.bindMemory(to: UInt8.self)) }
            unsentAnswers += answers.count
        }
        answers.clear()
    }

    // MARK: To the peer

    /// Puts a text into `output`.
    package func send(text: [UInt8]) { write(WSLAY_TEXT_FRAME, text) }

    /// Puts a ping into `output`, which every peer answers.
    package func ping() { write(WSLAY_PING, []) }

    /// Puts a close frame into `output`, the last one.
    package func close(_ code: CloseCode) {
        guard !isClosing else { return }
        write(WSLAY_CONNECTION_CLOSE, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
        isClosing = true
    }

    /// Begins a binary message of that many bytes, which follow by `add`; nothing else may come between.
    package func begin(binary count: Int) {
        frame(WSLAY_BINARY_FRAME, UnsafeBufferPointer(start: nil, count: 0), of: count)
    }

    /// Adds bytes of the binary message that was begun; does not allocate where `output` has the room.
    package func add(_ part: UnsafeBufferPointer<UInt8>, of count: Int) {
        if !part.isEmpty { frame(WSLAY_BINARY_FRAME, part, of: count) }
    }

    private func write(_ opcode: wslay_opcode, _ payload: [UInt8]) {
        payload.withUnsafeBufferPointer { frame(opcode, $0, of: payload.count) }
    }

    private func frame(_ opcode: wslay_opcode, _ part: UnsafeBufferPointer<UInt8>, of count: Int) {
        guard !isClosing else { return }
        var frame = wslay_frame_iocb()
        frame.fin = 1
        frame.opcode = UInt8(opcode.rawValue)
        frame.payload_length = UInt64(max(count, 0))
        frame.data = part.baseAddress
        frame.data_length = part.count
        _ = wslay_frame_send(writer, &frame)
    }
}

// MARK: - What libwslay calls

extension WebSocketCodec {
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> WebSocketCodec? {
        pointer.map { Unmanaged<WebSocketCodec>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var eventCallbacks: wslay_event_callbacks {
        var callbacks = wslay_event_callbacks()
        callbacks.recv_callback = { context, buffer, room, _, own in
            guard let count = WebSocketCodec.from(own)?.read(into: buffer, room), count > 0 else {
                wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
                return -1
            }
            return count
        }
        callbacks.send_callback = { _, bytes, count, _, own in
            WebSocketCodec.from(own)?.answers.append(UnsafeBufferPointer(start: bytes, count: count))
            return count
        }
        callbacks.on_frame_recv_start_callback = { context, frame, own in
            guard let frame = frame?.pointee, let codec = WebSocketCodec.from(own) else { return }
            codec.begins(opcode: UInt32(frame.opcode))
            if codec.refusal != nil { wslay_event_shutdown_read(context) }
        }
        callbacks.on_msg_recv_callback = { _, message, own in
            guard let message = message?.pointee, let codec = WebSocketCodec.from(own) else { return }
            guard UInt32(message.opcode) == WSLAY_TEXT_FRAME.rawValue, codec.refusal == nil else { return }
            codec.texts.append(Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length)))
        }
        return callbacks
    }

    private static var writerCallbacks: wslay_frame_callbacks {
        var callbacks = wslay_frame_callbacks()
        callbacks.send_callback = { bytes, count, _, own in
            WebSocketCodec.from(own)?.output.append(UnsafeBufferPointer(start: bytes, count: count))
            return count
        }
        return callbacks
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ room: Int) -> Int {
        let count = min(room, input.count - taken)
        guard let buffer, count > 0 else { return 0 }
        input.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { buffer.update(from: start + taken, count: count) }
        }
        taken += count
        return count
    }

    /// Refuses what no viewer needs as soon as its frame begins.
    private func begins(opcode: UInt32) {
        switch opcode {
        case WSLAY_TEXT_FRAME.rawValue: pieces = 1
        case WSLAY_CONTINUATION_FRAME.rawValue:
            pieces += 1
            if pieces > Self.maximumPieces { refusal = .tooBig }
        case WSLAY_BINARY_FRAME.rawValue: refusal = .unsupported
        default: break
        }
    }
}

/// Bytes that wait to be sent, in order.
///
/// Keeps its room, so it does not allocate once it has held as much before.
package struct SendBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// An empty buffer.
    package init() {}

    /// The number of bytes that wait.
    package var count: Int { bytes.count - sent }
    package var isEmpty: Bool { count == 0 }

    /// Adds bytes at the end; amortized O(their number).
    package mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Lends the bytes that wait.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    /// Takes bytes off the front; as many as there are where the number is larger.
    package mutating func drop(_ count: Int) {
        sent = min(sent + max(count, 0), bytes.count)
        if sent == bytes.count { clear() }
    }

    /// Drops everything that waits.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        sent = 0
    }
}
