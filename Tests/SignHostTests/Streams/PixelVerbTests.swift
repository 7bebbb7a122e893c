import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignHost

/// What takes pixels, without a network.
private final class FakePixels: PixelStreamControl {
    private struct Content {
        var status = PixelStreamStatus(size: Size(width: 32, height: 8))
        var number = 0
    }

    private let content = Mutex(Content())

    func submit(_ area: Rectangle, _ bytes: [UInt8], from sender: String) -> PixelSubmission { .taken }
    func stop() { record { ($0.stopped, $0.owner) = ($0.owner, nil) } }
    func allow() { record { $0.stopped = nil } }
    var status: PixelStreamStatus { content.withLock { $0.status } }
    var revision: Int { content.withLock { $0.number } }

    func record(_ change: (inout PixelStreamStatus) -> Void) {
        content.withLock { content in
            change(&content.status)
            content.number += 1
        }
    }
}

/// Who sends pixels over the network, as the verbs, the statistics and the state show it.
@Suite struct PixelVerbTests {
    private func sign(_ text: String = "message: {text: A}\npixels: {priority: 4}\n") throws -> Sign {
        let file = try SignFile(parsing: text, path: "s.yaml")
        let player = try SignPlayer(
            file, size: Size(width: 32, height: 8), fonts: SignFileLoader.fonts, start: .zero)
        return Sign(player) { _ in }
    }

    private func answer(_ line: String, _ sign: Sign) -> JSONValue {
        sign.answer(line.utf8, at: at(10))
    }

    @Test("a sign that takes no pixels answers null, and refuses the rest with the fix")
    func nothing() throws {
        let sign = try sign("message: A\n")
        expectEqual(answer(#"{"command": "pixels"}"#, sign).line, #"{"ok": true, "pixels": null}"#)
        let words =
            "the sign takes no pixels over the network; add `pixels: {}` to the sign file and restart ledsign"
        for action in ["stop", "allow"] {
            let refused = answer(#"{"command": "pixels", "action": "\#(action)"}"#, sign)
            expectEqual(refused["code"], .text("refused"))
            expectEqual(refused["error"], .text(words))
        }
        expectEqual(sign.state(at: at(10)).first { $0.name == "pixels" }?.value, .null)
    }

    @Test("pixels says who sends; stop and allow reach what takes them, and answer what became of it")
    func steering() throws {
        let sign = try sign()
        let pixels = FakePixels()
        sign.pixels = pixels
        pixels.record { status in
            status.owner = PixelStreamStatus.Sender(name: "192.168.1.7", proto: "ddp")
            status.others = [PixelStreamStatus.Sender(name: "10.0.0.9 \u{1B}[2J", proto: "e131")]
            (status.frames, status.packets, status.dropped) = (60, 240, 3)
        }
        sign.showStream(RGBBitmap(size: Size(width: 32, height: 8)), at: at(5))
        let owner = #"{"name": "192.168.1.7", "protocol": "ddp"}"#
        let rest = #""frames": 60, "packets": 240, "dropped": 3}}"#
        // What programs call themselves moves no cursor.
        let others = #"[{"name": "10.0.0.9 \\u{1b}[2J", "protocol": "e131"}]"#
        let head = #"{"ok": true, "pixels": {"width": 32, "height": 8, "shown": true, "#
        let line = answer(#"{"command": "pixels"}"#, sign).line
        expectEqual(line, head + #""owner": \#(owner), "stopped": null, "others": \#(others), \#(rest)"#)
        let stopped = answer(#"{"command": "pixels", "action": "stop"}"#, sign).line
        expectEqual(stopped, head + #""owner": null, "stopped": \#(owner), "others": \#(others), \#(rest)"#)
        let allowed = answer(#"{"command": "pixels", "action": "allow"}"#, sign).line
        expectEqual(allowed, head + #""owner": null, "stopped": null, "others": \#(others), \#(rest)"#)
    }

    @Test("a field that is none, and an action that is none, are named")
    func wrong() throws {
        let sign = try sign()
        let action = answer(#"{"command": "pixels", "action": "go"}"#, sign)
        expectEqual(action["error"], .text("\"action\" must be stop or allow, not a text"))
        expectEqual(answer(#"{"command": "pixels", "zone": "top"}"#, sign)["code"], .text("unknown-field"))
    }

    @Test("statistics have the sender and the counts")
    func statistics() throws {
        let sign = try sign()
        let pixels = FakePixels()
        sign.pixels = pixels
        func members() -> [String] {
            sign.statistics(at: at(10)).members?.filter { $0.name.hasPrefix("pixels") }.map {
                "\($0.name) \($0.value.line)"
            } ?? []
        }
        expectEqual(members(), ["pixels-from null", "pixels-frames 0", "pixels-packets 0", "pixels-dropped 0"])
        pixels.record { status in
            status.owner = PixelStreamStatus.Sender(name: "a", proto: "http")
            status.others = [PixelStreamStatus.Sender(name: "b", proto: "ddp")]
        }
        expectEqual(members().first, "pixels-from \"a (http)\"")
        expectEqual(members().last, "pixels-others \"b (ddp)\"")
    }

    @Test("viewers learn when another one sends, and when the stream is covered")
    func news() throws {
        let sign = try sign()
        let pixels = FakePixels()
        sign.pixels = pixels
        sign.showStream(RGBBitmap(size: Size(width: 32, height: 8)), at: at(5))
        let (number, news) = (sign.revision, sign.changes(at: at(10)))
        expectEqual(news.pixels?["shown"], true)
        pixels.record { $0.owner = PixelStreamStatus.Sender(name: "a", proto: "http") }
        #expect(sign.revision != number)
        let later = sign.changes(at: at(10))
        #expect(later != news)
        expectEqual(
            later.pixels?.line,
            #"{"event": "pixels", "owner": {"name": "a", "protocol": "http"}, "stopped": null, "shown": true}"#)
        let covered = sign.revision
        _ = try sign.push(
            PushedMessage(
                name: "u", zone: nil,
                look: .object([JSONMember("text", .text("U")), JSONMember("priority", .integer(9))])), at: at(20))
        #expect(sign.revision != covered)
        expectEqual(sign.changes(at: at(20)).pixels?["shown"], false)
    }

    @Test("a stream is listed, and not kept for the next start")
    func state() throws {
        let sign = try sign()
        sign.showStream(RGBBitmap(size: Size(width: 32, height: 8)), at: at(5))
        let listed = sign.listed(at: at(10)).map { "\($0.message.title) \($0.message.priority) \($0.state.rawValue)" }
        expectEqual(listed, ["A 0 interrupted", "network pixels 4 shown"])
        #expect(sign.store.state(at: at(10)).messages.isEmpty)
        sign.endStream(at: at(20))
        expectEqual(sign.listed(at: at(20)).map(\.message.title), ["A"])
    }
}
