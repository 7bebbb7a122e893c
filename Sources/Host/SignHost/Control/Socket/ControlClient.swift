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

    /// Connects to the first of some sockets at which a sign listens.
    ///
    /// - Parameter limit: the timeout for connecting, and for each answer.
    package init(paths: [String], limit: Nanoseconds) throws(WordedError) {
        for path in paths {
            let socket = control_socket_connect(path, Int32(clamping: limit.count / 1_000_000))
            if socket < 0, errno == ENOENT || errno == ECONNREFUSED { continue }
            guard socket >= 0 else {
                let code = errno
                let fix = "; only its own user and the group in its sign file (control: group) may connect"
                throw WordedError(
                    "cannot connect to the sign at \(path): \(SystemCallError.reason(code))"
                        + (code == EACCES || code == EPERM ? fix : ""))
            }
            (self.path, self.socket, self.limit) = (path, socket, limit)
            return
        }
        throw WordedError(
            "no sign listens at \(paths.joined(separator: " or ")); start one with `ledsign run SIGN.yaml`, or give its "
                + "socket with --socket")
    }

    deinit { close(socket) }

    /// Sends a request and waits for its answer.
    package func send(_ request: JSONValue, clock: some MonotonicClock) throws(WordedError) -> JSONValue {
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

    private func answer(until deadline: Instant, _ clock: some MonotonicClock) throws(WordedError) -> JSONValue {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let line = buffer.takeLine() {
                guard case .bytes(let bytes) = line, let answer = try? JSONValue(parsing: bytes, depth: 32),
                    case .bool = answer["ok"]
                else { throw WordedError("the program that listens at \(path) is not a sign") }
                return answer
            }
            let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                buffer.feed(chunk[..<count])
            } else if count < 0, errno == EAGAIN {
                try wait(for: Int16(POLLIN), until: deadline, clock)
            } else if count == 0 || errno != EINTR {
                throw WordedError("the sign at \(path) ended the connection")
            }
        }
    }

    private func wait(
        for events: Int16, until deadline: Instant, _ clock: some MonotonicClock
    ) throws(WordedError) {
        let rest = deadline - clock.now
        guard rest > .zero else { throw WordedError("the sign at \(path) did not answer within \(limit.text)") }
        var descriptor = pollfd(fd: socket, events: events, revents: 0)
        poll(&descriptor, 1, Int32(clamping: rest.count / 1_000_000 + 1))
    }
}
