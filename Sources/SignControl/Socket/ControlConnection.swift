import CSignControl
import Glibc
import Timelines

/// One client: what it has sent, and what it has not taken yet.
final class ControlConnection {
    let descriptor: Int32
    /// When it last sent or took something.
    private(set) var lastHeard: Instant
    private var input: LineBuffer
    private var output: [UInt8] = []
    private var sent = 0
    /// Whether it will send nothing more.
    private(set) var isEnded = false
    /// Whether it is gone.
    private(set) var isLost = false

    /// The bytes that are read at a time.
    private static let chunk = 16_384

    init(_ descriptor: Int32, lineLimit: Int, at instant: Instant) {
        self.descriptor = descriptor
        input = LineBuffer(limit: lineLimit)
        lastHeard = instant
    }

    deinit { close(descriptor) }

    /// Who it is: the user's number and the process, as they were when it connected.
    var peer: String {
        var peer = control_peer()
        guard control_socket_peer(descriptor, &peer) == 0 else { return "an unknown client" }
        return "user \(peer.user), process \(peer.process)"
    }

    /// Whether an answer is still to be taken.
    var hasOutput: Bool { sent < output.count }
    /// Whether a request can be taken: only from those that have taken the answer to the one before.
    var hasRequest: Bool { !isLost && !hasOutput && input.hasLine }
    /// Whether there is nothing more to do.
    var isFinished: Bool { isLost || (isEnded && !hasOutput && !input.hasLine) }
    /// What to wait for: more only where what came before is done.
    var wantsReading: Bool { !isLost && !isEnded && !hasOutput && !input.hasLine }

    /// Reads what has come, at most a chunk.
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

    /// Takes the next request.
    func takeRequest() -> LineBuffer.Line? { hasRequest ? input.takeLine() : nil }

    /// Sends a line, now or when the client takes it.
    func send(_ line: [UInt8], at instant: Instant) {
        output = line
        sent = 0
        flush(at: instant)
    }

    /// Sends what the client takes now.
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
