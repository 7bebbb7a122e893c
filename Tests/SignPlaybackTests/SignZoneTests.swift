import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Areas with contents of their own.
@Suite struct SignZoneTests {
    private static let zones = """
        zones:
          - name: top
            area: {width: 32, height: 8}
            message: {text: Fresh bread until noon, speed: 25}
          - name: bottom
            area: {x: 8, y: 8, width: 20, height: 8}
            messages: [{text: Cakes all day, speed: 12.5}, {text: Go}]

        """
    private static let size = Size(width: 32, height: 16)

    /// A part of a picture.
    private func part(_ picture: String, x: Int, y: Int, width: Int, height: Int) -> String {
        let rows = picture.split(separator: "\n").map(Array.init)
        return (y..<y + height).map { String(rows[$0][x..<x + width]) }.joined(separator: "\n")
    }

    @Test("A7: zones show what each would show alone, and draw nothing outside of their areas")
    func areas() throws {
        let sign = try SignStage(Self.zones, size: Self.size)
        let top = try SignStage("message: {text: Fresh bread until noon, speed: 25}")
        let bottom = try SignStage(
            "messages: [{text: Cakes all day, speed: 12.5}, {text: Go}]", size: Size(width: 20, height: 8))
        for time in stride(from: Int64(0), to: 30_000, by: 40) {
            let picture = sign.picture(at: time)
            expectEqual(part(picture, x: 0, y: 0, width: 32, height: 8), top.picture(at: time))
            expectEqual(part(picture, x: 8, y: 8, width: 20, height: 8), bottom.picture(at: time))
            #expect(!part(picture, x: 0, y: 8, width: 8, height: 8).contains("#"))
            #expect(!part(picture, x: 28, y: 8, width: 4, height: 8).contains("#"))
        }
    }

    @Test("the sign changes whenever one of its zones does")
    func changes() throws {
        let sign = try SignStage(Self.zones, size: Self.size)
        var time = sign.instant(0)
        var before = sign.picture(at: 0)
        for _ in 0..<200 {
            guard let next = sign.player.nextChange(after: time) else { return }
            let early = (next - SignStage.start).count - 1
            if early / 1_000_000 > (time - SignStage.start).count / 1_000_000 {
                expectEqual(sign.picture(at: early / 1_000_000), before)
            }
            time = next
            sign.player.direct(at: next)
            var frame = Frame(size: Self.size, format: .mono)
            sign.player.draw(at: next, into: &frame)
            before = art(frame.canvas)
        }
    }

    @Test("zones start together, and messages of equal times change together")
    func synchronised() throws {
        let sign = try SignStage(
            """
            zones:
              - {area: {width: 16, height: 8}, messages: [{text: A, duration: 2s}, {text: B, duration: 3s}]}
              - {area: {x: 16, width: 16, height: 8}, messages: [{text: C, duration: 2s}, {text: D, duration: 3s}]}
            """)
        var changes: [Int64] = []
        var time = sign.instant(0)
        for _ in 0..<6 {
            guard let next = sign.player.nextChange(after: time) else { break }
            sign.player.direct(at: next)
            changes.append((next - SignStage.start).count / 1_000_000)
            time = next
        }
        expectEqual(changes, [2_000, 5_000, 7_000, 10_000, 12_000, 15_000])
    }

    /// Which of the texts each of two zones of 16 columns shows at times since the start, one letter each.
    private func letters(_ sign: SignStage, at times: [Int64], of texts: String) throws -> [String] {
        let size = Size(width: 16, height: 8)
        let known = try texts.map { text in
            (text, try SignStage("message: {text: \(text)}", size: size).picture(at: 0))
        }
        return times.map { time in
            let picture = sign.picture(at: time)
            let shown = [0, 16].map { x in part(picture, x: x, y: 0, width: 16, height: 8) }
            return String(shown.map { part in known.first { $0.1 == part }?.0 ?? "-" })
        }
    }

