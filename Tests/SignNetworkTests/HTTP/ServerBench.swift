import Boards
import Glibc
import LinuxSystem
import SignFiles
import SignHost
import SignTestSupport
import Timelines

@testable import SignNetwork

/// A server on loopback whose thread is the test's: its sign is a closure, and its time stands still unless the test moves it.
final class ServerBench {
    let service: HTTPService
    let mailbox = SignMailbox()
    let frames = LiveFrames(size: .init(width: 8, height: 8), isMono: false)
    /// What the sign answers; nil for nothing.
    var sign: (SignOrder) -> SignAnswer? = { _ in .done([]) }
    /// The orders that the sign has got.
    var orders: [SignOrder] = []
    var now = Instant.zero + .seconds(1_000)

    init(
        _ settings: HTTPSettings = HTTPSettings(), token: String? = nil, pageFolder: String? = nil,
        limits: HTTPLimits = HTTPLimits(), signFile: String = "", versionsFolder: String? = nil, board: Board? = nil,
        setup: SetupPage? = nil
    ) throws {
        var settings = settings
        settings.listen = [HTTPSettings.Endpoint(address: "127.0.0.1", port: 0)]
        settings.token = token
        var configuration = ServerConfiguration(
            settings, signFile: signFile, machine: "bakery", pageFolder: pageFolder)
        configuration.tokenPath = token
        configuration.versionsFolder = versionsFolder
        configuration.limits = limits
        (configuration.board, configuration.setup) = (board, setup)
        configuration.apiPath = PackageFolder.root.appendingPathComponent("docs/openapi.json").path
        service = try HTTPService(configuration, mailbox: mailbox, frames: frames, at: now)
        step()
    }

    deinit { service.close() }

    var port: UInt16 { service.ports.first ?? 0 }

    /// What the server has reported.
    func reports() -> [String] { mailbox.takeReports() }

    /// Lets the server and the sign do what they can.
    func step() {
        _ = service.step(at: now, ready: service.polls.take())
        while let (ticket, order, _) = mailbox.takeOrder() {
            orders.append(order)
            if let answer = sign(order) { mailbox.answer(ticket, answer) }
        }
    }

    /// Steps until something is true, for at most a minute of the real clock; returns whether it is.
    @discardableResult
    func step(until isDone: () -> Bool) -> Bool {
        Polling.wait {
            step()
            // Waits for the server's sockets, a little at a time because the client's are not among them.
            var waiting = pollfd(fd: service.polls.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 5)
        } until: {
            isDone()
        }
    }

    /// Sends a request on a connection of its own, and returns the answer.
    func send(
        _ method: String, _ target: String, _ headers: [String] = [], host: String? = nil, body: String? = nil,
        from address: String = "127.0.0.1"
    ) throws -> TestReply {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        if body != nil, !headers.contains(where: { $0.hasPrefix("Content-Type") }) {
            lines.append("Content-Type: application/json")
        }
        return try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), from: address)
    }

    /// Sends bytes on a connection of its own, and returns the answer.
    func exchange(_ text: String, from address: String = "127.0.0.1") throws -> TestReply {
        try exchange(bytes: Array(text.utf8), from: address)
    }

    func exchange(bytes: [UInt8], from address: String = "127.0.0.1") throws -> TestReply {
        let client = try TestClient(port: port, from: address)
        client.send(bytes)
        step {
            client.flush(); return client.receive() || client.reply?.isWhole ?? false
        }
        return client.reply ?? TestReply()
    }
}
