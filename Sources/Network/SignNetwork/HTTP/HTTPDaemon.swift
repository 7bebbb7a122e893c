import CSignNetwork
import Glibc
import LinuxSystem
import Timelines

/// HTTP on sockets that others have opened: libmicrohttpd with the limits of this server.
///
/// For one thread; it has none of its own and never waits. Its closures are called from `run` and `close` alone.
package final class HTTPDaemon {
    /// A request that is to be answered; it may have ended meanwhile.
    package typealias Call = UInt64

    /// What is done with a request that has arrived as a whole.
    package typealias Completion = (HTTPRequest, Call) -> Void

    /// What becomes of a request whose head is there.
    package enum Verdict {
        /// Its body is read, which may have some bytes; the whole request has to be answered then or later.
        case read(limit: Int, complete: Completion)
        /// It is answered without its body.
        case answer(HTTPResponse)
    }

    /// A connection that is no longer HTTP.
    package struct Upgraded {
        package let descriptor: Int32
        /// What has come after the request.
        package let received: [UInt8]
        fileprivate let handle: OpaquePointer
    }

    private var server: OpaquePointer?
    private let begun: (HTTPRequest) -> Verdict
    private let ended: (Call) -> Void
    private let upgraded: (Call, Upgraded) -> Void
    private let report: (String) -> Void
    private let limits: HTTPLimits
    /// The requests that are not over, by their calls.
    private var requests: [Call: OpaquePointer] = [:]
    /// The heads of requests whose bodies are still to come.
    private var heads: [Call: (request: HTTPRequest, longBytes: Int, complete: Completion)] = [:]
    private var lastCall: Call = 0

    /// - Parameters:
    ///   - begun: the head of a request has arrived, whose body is empty.
    ///   - ended: a call has ended, answered or not.
    ///   - upgraded: a connection speaks another protocol; it is closed with `close(upgraded:)`.
    ///   - report: the library reports a fault, in a line.
    /// - Throws: if memory or descriptors are short.
    package init(
        _ limits: HTTPLimits, begun: @escaping (HTTPRequest) -> Verdict, ended: @escaping (Call) -> Void,
        upgraded: @escaping (Call, Upgraded) -> Void, report: @escaping (String) -> Void
    ) throws {
        (self.limits, self.begun, self.ended, self.upgraded, self.report) = (limits, begun, ended, upgraded, report)
        var numbers = sign_server_limits(
            connections: UInt32(limits.connections), connections_per_address: UInt32(limits.connectionsPerAddress),
            idle_seconds: UInt32(limits.idleSeconds), header_bytes: limits.headerBytes,
            transfer_nanoseconds: limits.transferTime.count)
        var functions = Self.functions(Unmanaged.passUnretained(self).toOpaque())
        server = sign_server_start(&numbers, &functions)
        guard server != nil else {
            throw WordedError("the server needs more memory or descriptors than the system gives")
        }
    }

    deinit { close() }

    /// Ends all connections.
    package func close() {
        guard let server else { return }
        self.server = nil
        sign_server_stop(server)
    }

    // MARK: Running

    /// Is readable when `run` has something to do.
    package var descriptor: Int32 { server.map { sign_server_descriptor($0) } ?? -1 }

    /// The number of connections.
    package var connections: Int { server.map { Int(sign_server_connections($0)) } ?? 0 }

    /// Takes connections that wait at a socket, some at a time; returns whether the system has what they need.
    package func accept(from socket: Int32, at instant: Instant) -> Bool {
        guard let server else { return true }
        for _ in 0..<limits.connections {
            switch sign_server_accept(server, socket, instant.nanoseconds) {
            case 1: continue
            case 0: return true
            default: return false
            }
        }
        return true
    }

    /// Does what can be done without waiting; returns when to call it again at the latest.
    package func run(at instant: Instant) -> Instant {
        guard let server else { return .distantFuture }
        sign_server_run(server, instant.nanoseconds)
        return Instant(nanoseconds: sign_server_due(server, instant.nanoseconds))
    }

    /// Closes a connection that is no longer HTTP; call `run` soon.
    package func close(upgraded: Upgraded) {
        if let server { sign_upgrade_close(server, upgraded.handle) }
    }

    // MARK: Answers

    /// Answers a request; does nothing for one that has ended or was answered.
    package func answer(_ call: Call, _ response: HTTPResponse) {
        guard let request = requests[call] else { return }
        send(response, to: request)
    }

    /// Answers a request with 101; `upgraded` is called once that was sent.
    package func upgrade(_ call: Call, headers: [HTTPRequest.Item]) {
        guard let request = requests[call] else { return }
        withHeaders(headers) { _ = sign_request_upgrade(request, $0, headers.count) }
    }

    private func send(_ response: HTTPResponse, to request: OpaquePointer) {
        withHeaders(response.headers) { headers in
            _ = sign_request_answer(
                request, UInt32(response.status), headers, response.headers.count, response.body, response.body.count)
        }
    }

    private func withHeaders(_ headers: [HTTPRequest.Item], _ body: (UnsafePointer<sign_header>) -> Void) {
        // The server copies the texts.
        func text(_ string: String) -> UnsafeMutablePointer<CChar>? {
            strdup(String(decoding: string.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self))
        }
        let texts = headers.map { (name: text($0.name), value: text($0.value)) }
        defer {
            for (name, value) in texts {
                free(name)
                free(value)
            }
        }
        let entries = texts.map { sign_header(name: $0.name, value: $0.value) } + [sign_header()]
        entries.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
    }

    // MARK: Requests

    /// Reads the head of a request, and asks what becomes of it; returns how many bytes its body may have.
    fileprivate func begin(_ request: OpaquePointer) -> Int {
        lastCall += 1
        let call = lastCall
        sign_request_set_tag(request, call)
        requests[call] = request
        guard let head = HTTPRequest(request) else {
            send(.failure(400, "wrong-value", "the address of the request cannot be read"), to: request)
            return 0
        }
        switch begun(head) {
        case .answer(let response):
            send(response, to: request)
            return 0
        case .read(let limit, let complete):
            let longBytes = limit > HTTPLimits.longBodyBytes ? limit : 0
            guard heads.values.reduce(longBytes, { $0 + $1.longBytes }) <= max(limits.longBytes, limit) else {
                let retry = [("Retry-After", "1")]
                send(.failure(503, "busy", "other files are being sent; retry later", headers: retry), to: request)
                return 0
            }
            heads[call] = (head, longBytes, complete)
            return limit
        }
    }

    fileprivate func refuseBody(_ request: OpaquePointer) {
        send(.failure(413, "too-long", "the body of the request is too long"), to: request)
    }

    fileprivate func complete(_ request: OpaquePointer) {
        let call = sign_request_tag(request)
        guard var head = heads.removeValue(forKey: call) else { return refuseBody(request) }
        var count = 0
        if let bytes = sign_request_body(request, &count) {
            head.request.body = Array(UnsafeBufferPointer(start: bytes, count: count))
        }
        head.complete(head.request, call)
    }

    fileprivate func end(_ request: OpaquePointer) {
        let call = sign_request_tag(request)
        heads[call] = nil
        requests[call] = nil
        ended(call)
    }

    fileprivate func upgrade(_ call: Call, _ descriptor: Int32, _ received: [UInt8], _ handle: OpaquePointer) {
        upgraded(call, Upgraded(descriptor: descriptor, received: received, handle: handle))
    }
}

