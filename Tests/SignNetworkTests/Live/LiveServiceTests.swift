import Glibc
import PixelGraphics
import Settings
import SignTestSupport
import Testing
import Timelines

@testable import SignHost
@testable import SignNetwork

/// The live picture through real sockets.
@Suite struct LiveServiceTests {
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
        let viewer = try LiveClient(bench)
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
        let viewer = try LiveClient(bench)
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

    @Test("a viewer that comes later gets the picture of a sign that stands still at once, and none that is old")
    func laterViewer() throws {
        let bench = try bench()
        var first: LiveClient? = try LiveClient(bench)
        bench.step {
            first?.take(); return first?.frames.isEmpty == false
        }
        bench.frames.publish(Frame(size: Size(width: 8, height: 8), format: .rgb), number: 7, at: bench.now)
        bench.step {
            first?.take(); return first?.frames.count == 2
        }
        var later: LiveClient? = try LiveClient(bench)
        #expect(
            bench.step {
                later?.take(); return later?.frames.count == 2
            })
        expectEqual(later?.frames.last?.payload, first?.frames.last?.payload)
        (first, later) = (nil, nil)
        bench.step { bench.service.connections == 0 }
        let last = try LiveClient(bench)
        bench.step {
            last.take(); return !last.frames.isEmpty
        }
        for _ in 0..<20 { bench.step() }
        last.take()
        expectEqual(last.frames.count, 1, "the sign draws for the first viewer, and may have changed since")
    }

    @Test("a hand moves the sign, and one that vanishes lets go at velocity 0")
    func hand() throws {
        let bench = try bench()
        var viewer: LiveClient? = try LiveClient(bench)
        bench.step {
            viewer?.take(); return viewer?.frames.isEmpty == false
        }
        bench.orders = []
        viewer?.client.send(LivePeer.text(#"{"hand":"begin"}"#) + LivePeer.text(#"{"hand":"move","pixels":12}"#))
        func hands() -> [DragStep] {
            bench.orders.compactMap { if case .drag(let step) = $0 { step } else { nil } }
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
        let viewer = try LiveClient(bench)
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
        guard case .drag(.release) = bench.orders.last else {
            Issue.record("\(String(describing: bench.orders.last))")
            return
        }
    }

    @Test("a viewer that floods the sign with hands leaves room for the hands and the requests of others")
    func floodedMailbox() throws {
        let bench = try bench()
        let (flooding, other) = (try LiveClient(bench), try LiveClient(bench))
        bench.step {
            for viewer in [flooding, other] { viewer.take() }
            return !flooding.frames.isEmpty && !other.frames.isEmpty
        }
        // The sign takes nothing yet: what is posted waits in the mailbox.
        for number in 0..<200 {
            for zone in 0..<5 {
                let moves = [
                    #"{"hand":"begin","zone":"\#(zone + number)"}"#, #"{"hand":"end","zone":"\#(zone + number)"}"#,
                ]
                flooding.client.send(moves.flatMap(LivePeer.text))
            }
        }
        for _ in 0..<100 {
            flooding.client.flush()
            _ = bench.service.step(at: bench.now, ready: bench.service.polls.take())
        }
        #expect(bench.service.steering.count <= SteeringQueue.maximumOfViewer + LiveDrags.maximumOfViewer)
        other.client.send(LivePeer.text(#"{"hand":"begin","zone":"mine"}"#))
        let clients = try (0..<12).map { _ in try TestClient(port: bench.port) }
        for client in clients { client.send(Array("GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)) }
        for _ in 0..<50 {
            _ = bench.service.step(at: bench.now, ready: bench.service.polls.take())
        }
        bench.orders = []
        #expect(
            bench.step {
                for client in clients { client.receive() }
                return clients.allSatisfy { $0.reply?.isWhole == true }
            })
        expectEqual(clients.map { $0.reply?.status }, [Int?](repeating: 200, count: 12))
        #expect(
            bench.step { bench.orders.contains { if case .drag(.begin(zone: "mine")) = $0 { true } else { false } } })
    }

    @Test("eight viewers are welcome, the ninth gets 503")
    func manyViewers() throws {
        let bench = try bench()
        let viewers = try (0..<8).map { _ in try LiveClient(bench) }
        #expect(
            bench.step {
                for viewer in viewers { viewer.take() }; return viewers.allSatisfy { !$0.frames.isEmpty }
            })
        let ninth = try TestClient(port: bench.port)
        ninth.send(LiveClient.handshake(bench.port))
        #expect(
            bench.step {
                ninth.receive(); return ninth.reply != nil
            })
        expectEqual(ninth.reply?.status, 503)
    }

    @Test("an event is sent at once, also where nothing else happens")
    func eventOfStillSign() throws {
        let bench = try bench()
        let viewer = try LiveClient(bench)
        bench.step {
            viewer.take(); return !viewer.frames.isEmpty
        }
        for _ in 0..<20 { bench.step() }
        bench.mailbox.record(problem: "no panel")
        _ = bench.service.step(at: bench.now, ready: bench.service.polls.take())
        var waiting = pollfd(fd: bench.service.polls.descriptor, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&waiting, 1, Polling.timeout), 1, "the socket of the viewer is waited for")
        _ = bench.service.step(at: bench.now, ready: bench.service.polls.take())
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 2
            })
        expectEqual(viewer.frames.last?.text, #"{"event": "problem", "problem": "no panel"}"#)
    }

    @Test("viewers get an event for what has changed: the list, the state, what is wrong")
    func events() throws {
        let bench = try bench()
        let viewer = try LiveClient(bench)
        bench.step {
            viewer.take(); return !viewer.frames.isEmpty
        }
        var news = SignChanges(list: 1, percent: 80, isAutomatic: true, isPaused: false, variables: 0)
        bench.mailbox.record(news)
        bench.step {
            viewer.take(); return viewer.frames.count == 3
        }
        viewer.frames.removeLast(2)
        news.words = 1
        bench.mailbox.record(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.last?.text == "{\"event\": \"words\"}"
            })
        viewer.frames.removeLast()
        news.list = 2
        bench.mailbox.record(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 2
            })
        expectEqual(viewer.frames.last?.text, #"{"event": "messages"}"#)
        news.percent = 20
        news.isAutomatic = false
        bench.mailbox.record(news)
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 3
            })
        let state = #"{"event": "state", "brightness": 20, "auto": false, "paused": false}"#
        expectEqual(viewer.frames.last?.text, state)
        var status = PixelStreamStatus(size: Size(width: 8, height: 8))
        status.owner = PixelStreamStatus.Sender(name: "10.0.0.9", proto: "ddp")
        news.pixels = status.event(isShown: true)
        bench.mailbox.record(news)
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
        bench.mailbox.record(problem: "no panel")
        #expect(
            bench.step {
                viewer.take(); return viewer.frames.count == 3
            })
        expectEqual(viewer.frames.last?.text, #"{"event": "problem", "problem": "no panel"}"#)
    }
}
