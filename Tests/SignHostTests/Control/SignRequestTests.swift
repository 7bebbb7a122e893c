import Boards
import Foundation
import LinuxHardware
import Marquee
import PixelGraphics
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// What requests do to a sign, and what it answers.
@Suite struct SignRequestTests {
    private static let zones = """
        zones:
          - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {text: Left, scroll: always}}
          - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, message: {text: Right, scroll: always}}
        """

    /// Whether the content of each zone is paused.
    private func paused(_ sign: Sign) -> [Bool] {
        ["left", "right"].flatMap { sign.player.marquees(zone: $0, at: .zero).map(\.marquee.isPaused) }
    }

    @Test("a push gets a name, is listed and can be removed once")
    func push() throws {
        let bench = try SignBench()
        expectEqual(bench.push("\"text\":\"Fresh bread\""), "{\"ok\": true, \"name\": \"pushed-1\"}")
        expectEqual(bench.push("\"text\":\"Fresh bread\""), "{\"ok\": true, \"name\": \"pushed-2\"}")
        #expect(bench.ask("{\"command\":\"list\"}").contains("\"name\": \"pushed-1\", \"text\": \"Fresh bread\""))
        expectEqual(bench.ask("{\"command\":\"remove\",\"name\":\"pushed-1\"}"), "{\"ok\": true}")
        let again = bench.ask("{\"command\":\"remove\",\"name\":\"pushed-1\"}")
        #expect(again.contains("no-such-message") && again.contains("did you mean \\\"pushed-2\\\"?"))
        expectEqual(bench.pushed(), ["pushed-2"])
        expectEqual(
            bench.sign.store.state(at: .zero).messages.map(\.message.look.line),
            ["{\"text\": \"Fresh bread\", \"name\": \"pushed-2\"}"])
    }

    @Test("a push with an existing name replaces that message")
    func replace() throws {
        let bench = try SignBench()
        for text in ["one", "two"] { _ = bench.push("\"text\":\"\(text)\",\"name\":\"a\"") }
        expectEqual(bench.sign.store.state(at: .zero).messages.map { $0.message.look["text"]?.text }, ["two"])
        expectEqual(bench.sign.listed(at: .zero).filter(\.isPushed).map(\.message.title), ["two"])
    }

    @Test("motion is paused, resumed and dragged, in all zones or in one")
    func motion() throws {
        let bench = try SignBench(Self.zones)
        let sign = bench.sign
        expectEqual(bench.ask("{\"command\":\"pause\"}"), "{\"ok\": true}")
        expectEqual(paused(sign), [true, true])
        expectEqual(bench.ask("{\"command\":\"resume\",\"zone\":\"left\"}"), "{\"ok\": true}")
        expectEqual(paused(sign), [false, true])
        let left = try #require(sign.player.marquees(zone: "left", at: .zero).first?.marquee)
        let before = left.offset(at: .zero)
        let drag = "{\"command\":\"drag\",\"pixels\":4,\"velocity\":-30,\"zone\":\"left\"}"
        expectEqual(bench.ask(drag), "{\"ok\": true}")
        // Offsets count to the left, and velocities to the right.
        expectEqual(left.offset(at: .zero), before - 4)
        expectEqual(left.offset(at: at(1_000)), before - 4 + 30)
        expectEqual(
            bench.ask("{\"command\":\"pause\",\"zone\":\"attic\"}"),
            "{\"ok\": false, \"error\": \"unknown zone \\\"attic\\\"; the zones are left, right\", \"code\": \"refused\"}"
        )
    }

    @Test("messages are skipped and acknowledged, and the brightness is set")
    func steer() throws {
        let bench = try SignBench("brightness: 80\nmessages: [A, B]\n")
        expectEqual(bench.shown(), ["A"])
        expectEqual(bench.ask("{\"command\":\"next\"}", at: at(100)), "{\"ok\": true}")
        expectEqual(bench.shown(at: at(100)), ["B"])
        #expect(bench.ask("{\"command\":\"acknowledge\"}").contains("no message with a priority is shown"))
        _ = bench.push("\"text\":\"Fire\",\"priority\":9", at: at(200))
        expectEqual(bench.shown(at: at(200)), ["Fire"])
        expectEqual(bench.ask("{\"command\":\"acknowledge\"}", at: at(300)), "{\"ok\": true}")
        expectEqual(bench.shown(at: at(300)), ["B"])
        expectEqual(bench.ask("{\"command\":\"brightness\",\"percent\":10}", at: at(400)), "{\"ok\": true}")
        expectEqual(bench.sign.player.brightness.percent, 10)
        expectEqual(bench.ask("{\"command\":\"brightness\",\"percent\":null}", at: at(400)), "{\"ok\": true}")
        expectEqual(bench.sign.player.brightness.percent, 80)
        #expect(bench.ask("{\"command\":\"stats\"}").hasPrefix("{\"ok\": true, \"stats\": {\"file\": \"s.yaml\", "))
    }

