import PixelGraphics
import Settings
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignServer

/// The live picture through real sockets.
@Suite struct LiveServiceTests {
    private static func handshake(_ port: UInt16) -> [UInt8] {
        let lines = [
            "GET /api/v1/live HTTP/1.1", "Host: localhost:\(port)", "Origin: http://localhost:\(port)",
            "Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// A viewer that has shaken hands.
    private final class Viewer {
        let client: TestClient
        var peer = LivePeer()
        var frames: [LivePeer.Frame] = []
        private var seen: Int?

        init(_ bench: ServerBench) throws {
            client = try TestClient(port: bench.port)
            client.send(LiveServiceTests.handshake(bench.port))
        }

        /// Takes what has arrived behind the answer 101.
        func take() {
            client.receive()
            guard let reply = client.reply, reply.status == 101 else { return }
            frames += peer.receive(Array(reply.body.dropFirst(seen ?? 0)))
            seen = reply.body.count
        }
    }

    private func bench() throws -> ServerBench {
        let bench = try ServerBench()
        bench.sign = { order in
            if case .state = order { .done([JSONMember("width", .integer(8))]) } else { .done([]) }
        }
        return bench
    }

    @Test("the handshake proves that it was understood, and the hello says what the sign is")
    func hello() throws {
        let bench = try bench()
        let viewer = try Viewer(bench)
        #expect(!bench.mailbox.isWatched)
        #expect(
            bench.step {
                viewer.take(); return !viewer.frames.isEmpty
            })
        // The proof of RFC 6455, 1.3.
        expectEqual(viewer.client.reply?["Sec-WebSocket-Accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        let hello = try JSONValue(parsing: try #require(viewer.frames.first).payload)
        expectEqual(hello["hello"], .integer(1))
        expectEqual(hello["width"], .integer(8))
        expectEqual(hello["may"], .list([.text("view"), .text("steer")]))
        #expect(bench.mailbox.isWatched)
    }

    @Test("a frame that the sign has drawn arrives whole, and nothing comes while it stands still")
    func frame() throws {
        let bench = try bench()
        let viewer = try Viewer(bench)
        bench.step {
            viewer.take(); return !viewer.frames.isEmpty
        }
        bench.frames.publish(Frame(size: Size(width: 8, height: 8), format: .rgb), number: 1, at: bench.now)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 2
            })
        // 24 bytes of head, and 3 for each pixel.
        expectEqual(viewer.frames.last?.opcode, 2)
        expectEqual(viewer.frames.last?.payload.count, 216)
        for _ in 0..<20 { bench.step() }
        viewer.take()
        expectEqual(viewer.frames.count, 2)
    }

    @Test("a hand moves the sign, and one that vanishes lets go at velocity 0")
    func hand() throws {
        let bench = try bench()
        var viewer: Viewer? = try Viewer(bench)
        bench.step {
            viewer?.take(); return viewer?.frames.isEmpty == false
        }
        bench.orders = []
        viewer?.client.send(LivePeer.text(#"{"hand":"begin"}"#) + LivePeer.text(#"{"hand":"move","pixels":12}"#))
        func hands() -> [LiveHands.Steering] {
            bench.orders.compactMap { if case .hand(let steering) = $0 { steering } else { nil } }
        }
        #expect(bench.step { hands().count == 2 })
        expectEqual(hands(), [.begin(zone: nil), .move(zone: nil, pixels: 12)])
        viewer = nil
        #expect(bench.step { hands().count == 3 })
        expectEqual(hands().last, .release(zone: nil, velocity: 0))
        #expect(!bench.mailbox.isWatched)
        #expect(bench.step { bench.service.connections == 0 })
    }

    @Test("a flood of hands while the sign hangs takes no memory, and the last thing it gets is a release")
    func floodOfHands() throws {
        let bench = try bench()
        let viewer = try Viewer(bench)
        bench.step {
            viewer.take()
            return !viewer.frames.isEmpty
        }
        bench.sign = { _ in nil }
        for _ in 0..<2_000 {
            viewer.client.send(LivePeer.text(#"{"hand":"begin"}"#) + LivePeer.text(#"{"hand":"end","velocity":9}"#))
        }
        for _ in 0..<200 {
            viewer.client.flush()
            _ = bench.service.step(at: bench.now, ready: bench.service.polls.take())
            #expect(bench.service.steering.count <= 80)
        }
        #expect(!bench.service.steering.isEmpty)
        bench.now = bench.now + .seconds(2)
        for _ in 0..<20 { bench.step() }
        #expect(bench.service.steering.isEmpty)
        guard case .hand(.release) = bench.orders.last else {
            Issue.record("\(String(describing: bench.orders.last))")
            return
        }
    }

    @Test("eight viewers are welcome, the ninth gets 503")
    func manyViewers() throws {
        let bench = try bench()
        let viewers = try (0..<8).map { _ in try Viewer(bench) }
        #expect(
            bench.step {
                for viewer in viewers { viewer.take() }; return viewers.allSatisfy { !$0.frames.isEmpty }
            })
        let ninth = try TestClient(port: bench.port)
        ninth.send(Self.handshake(bench.port))
        #expect(
            bench.step {
                ninth.receive(); return ninth.reply != nil
            })
        expectEqual(ninth.reply?.status, 503)
    }

    @Test("viewers get an event for what has changed: the list, the state, what is wrong")
    func events() throws {
        let bench = try bench()
        let viewer = try Viewer(bench)
        bench.step {
            viewer.take(); return !viewer.frames.isEmpty
        }
        var news = SignNews(list: 1, percent: 80, isAutomatic: true, isPaused: false, variables: 0)
        bench.mailbox.note(news)
        bench.step {
            viewer.take(); return viewer.frames.count == 3
        }
        viewer.frames.removeLast(2)
        news.list = 2
        bench.mailbox.note(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 2
            })
        expectEqual(viewer.frames.last?.text, #"{"event": "messages"}"#)
        news.percent = 20
        news.isAutomatic = false
        bench.mailbox.note(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 3
            })
        let state = #"{"event": "state", "brightness": 20, "auto": false, "paused": false}"#
        expectEqual(viewer.frames.last?.text, state)
        var status = PixelStreamStatus(size: Size(width: 8, height: 8))
        status.owner = PixelStreamStatus.Sender(name: "10.0.0.9", proto: "ddp")
        news.pixels = PixelStreamNews(status, isShown: true)
        bench.mailbox.note(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 4
            })
        let owner = #"{"name": "10.0.0.9", "protocol": "ddp"}"#
        expectEqual(
            viewer.frames.last?.text,
            #"{"event": "pixels", "owner": \#(owner), "stopped": null, "shown": true}"#)
        viewer.frames.removeLast()
        viewer.frames.removeLast()
        bench.mailbox.note(problem: "no panel")
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 3
            })
        expectEqual(viewer.frames.last?.text, #"{"event": "problem", "problem": "no panel"}"#)
    }
}
