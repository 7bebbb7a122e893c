import Boards
import PixelGraphics
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// What the content thread does for a server.
@Suite struct SignHTTPOutputTests {
    private func output() throws -> SignHTTPOutput<ManualClock> {
        let board = try BoardResolver(given: "sim-32x8").load()
        return SignHTTPOutput(ServerConfiguration(HTTPSettings()), board: board, clock: ManualClock()) { _ in }
    }

    @Test("without viewers, a frame costs nothing: no drawing, and no memory")
    func unwatched() throws {
        let output = try output()
        output.update(problem: "a problem that is too long to be kept without memory of its own", at: .zero)
        var wishes = 0
        let count = allocations {
            for frame in 0..<100 {
                let instant = Instant.zero + .milliseconds(Int64(frame))
                if output.wish(at: instant) != .never { wishes += 1 }
                output.update(
                    problem: "a problem that is too long to be kept without memory of its own", at: instant)
            }
        }
        expectEqual(wishes, 0)
        expectEqual(count, 0)
    }

    @Test("the thread of the server ends with the sign, also with requests that wait for it")
    func end() throws {
        var settings = HTTPSettings()
        let free = try ListeningSocket(HTTPSettings.Endpoint(address: "127.0.0.1", port: 0))
        settings.listen = [HTTPSettings.Endpoint(address: "127.0.0.1", port: free.port)]
        // Taken for now: the thread also ends while it tries again.
        let mailbox = SignMailbox()
        let frames = LiveFrames(size: Size(width: 8, height: 8), isMono: false)
        let thread = try HTTPServerThread.start(
            ServerConfiguration(settings), mailbox: mailbox, frames: frames, clock: ManualClock())
        #expect(mailbox.orders.wait(milliseconds: Polling.longest))
        expectEqual(mailbox.takeReports().count, 1)
        #expect(thread.end())
        #expect(mailbox.isOver)
    }

    @Test("a service that ends answers what waits with 503")
    func farewell() throws {
        let bench = try ServerBench()
        bench.sign = { _ in nil }
        let client = try TestClient(port: bench.port)
        client.send(Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(bench.step { !bench.orders.isEmpty })
        bench.service.close()
        #expect(client.receive())
        expectEqual(client.reply?.status, 503)
    }

    @Test("with a viewer, at most 30 frames a second are drawn")
    func watched() throws {
        let output = try output()
        output.mailbox.watch(true)
        let frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        var count = 0
        for millisecond in 0..<1_000 {
            let instant = Instant.zero + .seconds(1) + .milliseconds(Int64(millisecond))
            guard output.wish(at: instant) == .now else { continue }
            output.show(frame, at: instant)
            count += 1
        }
        #expect(count <= 30)
        #expect(count >= 29)
    }

    @Test("the frames of a moving text, drawn and passed on to viewers, take no memory")
    func watchedText() throws {
        let output = try output()
        output.mailbox.watch(true)
        let text = "message: {text: Fresh bread until noon, speed: 60, scroll: always}\n"
        let size = Size(width: 32, height: 8)
        let player = try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: size, fonts: SignFileLoader.fonts, start: .zero)
        var presenter = Presenter(player, size: size, format: .rgb)
        var (drawn, shown) = (0, 0)
        func run(seconds: Range<Int>) {
            for frame in seconds.lowerBound * 60..<seconds.upperBound * 60 {
                // Rounded up, as the instants of changes are.
                let instant = Instant(nanoseconds: (Int64(frame) * 1_000_000_000 + 59) / 60)
                if presenter.present(at: instant) { drawn += 1 }
                if output.wish(at: instant) == .now {
                    output.show(presenter.frame, at: instant)
                    shown += 1
                }
                output.update(problem: nil, at: instant)
            }
        }
        // Once around the sign, for what the whole program makes once.
        run(seconds: 0..<5)
        (drawn, shown) = (0, 0)
        expectEqual(allocations { run(seconds: 5..<65) }, 0)
        expectEqual(drawn, 60 * 60)
        #expect((59 * 30...60 * 30).contains(shown))
    }

    @Test("a frame that is passed on takes no memory after the first ones")
    func frames() throws {
        let output = try output()
        let frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        for _ in 0..<4 { output.show(frame, at: .zero) }
        expectEqual(allocations { for _ in 0..<100 { output.show(frame, at: .zero) } }, 0)
    }
}
