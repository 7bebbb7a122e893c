import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Parts of lists that stay as they were laid out while their values do.
@Suite struct ListKeepingTests {
    /// Everything that is kept, on an area where nothing scrolls.
    private static let text = """
        fields: {list: {variable: "0"}, limit: {variable: "5"}, tone: {variable: "red"}}
        maps: {sky: {1..3: sun, else: rain}}
        style: {font: ledsign-8}
        message:
          rows:
            - {text: "{limit} {tone}", color: "{tone}"}
            - columns:
                - each: list max 4
                  key: id
                  rows: [{bar: "{n}", range: [0, "{limit}"], width: 8, height: 2}, {shape: box, width: 3, height: 2}]
            - each: list
              key: id
              gap: [1, 0]
              columns:
                - {text: "{id}", width: fill}
                - {text: "{n|map sky}", sample: "8", box: "#202020"}
                - {text: "{index}{tone}", color: "{n ? > 4: lime, else: blue}"}
                - {plot: "{line}", width: 6, height: 4}
        """

    private static let size = Size(width: 256, height: 96)

    private func element(_ random: inout SeededRandom) -> LiveValue {
        // One key of an element looks like the place of another one's part.
        let key = ["1", "1/0", "1/0:1", "2", ""][Int.random(in: 0..<5, using: &random)]
        let number = LiveValue.number(LiveNumber(Int.random(in: 0..<8, using: &random)))
        var record: [String: LiveValue] = ["id": .text(key), "line": .list([1, number, 3])]
        if Bool.random(using: &random) { record["n"] = number }
        return .record(record)
    }

    @Test("after any values the picture is that of a sign that got the last ones at once", arguments: sample(1..<7, 2))
    func same(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let sign = try SignStage(Self.text, size: Self.size, format: .rgb)
        var last: [String: LiveReading] = [:]
        var list: [LiveValue] = []
        for step in 1...25 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: last["limit"] = LiveReading(.number(LiveNumber(step % 4 + 3)))
            case 1: last["tone"] = LiveReading(.text(["red", "blue", "lime"][step % 3]), isStale: step % 2 == 0)
            case 2 where !list.isEmpty: list.remove(at: Int.random(in: list.indices, using: &random))
            case 3 where !list.isEmpty: list[Int.random(in: list.indices, using: &random)] = element(&random)
            case 4: list.shuffle(using: &random)
            default: if list.count < 7 { list.insert(element(&random), at: 0) }
            }
            last["list"] = LiveReading(.list(list))
            let changes = last.sorted { $0.key < $1.key }.map { LiveChange(name: $0.key, reading: $0.value) }
            sign.player.take(changes, at: sign.instant(Int64(step) * 100))
            let fresh = try SignStage(Self.text, size: Self.size, format: .rgb)
            fresh.player.take(changes, at: fresh.instant(0))
            let (kept, new) = (frame(of: sign, at: Int64(step) * 100), frame(of: fresh, at: 0))
            let place = zip(kept.pixels, new.pixels).enumerated().first { $1.0 != $1.1 }?.offset
            #expect(place == nil, "step \(step), y \((place ?? 0) / Self.size.width), \(list)")
        }
    }

    private func frame(of sign: SignStage, at milliseconds: Int64) -> RGBBitmap {
        var frame = Frame(size: Self.size, format: .rgb)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        return frame.canvas.rgb
    }
}
