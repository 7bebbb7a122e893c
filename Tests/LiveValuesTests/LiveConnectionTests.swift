import Glibc
import LinuxSystem
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import LiveValues

/// Sources whose server keeps a connection open.
@Suite struct LiveConnectionTests {
    /// What a server is to give, and what its display has done.
    private final class Server: Sendable {
        struct State {
            var arrivals: [Result<LiveArrival, WordedError>] = []
            var connections = 0
            var open = 0
            var turns = 0
            var isEndless = false
        }

        let state = Mutex(State())
        let wake = EventDescriptor()

        func give(_ arrivals: Result<LiveArrival, WordedError>...) {
            state.withLock { $0.arrivals += arrivals }
            wake.raise()
        }

        var connections: Int { state.withLock { $0.connections } }
        var open: Int { state.withLock { $0.open } }
        var turns: Int { state.withLock { $0.turns } }

        var connector: LiveConnector {
            { [self] _, _, _ throws(WordedError) in Connection(self) }
        }
    }

    private final class Connection: LiveConnection {
        private let server: Server

        init(_ server: Server) {
            self.server = server
            server.state.withLock {
                $0.connections += 1
                $0.open += 1
            }
        }

        deinit { server.state.withLock { $0.open -= 1 } }

        var wait: pollfd { pollfd(fd: server.wake.number, events: Int16(POLLIN), revents: 0) }
        var due: Instant { server.state.withLock { $0.isEndless } ? .zero : .distantFuture }
        func beginTurn() { server.state.withLock { $0.turns += 1 } }

        func run(at now: Instant) throws(WordedError) -> LiveArrival? {
            server.wake.lower()
            let arrival = server.state.withLock { state -> Result<LiveArrival, WordedError>? in
                if state.isEndless { return .success(.answer(TronbytAnswer())) }
                return state.arrivals.isEmpty ? nil : state.arrivals.removeFirst()
            }
            return try arrival?.get()
        }
    }

    private func source(turn: Int) throws -> LiveSource {
        let address = try #require(LiveAddress("ws://nas.local/kitchen/ws", takesWebSocket: true))
        var source = LiveSource("image x", .url(address), form: .document(.image))
        (source.turn, source.interval, source.timeout, source.limit) = (turn, .max, .max, 1 << 20)
        return source
    }

    private func answer(turn: Int = 0, brightness: Int? = nil, isImmediate: Bool = false) -> TronbytAnswer {
        var answer = TronbytAnswer()
        (answer.turn, answer.brightness, answer.isImmediate) = (turn, brightness, isImmediate)
        return answer
    }

    /// What begins as a GIF does.
    private func bytes(_ last: UInt8) -> [UInt8] { Array("GIF89a".utf8) + [last] }

    private func picture(_ last: UInt8) -> Result<LiveArrival, WordedError> {
        .success(.picture(bytes(last), answer()))
    }

    @Test(
        "a picture is that of the turn that is asked for; one that is pushed takes its place, and what is said of it counts"
    )
    func turns() throws {
        let server = Server()
        server.give(picture(1))
        let service = try LiveService([source(turn: 1)], connector: server.connector, clock: SharedClock())
        defer { service.close() }
        var listener = Listener(service)
        func document(_ listener: Listener) -> LiveDocument? { listener.changes["image x"]?.document }
        #expect(listener.wait { document($0)?.answer == answer(turn: 1) })
        // The same turn once more is nothing new; the next one is, over the same connection.
        service.replace([try source(turn: 1)])
        service.replace([try source(turn: 2)])
        #expect(Polling.wait { server.turns == 1 })
        server.give(picture(2), .success(.answer(answer(brightness: 5))))
        #expect(listener.wait { document($0)?.answer == answer(turn: 2, brightness: 5) })
        expectEqual(document(listener)?.bytes, bytes(2))
        server.give(picture(3), .success(.answer(answer(isImmediate: true))))
        #expect(listener.wait { document($0)?.answer == answer(turn: 2, isImmediate: true) })
        expectEqual(document(listener)?.bytes, bytes(3))
        expectEqual(server.connections, 1)
        expectEqual(server.turns, 1)
    }

    @Test("what a server says is wrong is told; the connection stays")
    func problems() throws {
        let server = Server()
        server.give(.success(.problem(WordedError("no app"))))
        let service = try LiveService([source(turn: 1)], connector: server.connector, clock: SharedClock())
        defer { service.close() }
        var listener = Listener(service)
        #expect(listener.wait { $0.liveService.statuses.first?.problem == WordedError("no app") })
        server.give(picture(1))
        #expect(listener.wait { $0.changes["image x"]?.document != nil })
        #expect(listener.wait { $0.liveService.statuses.first?.problem == nil })
        expectEqual(server.connections, 1)
    }

    @Test("a lost connection is told, and begun again after 5 s for the same turn; without its source it ends")
    func losses() throws {
        let (server, clock) = (Server(), SharedClock())
        server.give(picture(1))
        let service = try LiveService([source(turn: 1)], connector: server.connector, clock: clock)
        defer { service.close() }
        var listener = Listener(service)
        #expect(listener.wait { $0.changes["image x"]?.document != nil })
        // Nothing is asked for when it is lost.
        server.give(.failure(WordedError("gone")))
        #expect(listener.wait { $0.liveService.statuses.first?.problem == WordedError("gone") })
        expectEqual(server.open, 0)
        server.give(picture(2))
        clock.advance(by: .seconds(6))
        service.refresh()
        #expect(listener.wait { $0.changes["image x"]?.document?.bytes == bytes(2) })
        expectEqual(listener.changes["image x"]?.document?.answer, answer(turn: 1))
        expectEqual(server.connections, 2)
        service.replace([])
        #expect(Polling.wait { server.open == 0 })
    }

    @Test("a server that sends without end keeps no other source waiting")
    func endless() throws {
        let server = Server()
        server.state.withLock { $0.isEndless = true }
        let variable = LiveSource("v", .variable("1"))
        let service = try LiveService([source(turn: 1), variable], connector: server.connector, clock: SharedClock())
        defer { service.close() }
        var listener = Listener(service)
        #expect(listener.wait { $0.value("v") == "1" })
        service.set("v", to: "2")
        #expect(listener.wait { $0.value("v") == "2" })
    }

    @Test("where nothing connects that is said")
    func missing() throws {
        let service = try LiveService([source(turn: 1)], clock: SharedClock())
        defer { service.close() }
        var listener = Listener(service)
        let words = "WebSockets are for the program ledsign; use the http:// URL that ends in /next"
        #expect(listener.wait { $0.liveService.statuses.first?.problem == WordedError(words) })
    }
}
