import CSignControl
import Glibc
import PixelGraphics
import Timelines

/// Answers requests over a Unix socket, step by step, on the thread of whoever steps it.
///
/// Nothing in it waits: `descriptor` can be read when there is something to do, and a step answers at most one request,
/// so that a picture is never later than that takes. What clients send is held in bounded buffers; one that does not take
/// its answers is not listened to.
public final class ControlServer {
    /// What clients may ask of it.
    public struct Limits: Hashable, Sendable {
        /// Connections at a time.
        public var clients = 16
        /// The bytes of a request.
        public var line = 65_536
        /// The bytes of an answer.
        public var answer = 4 << 20
        /// How long a client has to be silent before another one may take its place.
        public var silence = Nanoseconds.seconds(5)

        /// The usual limits.
        public init() {}
    }

    /// Answers a request: a line without its end.
    public typealias Answering = (_ line: [UInt8], _ instant: Instant) -> JSONValue

    /// Becomes readable when `step` is to be called.
    public var descriptor: Int32 { polls.descriptor }
    /// Where it listens.
    public var path: String { socket.path }
    /// How many clients are connected.
    public var clientCount: Int { connections.count }
    private let socket: ControlSocket
    private let polls: PollSet
    private let limits: Limits
    private let answer: Answering
    private let report: (String) -> Void
    private var connections: [ControlConnection] = []
    /// Whose turn it is.
    private var turn = 0
    private var buffer: [UInt8] = []
    /// When clients are accepted again; nil where they are.
    private var pause: Instant?
    private var lastReport: Instant?

    /// Serves a socket.
    ///
    /// - Parameters:
    ///   - answer: answers requests.
    ///   - report: says what went wrong, and with whom; at most once a second.
    /// - Throws: where the kernel gives no descriptors.
    public init(
        _ socket: ControlSocket, limits: Limits = Limits(), report: @escaping (String) -> Void = { _ in },
        answer: @escaping Answering
    ) throws(SystemCallError) {
        self.socket = socket
        self.limits = limits
        self.answer = answer
        self.report = report
        polls = try PollSet()
        guard polls.watch(socket.descriptor) else { throw SystemCallError("epoll_ctl") }
    }

    /// Accepts, reads, answers at most one request, and sends what clients take.
    public func step(at instant: Instant) {
        for ready in polls.take() {
            if ready == socket.descriptor {
                accept(at: instant)
            } else if let connection = connections.first(where: { $0.descriptor == ready }) {
                connection.receive(into: &buffer, at: instant)
                connection.flush(at: instant)
            }
        }
        answerOne(at: instant)
        settle(at: instant)
    }

    // MARK: Clients

    private func accept(at instant: Instant) {
        // No more at a time than wait at most.
        for _ in 0..<16 {
            let descriptor = control_socket_accept(socket.descriptor)
            guard descriptor >= 0 else {
                if errno != EAGAIN { suspend(at: instant) }
                return
            }
            let connection = ControlConnection(descriptor, lineLimit: limits.line, at: instant)
            if connections.count >= limits.clients { dropSilent(at: instant) }
            guard connections.count < limits.clients, polls.watch(descriptor) else {
                let error = ControlError(.tooManyClients(limit: limits.clients))
                connection.send(Self.line(ControlReply.failed(error)), at: instant)
                tell("\(error)", of: connection, at: instant)
                continue
            }
            connections.append(connection)
        }
    }

    /// Makes room: ends the connection that has been silent longest, if that is long enough.
    private func dropSilent(at instant: Instant) {
        guard let longest = connections.indices.min(by: { connections[$0].lastHeard < connections[$1].lastHeard }),
            instant - connections[longest].lastHeard >= limits.silence
        else { return }
        tell("ended, because it was silent and others wait", of: connections[longest], at: instant)
        connections.remove(at: longest)
    }

    /// Accepts nobody for a second, because the process has no more descriptors; waiting for the next would be busy.
    private func suspend(at instant: Instant) {
        report("the control socket accepts nobody for a second: \(String(cString: strerror(errno)))")
        pause = instant + .seconds(1)
        polls.watch(socket.descriptor, reads: false)
    }

    // MARK: Requests

    /// Answers the next request of the next client in turn.
    private func answerOne(at instant: Instant) {
        for offset in 0..<connections.count {
            let index = (turn + offset) % connections.count
            guard let request = connections[index].takeRequest() else { continue }
            turn = index + 1
            answer(request, of: connections[index], at: instant)
            return
        }
    }

    private func answer(_ request: LineBuffer.Line, of connection: ControlConnection, at instant: Instant) {
        let reply: JSONValue
        switch request {
        case .bytes(let line): reply = answer(line, instant)
        case .tooLong: reply = ControlReply.failed(ControlError(.tooLong(limit: limits.line)))
        }
        var line = Self.line(reply)
        if line.count > limits.answer {
            line = Self.line(ControlReply.failed(ControlError(.answerTooLong(limit: limits.answer))))
        }
        connection.send(line, at: instant)
        if let error = reply["error"]?.text { tell(error, of: connection, at: instant) }
    }

    private static func line(_ value: JSONValue) -> [UInt8] { Array((value.line + "\n").utf8) }

    /// Ends what is finished, and says what to wait for.
    private func settle(at instant: Instant) {
        connections.removeAll { $0.isFinished }
        if let end = pause, instant >= end {
            pause = nil
            polls.watch(socket.descriptor)
        }
        for connection in connections {
            // The end of a client is always told.
            polls.watch(connection.descriptor, reads: connection.wantsReading, writes: connection.hasOutput)
        }
        // Again at once where a request waits, after whoever steps this has looked at the clock.
        polls.wake(at: connections.contains(where: \.hasRequest) ? instant : pause)
    }

    private func tell(_ words: String, of connection: ControlConnection, at instant: Instant) {
        if let lastReport, instant - lastReport < .seconds(1) { return }
        lastReport = instant
        report(PrintableText.line("control socket, \(connection.peer): \(words)"))
    }
}
