import CLinuxSystem
import Glibc
import Timelines

/// One client: its unread requests and its unsent answer.
final class ControlConnection {
    let descriptor: Int32
    /// When it last sent or received something.
    private(set) var lastHeard: Instant
    private var input: LineBuffer
    private var output: [UInt8] = []
    private var sent = 0
    /// Whether the client has stopped sending.
    private(set) var isEnded = false
    /// Whether the connection is lost.
    private(set) var isLost = false

    /// The most bytes of one read.
    private static let chunk = 16_384

    init(_ descriptor: Int32, lineLimit: Int, at instant: Instant) {
        self.descriptor = descriptor
        input = LineBuffer(limit: lineLimit)
        lastHeard = instant
    }

    deinit { close(descriptor) }

    /// The user and the process of the client when it connected.
    var peer: String {
        var peer = control_peer()
        guard control_socket_peer(descriptor, &peer) == 0 else { return "an unknown client" }
        return "user \(peer.user), process \(peer.process)"
    }

    /// Whether part of an answer is unsent.
    var hasOutput: Bool { sent < output.count }
    /// Whether a request can be taken; not before the answer to the previous one is sent.
    var hasRequest: Bool { !isLost && !hasOutput && input.hasLine }
    /// Whether nothing is left to do.
    var isFinished: Bool { isLost || (isEnded && !hasOutput && !input.hasLine) }
    /// Whether to read more; not before the previous request is done.
    var wantsReading: Bool { !isLost && !isEnded && !hasOutput && !input.hasLine }

    /// Reads what has arrived, at most one chunk.
    func receive(into buffer: inout [UInt8], at instant: Instant) {
        guard wantsReading else { return }
        if buffer.count < Self.chunk { buffer = [UInt8](repeating: 0, count: Self.chunk) }
        let count = recv(descriptor, &buffer, Self.chunk, Int32(MSG_DONTWAIT))
        if count > 0 {
            input.feed(buffer[..<count])
            lastHeard = instant
        } else if count == 0 {
            input.end()
            isEnded = true
        } else if errno != EAGAIN && errno != EINTR {
            isLost = true
        }
    }

    func takeRequest() -> LineBuffer.Line? { hasRequest ? input.takeLine() : nil }

    /// Sends a line, now or when the client can receive it.
    func send(_ line: [UInt8], at instant: Instant) {
        output = line
        sent = 0
        flush(at: instant)
    }

    /// Sends what the client can receive now.
    func flush(at instant: Instant) {
        while hasOutput, !isLost {
            let count = output.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
                lastHeard = instant
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                isLost = true
            }
        }
        if !hasOutput {
            output = []
            sent = 0
        }
    }
}
