import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What changes of parts call, and when they look different.
@Suite struct ListChangeInstantTests {
    private static let size = Size(width: 24, height: 24)

    private func sign(_ text: String, format: Canvas.Format = .mono) throws -> SignStage {
        try SignStage("fields: {a: {variable: \"1\"}, b: {variable: \"1\"}}\n" + text, size: Self.size, format: format)
    }

    private func take(_ name: String, _ value: LiveValue, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(milliseconds))
    }

    @Test(
        "a cue is called when a new value changes the part, but not at the first one",
        arguments: ["now", "roll", "flash", "wipe"])
    func cue(effect: String) throws {
        let sign = try sign(
            "message: {rows: [{text: \"{a|.0}\", change: {effect: \(effect), cue: horn}}, \"{b}\"]}")
        func call(after milliseconds: Int64) -> PartsContent.CueCall? {
            sign.player.nextCues(after: sign.instant(milliseconds))
        }
        take("a", .number(LiveNumber(2)), sign, at: 0)
        #expect(call(after: -1) == nil)
        take("b", .number(LiveNumber(7)), sign, at: 1_000)
        #expect(call(after: -1) == nil)
        take("a", .number(LiveNumber(3)), sign, at: 2_000)
        expectEqual(call(after: 1_999)?.names, ["horn"])
        expectEqual(call(after: 1_999)?.instant, sign.instant(2_000))
        #expect(call(after: 2_000) == nil)
        // Another value that looks the same.
        take("a", .number(try #require(LiveNumber(parsing: "3.2"))), sign, at: 3_000)
        #expect(call(after: 2_000) == nil)
    }

    @Test("a bar calls its cue when it has another length, and rows when they slide")
    func otherCues() throws {
        let sign = try sign(
            """
            message:
              rows:
                - {bar: "{a}", range: [0, 24], height: 8, change: {effect: now, cue: bell}}
                - each: b
                  key: item
                  change: {effect: slide, cue: horn}
                  text: "{item}"
            """)
        take("b", .list([.text("A"), .text("B")]), sign, at: 0)
        take("a", .number(LiveNumber(5)), sign, at: 0)
        take("a", .number(LiveNumber(9)), sign, at: 1_000)
        expectEqual(sign.player.nextCues(after: sign.instant(500))?.names, ["bell"])
        take("b", .list([.text("B")]), sign, at: 2_000)
        expectEqual(sign.player.nextCues(after: sign.instant(1_500))?.names, ["horn"])
        expectEqual(sign.player.nextCues(after: sign.instant(1_500))?.instant, sign.instant(2_000))
    }

    @Test("a text without values continues to scroll while others change")
    func undisturbed() throws {
        let text = "message: {rows: [\"{a}\", {text: Moving on and on, speed: 10}]}"
        let (sign, still) = (try sign(text), try sign(text))
        take("a", .number(LiveNumber(2)), sign, at: 1_030)
        func lower(_ sign: SignStage) -> String {
            sign.picture(at: 1_900).split(separator: "\n")[8..<16].joined(separator: "\n")
        }
        expectEqual(lower(sign), lower(still))
    }

    @Test("nothing looks different before the next change, whatever changes", arguments: [1, 2, 3])
    func nextChange(seed: UInt64) throws {
        let sign = try sign(
            """
            style: {speed: 7, hold: 200ms, spacing: 3}
            message:
              rows:
                - columns:
                    - {text: "{a}", width: 12, change: {effect: roll, duration: 700ms}}
                    - {bar: "{a}", range: [0, 99], width: 12, height: 8, change: {effect: dissolve, duration: 400ms}}
                - each: b
                  key: item
                  in-step: yes
                  change: {effect: \(["slide", "flash", "fade"][Int(seed) - 1]), duration: 900ms}
                  columns: [{text: "{item} and {a}", width: fill}]
            """, format: .rgb)
        var random = SeededRandom(seed: seed)
        func frame(at instant: Instant) -> RGBBitmap {
            sign.player.direct(at: instant)
            var frame = Frame(size: Self.size, format: .rgb)
            sign.player.draw(at: instant, into: &frame)
            return frame.canvas.rgb
        }
        var now = sign.instant(0)
        var changed = 0
        for round in 0..<12 {
            let items = ["Ab", "Cd", "Ef", "Gh"].filter { _ in random.next() % 3 > 0 }
            let changes = [
                LiveChange(name: "a", reading: LiveReading(.number(LiveNumber(Int(random.next() % 99))))),
                LiveChange(name: "b", reading: LiveReading(.list(items.map { .text($0) }))),
            ]
            sign.player.take(changes, at: now)
            let end = now + .milliseconds(Int64(50 + random.next() % (round % 3 == 0 ? 2_000 : 500)))
            var shown = frame(at: now)
            while let next = sign.player.nextChange(after: now), next < end {
                #expect(next > now)
                let before = [next - .one, now + Nanoseconds((next - now).count / 2)]
                for instant in before.sorted() where instant > now { expectEqual(frame(at: instant) == shown, true) }
                let other = frame(at: next)
                if other != shown { changed += 1 }
                (now, shown) = (next, other)
            }
            #expect(frame(at: end - .one) == shown)
            now = end
        }
        #expect(changed > 100)
    }
}
