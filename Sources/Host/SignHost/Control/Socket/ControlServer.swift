import CLinuxSystem
import Glibc
import LinuxSystem
import PixelGraphics
import Settings
import Timelines

/// Answers requests on a Unix socket, step by step, on the thread that calls `step`.
///
/// It never blocks: `descriptor` becomes readable when there is something to do, and a step answers at most one request,
/// so a frame is late by one request at most. Input buffers are bounded; the server reads nothing from a client that has
/// not yet received its last answer.
package final class ControlServer {
    /// Limits for clients.
    package struct Limits: Hashable, Sendable {
        /// Connections at the same time.
        package var clients = 16
        /// The bytes of a request.
        package var line = 65_536
        /// The bytes of an answer.
        package var answer = 4 << 20
        /// How long a client must be idle before another one may replace it.
        package var silence = Nanoseconds.seconds(5)

        /// The default limits.
        package init() {}
    }

    /// Answers a request: a line without its end.
    package typealias Answering = (_ line: [UInt8], _ instant: Instant) -> JSONValue

    /// Becomes readable when `step` must be called.
    package var descriptor: Int32 { polls.descriptor }
    /// The path of the socket.
    package var path: String { socket.path }
    package var clientCount: Int { connections.count }
    private let socket: ControlSocket
    private let polls: PollSet
    private let limits: Limits
    /// Answers a request.
    var answer: Answering
    private let report: (String) -> Void
    private var connections: [ControlConnection] = []
    /// The connection whose turn it is.
    private var turn = 0
    private var buffer: [UInt8] = []
    /// When accepting resumes; nil while it is not paused.
    private var pause: Instant?
    private var lastReport: Instant?

    /// Serves a socket.
    ///
    /// - Parameter report: reports what went wrong with which client; called at most once per second.
    package init(
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

    /// Accepts connections, reads, answers at most one request, and sends.
    package func step(at instant: Instant) {
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
        // No more at once than the queue of the socket holds.
        for _ in 0..<16 {
            let descriptor = control_socket_accept(socket.descriptor)
            guard descriptor >= 0 else {
                if errno != EAGAIN { suspend(at: instant) }
                return
            }
            let connection = ControlConnection(descriptor, lineLimit: limits.line, at: instant)
            if connections.count >= limits.clients { dropSilent(at: instant) }
            guard connections.count < limits.clients, polls.watch(descriptor) else {
                let error = ControlError(
                    .tooManyClients, "\(limits.clients) clients are already connected, the maximum; retry later")
                connection.send(Self.line(.failed(error)), at: instant)
                log("\(error)", of: connection, at: instant)
                continue
            }
            connections.append(connection)
        }
    }

    /// Makes room: ends the connection that was silent longest, if it was silent for long enough.
    private func dropSilent(at instant: Instant) {
        guard let longest = connections.indices.min(by: { connections[$0].lastHeard < connections[$1].lastHeard }),
            instant - connections[longest].lastHeard >= limits.silence
        else { return }
        log("disconnected: silent while other clients wait", of: connections[longest], at: instant)
        connections.remove(at: longest)
    }

    /// Pauses accepting for a second: the process has no free descriptors, and waiting for a client would spin.
    private func suspend(at instant: Instant) {
        report("the control socket cannot accept connections; retrying in 1 s: \(SystemCallError.reason(errno))")
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
        case .tooLong: reply = .failed(.tooLong(limit: limits.line))
        }
        var line = Self.line(reply)
        if line.count > limits.answer {
            let words = "the answer would be longer than \(limits.answer) bytes"
            line = Self.line(.failed(ControlError(.answerTooLong, words)))
        }
        connection.send(line, at: instant)
        if let error = reply["error"]?.text { log(error, of: connection, at: instant) }
    }

    private static func line(_ value: JSONValue) -> [UInt8] { Array((value.line + "\n").utf8) }

    /// Ends finished connections, and sets what to wait for.
    private func settle(at instant: Instant) {
        connections.removeAll { $0.isFinished }
        if let end = pause, instant >= end {
            pause = nil
            polls.watch(socket.descriptor)
        }
        for connection in connections {
            // epoll always reports the end of a connection.
            polls.watch(connection.descriptor, reads: connection.wantsReading, writes: connection.hasOutput)
        }
        // At once if a request waits; the caller looks at the clock before it steps again.
        polls.wake(at: connections.contains(where: \.hasRequest) ? instant : pause)
    }

    private func log(_ words: String, of connection: ControlConnection, at instant: Instant) {
        if let lastReport, instant - lastReport < .seconds(1) { return }
        lastReport = instant
        report(PrintableText.line("control socket, \(connection.peer): \(words)"))
    }
}