    @Test("G: zones in step begin their turns together; the first one that is ready waits")
    func inStep() throws {
        let sign = try SignStage(
            """
            zones:
              - {in-step: yes, area: {width: 16, height: 8}, messages: [{text: A, duration: 2s}, {text: B, duration: 4s}]}
              - {in-step: yes, area: {x: 16, width: 16, height: 8}, messages: [{text: C, duration: 3s}, {text: D, duration: 1s}]}
            """)
        let times: [Int64] = [0, 1_999, 2_000, 2_999, 3_000, 4_000, 6_999, 7_000, 9_999, 10_000, 14_000]
        let expected = ["AC", "AC", "AC", "AC", "BD", "BD", "BD", "AC", "AC", "BD", "AC"]
        try expectEqual(letters(sign, at: times, of: "ABCD"), expected)
        // Whoever looks only now and then sees the same.
        let seldom = try SignStage(
            """
            zones:
              - {in-step: yes, area: {width: 16, height: 8}, messages: [{text: A, duration: 2s}, {text: B, duration: 4s}]}
              - {in-step: yes, area: {x: 16, width: 16, height: 8}, messages: [{text: C, duration: 3s}, {text: D, duration: 1s}]}
            """)
        try expectEqual(letters(seldom, at: [6_999, 9_999, 10_000], of: "ABCD"), ["BD", "AC", "BD"])
    }

    @Test("G: zones in step whose texts have an exit wait for it, and then all enter together")
    func inStepWithExits() throws {
        let sign = try SignStage(
            """
            zones:
              - in-step: yes
                area: {width: 16, height: 8}
                messages: [{text: A, duration: 2s, out: {effect: wipe, duration: 500ms}}, {text: B, duration: 1s}]
              - in-step: yes
                area: {x: 16, width: 16, height: 8}
                messages: [{text: C, duration: 1s}, {text: D, duration: 1s}]
            """)
        let times: [Int64] = [1_999, 2_499, 2_500, 3_499, 3_500]
        try expectEqual(letters(sign, at: times, of: "ABCD"), ["AC", "-C", "BD", "BD", "AC"])
    }

    @Test("zones in step wait neither for a zone without another message nor for urgent messages")
    func inStepAlone() throws {
        let sign = try SignStage(
            """
            zones:
              - {in-step: yes, area: {width: 16, height: 8}, messages: [{text: A, duration: 2s}, {text: B, duration: 2s}]}
              - {in-step: yes, area: {x: 16, width: 16, height: 8}, message: {text: C}}
            """)
        try expectEqual(letters(sign, at: [1_999, 2_000, 4_000], of: "ABC"), ["AC", "BC", "AC"])
    }

    @Test("later zones lie over earlier ones, and let them shine through where they draw nothing")
    func overlap() throws {
        let sign = try SignStage(
            """
            zones:
              - message: {text: A}
              - {area: {x: 16, width: 16, height: 8}, message: {text: B, background: white, color: black}}
              - message: {text: C, align: right}
            """)
        let back = try SignStage("message: {text: A}").columns(at: 0)
        let front = try SignStage("message: {text: C, align: right}").columns(at: 0)
        let columns = sign.columns(at: 0)
        expectEqual(Array(columns[..<16]), Array(back[..<16]))
        for x in 26..<32 {
            let filled = String(repeating: "#", count: 8)
            expectEqual(columns[x], filled, "column \(x): \(front[x]) on a lit ground")
        }
    }

    @Test("C4: the idle message is shown when no zone has anything to show")
    func idle() throws {
        let zones = """
            zones:
              - {area: {width: 16, height: 8}, message: {text: A, lifetime: 2s}}
              - {area: {x: 16, width: 16, height: 8}, message: {text: B, lifetime: 3s}}
            idle: {text: Closed, scroll: never}
            """
        let sign = try SignStage(zones)
        let closed = try SignStage("message: {text: Closed, scroll: never}")
        let b = try SignStage("message: {text: B}", size: Size(width: 16, height: 8)).columns(at: 0)
        expectEqual(Array(sign.columns(at: 2_000)[16...]), b)
        #expect(!sign.columns(at: 2_000)[..<16].joined().contains("#"))
        #expect(sign.picture(at: 2_999) != closed.picture(at: 0))
        expectEqual(sign.picture(at: 3_000), closed.picture(at: 0))
    }

    @Test("C1: a reload that changes one zone does not disturb the others")
    func reload() throws {
        let undisturbed = try SignStage(Self.zones, size: Self.size)
        let sign = try SignStage(Self.zones, size: Self.size)
        let changed = Self.zones.replacingOccurrences("{text: Go}", "{text: Stop}")
        for time in stride(from: Int64(0), to: 20_000, by: 40) {
            if time == 3_000 { try sign.show(changed, at: time) }
            let (shown, before) = (sign.picture(at: time), undisturbed.picture(at: time))
            expectEqual(
                part(shown, x: 0, y: 0, width: 32, height: 8), part(before, x: 0, y: 0, width: 32, height: 8))
            let seam: Int64 = 3_600
            if time < seam { expectEqual(shown, before) }
        }
    }
}
