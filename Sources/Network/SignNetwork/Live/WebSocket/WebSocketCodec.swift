import CSignNetwork
import PixelProtocols

/// One end of a WebSocket without its connection: bytes of the peer go in, its texts and our bytes come out.
///
/// Libwslay reads and checks the frames of the peer: masked or not, no reserved bits, texts in UTF-8, no message over the limit.
/// It answers pings and closes. Its queue of messages to send would copy every picture into new memory and has no bound, so
/// ours are written straight into `output`, and its answers are taken out of the queue after each piece of input. It is used
/// by one thread.
package final class WebSocketCodec {
    /// A message of the peer.
    package struct Message: Equatable {
        package let isText: Bool
        package let bytes: [UInt8]
    }

    /// The most bytes of a message of a client.
    package static let maximumMessage = 4_096
    /// The most frames that one message of a client may come in, and of a server; each costs memory besides its bytes.
    package static let maximumPieces = 64
    static let maximumPiecesOfServers = 1_024
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
    package var output: [UInt8] = []
    /// Whether a close frame is in `output` or was sent: nothing follows it.
    package private(set) var isClosing = false
    /// Whether the peer has sent its close frame.
    package private(set) var isClosedByPeer = false
    /// The code of the close frame that the peer got, or is to get; 0 before.
    package private(set) var closeCode: UInt16 = 0
    /// Whether this is the end of a client, which masks its frames and takes pictures.
    private let isClient: Bool
    private var messages: [Message] = []
    private var context: wslay_event_context_ptr?

    // While `feed` runs, for the callbacks of libwslay.
    private var input: [UInt8] = []
    private var taken = 0
    private var answers: [UInt8] = []
    private var refusal: CloseCode?
    private var pieces = 0
    /// The bytes of answers that were put into `output` since it was last empty.
    private var unsentAnswers = 0

    /// The end of a connection whose handshake is done; one that is closed already without memory.
    ///
    /// - Parameter limit: the most bytes of a message of the server, at the end of a client; nil for the end of the server.
    package init(clientTaking limit: Int? = nil) {
        isClient = limit != nil
        let own = Unmanaged.passUnretained(self).toOpaque()
        var callbacks = Self.eventCallbacks
        let code =
            isClient
            ? wslay_event_context_client_init(&context, &callbacks, own)
            : wslay_event_context_server_init(&context, &callbacks, own)
        guard code == 0 else {
            (isClosing, isClosedByPeer) = (true, true)
            return
        }
        wslay_event_config_set_max_recv_msg_length(context, UInt64(limit ?? Self.maximumMessage))
    }

    deinit { wslay_event_context_free(context) }

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

    /// Takes what the peer has sent, in order; clients send texts alone.
    package func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }

    private func passOnAnswers() {
        _ = wslay_event_send(context)
        isClosing = wslay_event_get_close_sent(context) != 0
        if isClosing { closeCode = wslay_event_get_status_code_sent(context) }
        if output.isEmpty { unsentAnswers = 0 }
        if isClosing || unsentAnswers + answers.count <= Self.maximumAnswers {
            output += answers
            unsentAnswers += answers.count
        }
        answers.removeAll(keepingCapacity: true)
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
        (isClosing, closeCode) = (true, code.rawValue)
    }

    /// Puts a binary message of that many bytes into `output`, which the caller appends; at the end of a server.
    ///
    /// Does not allocate where `output` has the room.
    package func send(binary count: Int, append: (inout [UInt8]) -> Void) {
        precondition(!isClient)
        guard !isClosing else { return }
        begin(WSLAY_BINARY_FRAME, count)
        append(&output)
    }

    private func write(_ opcode: wslay_opcode, _ payload: [UInt8]) {
        guard !isClosing else { return }
        begin(opcode, payload.count)
        guard isClient else {
            output += payload
            return
        }
        let mask = Self.mask()
        output += mask
        output += payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// What no one can foresee (RFC 6455, 5.3 and 10.3).
    private static func mask() -> [UInt8] { (0..<4).map { _ in UInt8.random(in: .min ... .max) } }

    /// Writes the head of a whole frame, without the mask that frames of clients have (RFC 6455, 5.2).
    private func begin(_ opcode: wslay_opcode, _ count: Int) {
        output.append(0x80 | UInt8(opcode.rawValue))
        let mask: UInt8 = isClient ? 0x80 : 0
        switch count {
        case ..<126: output.append(mask | UInt8(count))
        case ...0xFFFF:
            output.append(mask | 126)
            output.append(big16: UInt16(count))
        default:
            output.append(mask | 127)
            output.append(big64: UInt64(count))
        }
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
            WebSocketCodec.from(own)?.answers.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
            return count
        }
        callbacks.genmask_callback = { _, buffer, count, _ in
            for place in 0..<count { buffer?[place] = UInt8.random(in: .min ... .max) }
            return 0
        }
        callbacks.on_frame_recv_start_callback = { context, frame, own in
            guard let frame = frame?.pointee, let codec = WebSocketCodec.from(own) else { return }
            codec.begins(opcode: UInt32(frame.opcode))
            if codec.refusal != nil { wslay_event_shutdown_read(context) }
        }
        callbacks.on_msg_recv_callback = { _, message, own in
            guard let message = message?.pointee, let codec = WebSocketCodec.from(own) else { return }
            let isText = UInt32(message.opcode) == WSLAY_TEXT_FRAME.rawValue
            guard isText || UInt32(message.opcode) == WSLAY_BINARY_FRAME.rawValue, codec.refusal == nil else { return }
            let bytes = UnsafeBufferPointer(start: message.msg, count: message.msg_length)
            codec.messages.append(Message(isText: isText, bytes: Array(bytes)))
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

    /// Refuses what no one needs as soon as its frame begins.
    private func begins(opcode: UInt32) {
        switch opcode {
        case WSLAY_TEXT_FRAME.rawValue: pieces = 1
        case WSLAY_CONTINUATION_FRAME.rawValue:
            pieces += 1
            if pieces > (isClient ? Self.maximumPiecesOfServers : Self.maximumPieces) { refusal = .tooBig }
        case WSLAY_BINARY_FRAME.rawValue:
            pieces = 1
            if !isClient { refusal = .unsupported }
        default: break
        }
    }
}
