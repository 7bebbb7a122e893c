import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Texts that move in lists while what stands beside them becomes wider or narrower.
@Suite struct ListMovingTests {
    private static let size = Size(width: 48, height: 16)

    private func sign(_ message: String) throws -> SignStage {
        try SignStage("fields: {a: {variable: '1'}, b: {variable: x}}\nmessage: {\(message)}\n", size: Self.size)
    }

    private func take(_ name: String, _ value: LiveValue, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(milliseconds))
    }

    private func columns(_ sign: SignStage, _ range: Range<Int>, at milliseconds: Int64) -> [String] {
        Array(sign.columns(at: milliseconds)[range])
    }

    @Test(
        "a text continues where it is when its cell becomes narrower or wider, whatever moves it",
        arguments: [
            "", ", hold: 1500ms", ", bounce: no, easing: ease-in-out",
            ", text: \"Fresh {b} bread until noon\"", ", change: roll, text: \"Fresh {b} bread until noon\"",
        ])
    func goesOn(look: String) throws {
        let text = look.contains("text:") ? "" : "text: Fresh bread until noon, "
        let moving = "{\(text)speed: 13, spacing: 9, width: fill\(look)}"
        let still = try sign("columns: [\(moving), {text: '1', width: 5}]")
        let changed = try sign("columns: [\(moving), '{a}']")
        for sign in [still, changed] { take("b", "x", sign, at: 0) }
        take("a", "1", changed, at: 0)
        // The letters of the font have five columns and one between them.
        var widths: [Int] = []
        for (time, value) in [(1_030, "11"), (4_170, "111"), (6_780, "1"), (9_320, "11")] {
            take("a", .text(value), changed, at: Int64(time))
            let width = Self.size.width - 6 * value.count
            widths.append(width)
            for now in stride(from: Int64(time) + 3, to: Int64(time) + 2_400, by: 170) {
                expectEqual(
                    columns(changed, 0..<width, at: now), columns(still, 0..<width, at: now), "\(value) at \(now)")
            }
        }
        expectEqual(Set(widths).count, 3)
    }

    @Test("a text that fits now stands, and one whose value changes with its cell continues, too")
    func others() throws {
        let sign = try sign("columns: [{text: Bread now, speed: 13, width: fill}, '{a}']")
        take("a", "11111", sign, at: 0)
        #expect(sign.player.nextChange(after: sign.instant(100)) != nil)
        take("a", "", sign, at: 1_000)
        let alone = try SignStage("message: {text: Bread now}", size: Self.size)
        expectEqual(sign.picture(at: 60_000), alone.picture(at: 0))
        let both = try self.sign(
            "columns: [{text: 'Fresh bread until {b}', speed: 13, spacing: 9, width: fill}, '{a}']")
        let still = try self.sign(
            "columns: [{text: 'Fresh bread until x', speed: 13, spacing: 9, width: fill}, {text: '1', width: 5}]")
        take("a", "1", both, at: 0)
        take("b", "x", both, at: 0)
        let changes = [("a", "11"), ("b", "noon")].map {
            LiveChange(name: $0.0, reading: LiveReading(.text($0.1)))
        }
        both.player.take(changes, at: both.instant(500))
        // The first letters stay in their places.
        expectEqual(columns(both, 0..<30, at: 520), columns(still, 0..<30, at: 520))
        expectEqual(columns(both, 0..<20, at: 1_203), columns(still, 0..<20, at: 1_203))
    }
}
