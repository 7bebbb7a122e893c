import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Texts of a list that begin each cycle together.
@Suite struct ListStepTests {
    private static let size = Size(width: 16, height: 24)
    private static let texts = ["Some words", "Words", "Even more words"]

    private func board(_ texts: [String], isInStep: Bool = true) throws -> SignStage {
        let text = """
            fields: {rows: {variable: "0"}}
            style: {speed: 10, spacing: 4, hold: 500ms}
            message:
              rows:
                - each: rows
                  in-step: \(isInStep ? "yes" : "no")
                  columns: [{text: "{item}", width: fill}]
            """
        let sign = try SignStage(text, size: Self.size)
        take(texts, sign, at: 0)
        return sign
    }

    private func take(_ texts: [String], _ sign: SignStage, at milliseconds: Int64) {
        let list = LiveReading(.list(texts.map { .text($0) }))
        sign.player.take([LiveChange(name: "rows", reading: list)], at: sign.instant(milliseconds))
    }

    /// The 8 rows of pixels of each text.
    private func rows(_ sign: SignStage, at milliseconds: Int64) -> [String] {
        let lines = sign.picture(at: milliseconds).split(separator: "\n")
        return stride(from: 0, to: 24, by: 8).map { lines[$0..<$0 + 8].joined(separator: "\n") }
    }

    /// The milliseconds of one cycle of a text alone.
    private func cycle(_ text: String) throws -> Int64 {
        let sign = try board([text, "", ""], isInStep: false)
        let first = rows(sign, at: 0)[0]
        let moves = try #require((1...600).first { rows(sign, at: $0 * 50)[0] != first })
        return 50 * (try #require((moves...2_000).first { rows(sign, at: $0 * 50)[0] == first }))
    }

    @Test("all texts begin each cycle together, which is the longest one")
    func together() throws {
        let sign = try board(Self.texts)
        let longest = try Self.texts.map(cycle).max() ?? 0
        let first = rows(sign, at: 0)
        for cycle in 0..<4 {
            let begin = Int64(cycle) * longest
            expectEqual(rows(sign, at: begin), first)
            // All of them are on their last pixel just before.
            let before = rows(sign, at: begin + longest - 10)
            #expect(zip(before, first).allSatisfy { $0 != $1 })
            let after = rows(sign, at: begin + 500)
            expectEqual(after, first)
        }
        let alone = try board(Self.texts, isInStep: false)
        #expect(rows(alone, at: longest) != first)
    }

    @Test("when the texts are others, those on their way go on without a jump, and the next cycle is common again")
    func changes() throws {
        let longest = try Self.texts.map(cycle).max() ?? 0
        let (sign, still) = (try board(Self.texts), try board(Self.texts))
        let now = longest - 1_000
        let other = ["Some words", "Words", "No words any more at all"]
        take(other, sign, at: now)
        // The first two finish their cycle as before.
        for time in stride(from: now, to: longest, by: 50) {
            expectEqual(Array(rows(sign, at: time)[..<2]), Array(rows(still, at: time)[..<2]))
        }
        let first = rows(try board(other), at: 0)
        let begins = stride(from: now, to: now + 60_000, by: 50).filter { time in
            rows(sign, at: time) == first && rows(sign, at: time - 50) != first
        }
        #expect(begins.count >= 3)
        let next = try other.map(cycle).max() ?? 0
        expectEqual(zip(begins.dropFirst(), begins).map { $0 - $1 }, begins.dropFirst().map { _ in next })
    }

    @Test("pages are in step, each by itself")
    func pages() throws {
        let sign = try board(Self.texts + ["x", "y", "A rather long text"])
        let longest = try Self.texts.map(cycle).max() ?? 0
        let first = rows(sign, at: 0)
        let before = rows(sign, at: longest - 10)
        #expect(zip(before, first).allSatisfy { $0 != $1 })
    }
}