    @Test("a cue that the file does not have, and one whose line could not be opened, are refused with the reason")
    func cues() throws {
        let bench = try SignBench("message: A\ncues: {bell: {line: 5, chip: no-such-chip}}\n") { file in
            Sign.Context(
                cues: CueService(file.installation.cues, clock: SystemMonotonicClock()) {
                    #expect($0.hasPrefix("the cue \"bell\" is disabled: "))
                })
        }
        #expect(bench.ask("{\"command\":\"cue\",\"name\":\"gong\"}").contains("the sign file has no cue \\\"gong\\\""))
        #expect(
            bench.ask("{\"command\":\"cue\",\"name\":\"bell\"}").contains(
                "the line of the cue \\\"bell\\\" could not be opened when the sign started"))
    }

    @Test("a screenshot has the pixels of the panel and its brightness")
    func screenshot() throws {
        let board = try BoardResolver.library().board("sim-32x8")
        let bench = try SignBench("brightness: 40\nmessage: OK\n") { _ in Sign.Context(board: board) }
        let answer = bench.sign.answer(Array("{\"command\":\"screenshot\"}".utf8), at: .zero)
        let shot = try #require(Screenshot(answer))
        var frame = Frame(size: board.size, format: board.format)
        bench.sign.player.draw(at: .zero, into: &frame)
        expectEqual(art(shot.frame.canvas), art(frame.canvas))
        expectEqual(answer["brightness"]?.integer, 40)
        #expect(try SignBench().ask("{\"command\":\"screenshot\"}").contains("the sign has no panel"))
    }

    @Test("variables are set, listed and unset")
    func variables() throws {
        let bench = try SignBench()
        let set = "{\"command\":\"set\",\"name\":\"score\",\"value\":\"3:1\"}"
        let words = "the sign file has no variable \\\"score\\\" (fields), so no text shows it"
        expectEqual(bench.ask(set), "{\"ok\": true, \"warning\": \"\(words)\"}")
        expectEqual(bench.ask("{\"command\":\"get\",\"name\":\"score\"}"), "{\"ok\": true, \"value\": \"3:1\"}")
        expectEqual(
            bench.ask("{\"command\":\"get\"}"),
            "{\"ok\": true, \"variables\": {\"score\": \"3:1\"}, \"defaults\": {}, \"choices\": {}}")
        expectEqual(bench.ask("{\"command\":\"set\",\"name\":\"score\",\"value\":null}"), "{\"ok\": true}")
        #expect(bench.ask("{\"command\":\"get\",\"name\":\"scor\"}").contains("no-such-variable"))
        #expect(bench.sign.store.state(at: .zero).variables.isEmpty)
    }

    @Test("a message that the sign rejects is reported with its reason and not stored")
    func refused() throws {
        let bench = try SignBench()
        expectEqual(
            bench.push("\"text\":\"x\"", zone: "attic"),
            "{\"ok\": false, \"error\": \"unknown zone \\\"attic\\\"; the sign has no named zones\", \"code\": \"refused\"}"
        )
        #expect(bench.sign.store.state(at: .zero).messages.isEmpty)
    }

    @Test("the numbers of messages and variables are limited")
    func limits() throws {
        let bench = try SignBench()
        for number in 0..<64 { _ = bench.push("\"text\":\"x\",\"name\":\"m\(number)\"") }
        func push(_ name: String, at instant: Instant = .zero) -> String {
            bench.push("\"text\":\"x\",\"lifetime\":\"2s\",\"name\":\"\(name)\"", at: instant)
        }
        #expect(push("new").contains("too-many-messages"))
        // One that is there already may be replaced; when its time is over there is room again.
        #expect(push("m5").contains("true"))
        #expect(push("new", at: at(1_999)).contains("too-many-messages"))
        #expect(push("new", at: at(2_000)).contains("true"))
        for number in 0..<256 { _ = bench.ask("{\"command\":\"set\",\"name\":\"v\(number)\",\"value\":1}") }
        #expect(bench.ask("{\"command\":\"set\",\"name\":\"w\",\"value\":1}").contains("too-many-variables"))
        let long = String(repeating: "x", count: 4_097)
        #expect(bench.ask("{\"command\":\"set\",\"name\":\"v1\",\"value\":\"\(long)\"}").contains("4096 bytes"))
    }

    @Test("a request finds no message that has ended, and its room")
    func room() throws {
        let bench = try SignBench()
        for number in 0..<64 {
            let priority = (1...3).contains(number) ? 10 - number : 0
            _ = bench.push("\"text\":\"x\",\"priority\":\(priority),\"name\":\"m\(number)\"")
        }
        func acknowledge(at milliseconds: Int64) {
            expectEqual(bench.ask("{\"command\":\"acknowledge\"}", at: at(milliseconds)), "{\"ok\": true}")
        }
        acknowledge(at: 1_000)
        #expect(bench.push("\"text\":\"x\",\"name\":\"n\"", at: at(1_000)).contains("true"))
        #expect(bench.push("\"text\":\"x\",\"name\":\"o\"", at: at(1_000)).contains("too-many-messages"))
        acknowledge(at: 2_000)
        #expect(!bench.ask("{\"command\":\"list\"}", at: at(2_000)).contains("\"m2\""))
        acknowledge(at: 3_000)
        #expect(bench.ask("{\"command\":\"remove\",\"name\":\"m3\"}", at: at(3_000)).contains("no-such-message"))
    }
}

extension String {
    func replacing(_ word: String, with other: String) -> String {
        guard let range = range(of: word) else { return self }
        return replacingCharacters(in: range, with: other)
    }
}