extension HTTPDaemon {
    private static func daemon(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
        context.map { Unmanaged<HTTPDaemon>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The functions that C calls: each finds its daemon by the context.
    private static func functions(_ context: UnsafeMutableRawPointer) -> sign_server_handlers {
        sign_server_handlers(
            context: context,
            begun: { context, request in
                guard let request else { return 0 }
                return HTTPDaemon.daemon(context)?.begin(request) ?? 0
            },
            too_long: { context, request in
                if let request { HTTPDaemon.daemon(context)?.refuseBody(request) }
            },
            complete: { context, request in
                if let request { HTTPDaemon.daemon(context)?.complete(request) }
            },
            ended: { context, request in
                if let request { HTTPDaemon.daemon(context)?.end(request) }
            },
            upgraded: { context, tag, descriptor, bytes, count, handle in
                guard let handle else { return }
                let received = bytes.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
                HTTPDaemon.daemon(context)?.upgrade(tag, descriptor, received, handle)
            },
            report: { context, words in
                if let words { HTTPDaemon.daemon(context)?.report(String(cString: words)) }
            })
    }
}

/// The limits of the server, so that no client can exhaust its memory or its descriptors.
package struct HTTPLimits: Sendable {
    /// Connections at once; a browser holds up to seven for a page.
    package var connections = 64
    /// Connections of one address.
    package var connectionsPerAddress = 32
    /// How many seconds a connection may be silent.
    package var idleSeconds = 10
    /// The request line and all headers in bytes.
    package var headerBytes = 16_384
    /// How long a request may take to arrive, and an answer to be read, however slowly they move.
    package var transferTime = Nanoseconds.seconds(20)
    /// The body of a request in bytes.
    package var bodyBytes = 65_536
    /// Bodies that may be longer than this count together.
    static let longBodyBytes = 1 << 20
    /// The bytes that all of them may have, as long as there is more than one.
    package var longBytes = 40 << 20
    /// Viewers of the live picture.
    package var viewers = 8
    /// Those of them that have no token.
    package var guestViewers = 6
    /// Those of them that have no token and come from one address.
    package var guestViewersPerAddress = 3
    /// Pictures that are made in a second for all who have the token, and as many for all others.
    package var picturesPerSecond = 5
    /// Pictures that are made in a second for one address without the token.
    package var guestPicturesPerSecond = 2
    /// Requests without the token that may wait for the sign at once; fewer than the mailbox has room for.
    package var guestOrders = 8
    /// Steps of drags that may wait for the sign at once; further ones are merged meanwhile.
    package var handOrders = 2
    /// How long the sign may take to answer.
    package var answerTime = Nanoseconds.seconds(2)
}
