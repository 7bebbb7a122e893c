import Glibc
import PixelGraphics
import Settings
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite("Viewers of the live picture")
struct LiveViewerTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    private func picture(_ frame: Frame, _ number: UInt32 = 0) -> LivePicture {
        var picture = LivePicture()
        picture.fill(from: frame, due: .zero, number: number)
        return picture
    }

    @Test("the hello comes first, then the whole picture, then what changed, at most 30 times a second")
    func order() {
        let connection = LiveConnection()
        var frame = Frame(size: Size(width: 16, height: 8), format: .rgb)
        connection.viewer.show(picture(frame, 1), at: at(0))
        connection.read()
        expectEqual(connection.texts, [#"{"hello": 1}"#])
        expectEqual(connection.screen.numbers, [1])
        #expect(connection.screen.shows(frame))
        for number in UInt32(2)...31 {
            frame.canvas.fill(Rectangle(x: Int(number) % 16, y: 2, width: 1, height: 1), with: Ink(.white))
            connection.viewer.show(picture(frame, number), at: at(Int64(number)))
        }
        expectEqual(connection.read(), 0, "the interval is not over")
        expectEqual(connection.viewer.due, Instant(nanoseconds: 33_333_333))
        connection.viewer.step(at: at(34))
        connection.read()
        expectEqual(connection.screen.numbers, [1, 31])
        #expect(connection.screen.shows(frame))
        expectEqual(connection.viewer.due, at(20_000), "nothing is due but a ping while the sign stands still")
        connection.viewer.show(picture(frame, 32), at: at(100))
        expectEqual(connection.read(), 0)
        expectEqual(connection.peer.faults + connection.screen.faults, [])
    }

    @Test("a page that asks for a rate gets it")
    func rate() {
        let connection = LiveConnection()
        expectEqual(connection.send(LivePeer.text(#"{"rate":10}"#)), [])
        var frame = Frame(size: Size(width: 8, height: 8), format: .mono)
        for millisecond in 0..<1_000 {
            frame.canvas.clear()
            frame.canvas.fill(Rectangle(x: millisecond % 7, y: 0, width: 1, height: 1), with: .white)
            connection.viewer.show(picture(frame, UInt32(millisecond)), at: at(Int64(millisecond)))
            connection.read()
        }
        expectEqual(connection.screen.numbers, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    }

    @Test("requests are passed on in order, and what is not understood is reported")
    func requests() {
        let connection = LiveConnection()
        let sent = [
            #"{"hand":"begin","zone":"top"}"#, #"{"hand":"move","pixels":1}"#, #"{"hand":"move","pixels":2}"#,
            #"{"hand":"jump"}"#, #"{"hand":"end","velocity":-7}"#,
        ]
        expectEqual(
            connection.send(sent.flatMap(LivePeer.text)),
            [
                .begin(zone: "top"), .move(zone: nil, pixels: 1), .move(zone: nil, pixels: 2),
                .release(zone: nil, velocity: -7),
            ])
        connection.read()
        expectEqual(connection.texts.count, 2)
        expectEqual(connection.texts.last?.hasPrefix(#"{"event": "refused", "error": "#), true)
    }

    @Test("what came with the handshake is not lost")
    func early() {
        let connection = LiveConnection(received: LivePeer.text(#"{"hand":"begin"}"#))
        expectEqual(connection.viewer.receive(at: .zero), [.begin(zone: nil)])
        expectEqual(connection.viewer.receive(at: .zero), [])
    }

    @Test("an event waits for the socket, and goes before the next picture")
    func events() {
        let connection = LiveConnection()
        connection.read()
        connection.viewer.send(event: .object([JSONMember("event", .text("state"))]))
        #expect(connection.viewer.wantsWriting)
        connection.viewer.flush(at: at(1))
        #expect(!connection.viewer.wantsWriting)
        connection.read()
        expectEqual(connection.texts.last, #"{"event": "state"}"#)
    }

    @Test("a slow viewer gets fewer pictures, each of them right, and the newest at last")
    func slow() {
        let connection = LiveConnection(limit: 60, sendRoom: 4_608)
        var random = SeededRandom(seed: 7)
        var frames: [Frame] = []
        var frame = Frame(size: Size(width: 64, height: 32), format: .rgb)
        for number in 0..<400 {
            frame.changeAtRandom(&random)
            frames.append(frame)
            let now = at(Int64(number) * 20)
            connection.viewer.show(picture(frame, UInt32(number)), at: now)
            let before = connection.screen.numbers.count
            connection.read(maximum: Int.random(in: 1...1_500, using: &random))
            connection.viewer.flush(at: now)
            if connection.screen.numbers.count > before, let shown = connection.screen.numbers.last {
                #expect(connection.screen.shows(frames[shown]))
            }
        }
        connection.readAll(at: at(10_000))
        #expect(connection.screen.shows(frame))
        #expect(connection.screen.numbers.count < 300)
        expectEqual(connection.screen.numbers, connection.screen.numbers.sorted())
        expectEqual(connection.peer.faults + connection.screen.faults, [])
    }

    @Test("a viewer that never reads costs no more with time, and is gone after 40 seconds")
    func neverReads() {
        let connection = LiveConnection(sendRoom: 4_608)
        let viewer = connection.viewer
        var shown = picture(Frame(size: Size(width: 64, height: 32), format: .rgb))
        var frame = Frame(size: Size(width: 64, height: 32), format: .rgb)
        var now = Int64(0)
        func second() {
            for step in 0..<30 {
                frame.canvas.fill(Ink(Color(rawValue: UInt32(truncatingIfNeeded: now * 31) + UInt32(step) + 1)))
                shown.fill(from: frame, due: .zero, number: UInt32(now))
                now += 33
                viewer.show(shown, at: at(now))
                viewer.send(event: .object([JSONMember("event", .text("state")), JSONMember("n", .integer(now))]))
                viewer.flush(at: at(now))
                viewer.step(at: at(now))
            }
        }
        second()
        second()
        #expect(viewer.wantsWriting)
        let growth = heapGrowth { for _ in 0..<35 { second() } }
        #expect(growth < 2_000)
        #expect(!viewer.isFinished)
        viewer.step(at: at(40_000))
        #expect(viewer.isFinished)
        #expect(viewer.due == nil)
        #expect(!viewer.wantsWriting)
    }

    @Test("pings go out every 20 seconds, and an answer keeps the connection")
    func pings() {
        let connection = LiveConnection()
        connection.read()
        for second in 1...200 {
            let now = at(Int64(second) * 1_000)
            if let due = connection.viewer.due, due <= now { connection.viewer.step(at: now) }
            let before = connection.controls.count
            connection.read()
            if connection.controls.count > before { connection.send(LivePeer.frame(0xA, []), at: now) }
        }
        expectEqual(connection.controls.map(\.opcode), [UInt8](repeating: 9, count: 10))
        #expect(!connection.viewer.isFinished)
    }

    @Test("a closed page, a lost page and a fault end the connection")
    func ends() {
        let polite = LiveConnection()
        polite.send(LivePeer.frame(8, [0x03, 0xE9]))
        polite.read()
        expectEqual(polite.controls, [.init(opcode: 8, payload: [0x03, 0xE9])])
        #expect(polite.viewer.isFinished)

        let lost = LiveConnection()
        lost.hangUp()
        _ = lost.viewer.receive(at: .zero)
        #expect(lost.viewer.isFinished)
        lost.viewer.show(picture(Frame(size: Size(width: 1, height: 1), format: .rgb)), at: .zero)

        let faulty = LiveConnection()
        faulty.send(LivePeer.frame(1, [65], mask: nil) + LivePeer.text(#"{"hand":"begin"}"#))
        faulty.read()
        expectEqual(faulty.controls, [.init(opcode: 8, payload: [0x03, 0xEA])])
        #expect(!faulty.viewer.isFinished, "the close must reach the page")
        expectEqual(faulty.viewer.due, at(2_000))
        faulty.viewer.step(at: at(2_000))
        #expect(faulty.viewer.isFinished)

        let ours = LiveConnection()
        ours.viewer.close(.goingAway, at: .zero)
        ours.viewer.send(event: .object([]))
        ours.read()
        expectEqual(ours.controls, [.init(opcode: 8, payload: [0x03, 0xE9])])
        #expect(!ours.viewer.wantsWriting)
        ours.hangUp()
        _ = ours.viewer.receive(at: at(1))
        #expect(ours.viewer.isFinished)
    }

    @Test("showing a picture does not allocate after the first ones")
    func allocationFree() {
        let connection = LiveConnection(limit: 60)
        var frame = Frame(size: Size(width: 64, height: 32), format: .rgb)
        var shown = LivePicture()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var received = 0
        func step(_ number: Int) {
            frame.canvas.fill(
                Rectangle(x: number % 50, y: number % 20, width: 12, height: 9),
                with: Ink(Color(rawValue: UInt32(number) &* 77_777)))
            shown.fill(from: frame, due: .zero, number: UInt32(number))
            connection.viewer.show(shown, at: at(Int64(number) * 20))
            received += recv(connection.page, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 24 ? 1 : 0
        }
        for number in 0..<5 { step(number) }
        expectEqual(allocations { for number in 5..<105 { step(number) } }, 0)
        expectEqual(received, 105)
    }
}
