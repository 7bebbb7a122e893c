import Glibc
import PixelGraphics
import Settings
import SignHost
import Timelines

@testable import SignNetwork

/// A viewer and its page, at the two ends of a socket.
final class LiveConnection {
    let viewer: LiveViewer
    private(set) var screen = LiveScreen()
    private(set) var texts: [String] = []
    /// Opcodes and payloads of control frames.
    private(set) var controls: [LivePeer.Frame] = []
    private(set) var peer = LivePeer()
    private(set) var page: Int32
    private let server: Int32
    private(set) var isEnded = false

    init(received: [UInt8] = [], hello: String = "hello", limit: Int = 30, sendRoom: Int32? = nil) {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        (server, page) = (ends[0], ends[1])
        if var room = sendRoom { setsockopt(server, SOL_SOCKET, SO_SNDBUF, &room, 4) }
        viewer = LiveViewer(
            descriptor: server, received: received, hello: .object([JSONMember(hello, .integer(1))]), at: .zero,
            limit: limit)
    }

    deinit {
        close(server)
        hangUp()
    }

    /// Ends the page's side.
    func hangUp() {
        if page >= 0 { close(page) }
        page = -1
    }

    /// Sends bytes to the viewer's end, and lets it read them.
    @discardableResult
    func send(_ bytes: [UInt8], at instant: Instant = .zero) -> [DragStep] {
        var requests: [DragStep] = []
        for start in stride(from: 0, to: bytes.count, by: 4_000) {
            let part = Array(bytes[start..<min(start + 4_000, bytes.count)])
            Glibc.send(page, part, part.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            requests += viewer.receive(at: instant)
        }
        return requests
    }

    /// Reads what has come, at most so many bytes, and applies it to the screen; returns the bytes.
    @discardableResult
    func read(maximum: Int = .max) -> Int {
        var buffer = [UInt8](repeating: 0, count: min(maximum, 65_536))
        var total = 0
        while total < maximum {
            let count = recv(page, &buffer, min(buffer.count, maximum - total), Int32(MSG_DONTWAIT))
            if count == 0 { isEnded = true }
            guard count > 0 else { break }
            total += count
            for frame in peer.receive(Array(buffer[..<count])) { take(frame) }
        }
        return total
    }

    /// Reads, lets the viewer send the rest, and so on until nothing comes.
    func readAll(at instant: Instant) {
        repeat { viewer.flush(at: instant) } while read() > 0
    }

    private func take(_ frame: LivePeer.Frame) {
        switch frame.opcode {
        case 1: texts.append(frame.text)
        case 2: screen.receive(frame.payload)
        default: controls.append(frame)
        }
    }
}
