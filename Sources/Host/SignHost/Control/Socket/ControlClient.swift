import CLinuxSystem
import Glibc
import LinuxSystem
import Settings
import Timelines

/// Sends requests to a running sign and waits for the answers.
package final class ControlClient {
    private let path: String
    private let socket: Int32
    private let limit: Nanoseconds
    private var buffer = LineBuffer(limit: 8 << 20)

    /// - Parameter limit: the timeout for connecting, and for each answer.
    package init(path: String, limit: Nanoseconds = .seconds(10)) throws(ControlClientError) {
        self.path = path
        self.limit = limit
        socket = control_socket_connect(path, Int32(clamping: limit.count / 1_000_000))
        guard socket >= 0 else { throw .noSign(path: path, code: errno) }
    }

    deinit { if socket >= 0 { close(socket) } }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter clock: reads CLOCK_MONOTONIC.
    package func send(_ request: JSONValue, clock: some MonotonicClock) throws(ControlClientError) -> JSONValue {
        let deadline = clock.now + limit
        var rest = Array((request.line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: Int16(POLLOUT), until: deadline, clock)
            } else if errno != EINTR {
                // The sign may have sent the reason before it ended the connection.
                break
            }
        }
        return try answer(until: deadline, clock)
    }

    private func answer(until deadline: Instant, _ clock: some MonotonicClock) throws(ControlClientError) -> JSONValue {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let line = buffer.takeLine() {
                guard case .bytes(let bytes) = line, let answer = try? JSONValue(parsing: bytes, depth: 32),
                    case .bool = answer["ok"]
                else { throw .noAnswer(path: path) }
                return answer
            }
            let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                buffer.feed(chunk[..<count])
            } else if count < 0, errno == EAGAIN {
                try wait(for: Int16(POLLIN), until: deadline, clock)
            } else if count == 0 || errno != EINTR {
                throw .ended(path: path)
            }
        }
    }

    private func wait(
        for events: Int16, until deadline: Instant, _ clock: some MonotonicClock
    ) throws(ControlClientError) {
        let rest = deadline - clock.now
        guard rest > .zero else { throw .late(path: path, limit: limit) }
        var descriptor = pollfd(fd: socket, events: events, revents: 0)
        poll(&descriptor, 1, Int32(clamping: rest.count / 1_000_000 + 1))
    }
}

/// Why no answer came.
package enum ControlClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Connecting to the path failed.
    case noSign(path: String, code: Int32)
    /// The answer did not come in time.
    case late(path: String, limit: Nanoseconds)
    /// The connection ended, or failed, before the answer.
    case ended(path: String)
    /// The peer sent something other than an answer.
    case noAnswer(path: String)

    /// What was attempted, and the fix.
    package var description: String {
        switch self {
        case .noSign(let path, let code):
            "cannot connect to the sign at \(path): \(SystemCallError.reason(code))\(Self.fix(code))"
        case .late(let path, let limit): "the sign at \(path) did not answer within \(limit.text)"
        case .ended(let path): "the sign at \(path) ended the connection"
        case .noAnswer(let path): "the program that listens at \(path) is not a sign"
        }
    }

    private static func fix(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED: "; start a sign with `ledsign run SIGN.yaml`, or give its socket with --socket"
        case EACCES, EPERM:
            "; only its own user and the group in its sign file (control: group) may connect"
        default: ""
        }
    }
}
