import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Parts of lists that stay as they were laid out while their values do.
@Suite struct ListKeepingTests {
    private static let head = """
        fields: {list: {variable: "0"}, limit: {variable: "5"}, tone: {variable: "red"}}
        maps: {sky: {1..3: sun, else: rain}}
        style: {font: ledsign-8}

        """

    /// Everything that is kept, on an area where nothing scrolls.
    private static let whole =
        head + """
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
                    - {text: "{n}", while: n < 4, width: 8, box: "#202020"}
                    - {while: limit > 4, columns: [{text: "{tone}", while: n > 2}, {shape: box, width: 2, height: 3}]}
                    - {text: "{n|map sky}", sample: "8", box: "#202020"}
                    - {text: "{index}{tone}", color: "{n ? > 4: lime, else: blue}", box: "{tone}"}
                    - {plot: "{line}", width: 6, height: 4}
            """

    /// More than there is room for, in pages.
    private static let pages =
        head + """
            message:
              rows:
                - {text: "{limit} {tone}", color: "{tone}"}
                - each: list
                  key: id
                  hold: 1s
                  columns:
                    - {text: "{id}", width: fill}
                    - {text: "{n|map sky}", while: n < 6}
                    - {bar: "{n}", range: [0, "{limit}"], width: 8, height: 4}
            """

    /// A line that is longer than the area, and stands.
    private static let strip =
        head + """
            message:
              overflow: scroll
              reduced-motion: yes
              columns:
                - each: list
                  key: id
                  columns:
                    - {text: "{id} {n|map sky}", box: "{tone}"}
                    - {plot: "{line}", width: 6, height: 4}
                    - {bar: "{n}", while: n > 2, range: [0, "{limit}"], width: 8, height: 4}
            """

    /// A text that takes the rows that the others leave: these are measured twice where they take another number of rows.
    private static let filled =
        head + """
            message:
              rows:
                - {text: "{tone}", height: fill}
                - columns: [{text: "{limit}"}, {text: "{tone}!", while: limit > 4}]
                - {text: "{limit}.{tone}", color: "{tone}"}
                - each: list max 3
                  key: id
                  columns: ["{id}", {text: "{n}", while: n > 2}]
            """

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
        try check(Self.whole, Size(width: 256, height: 96), seed)
    }

    @Test("pages after any values are those of a sign that got the last ones at once", arguments: sample(1..<7, 1))
    func pages(seed: Int) throws {
        try check(Self.pages, Size(width: 48, height: 24), seed)
    }

    @Test("a strip after any values is that of a sign that got the last ones at once", arguments: sample(1..<7, 1))
    func strip(seed: Int) throws {
        try check(Self.strip, Size(width: 64, height: 16), seed)
    }

    @Test(
        "what fills, and what is measured twice, is as in a sign that got the last ones at once",
        arguments: sample(1..<7, 1))
    func filled(seed: Int) throws {
        try check(Self.filled, Size(width: 96, height: 56), seed)
    }

    /// Changes values, and at times the maps of the file, and compares each picture with that of a new sign.
    private func check(_ text: String, _ size: Size, _ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var text = text
        let sign = try SignStage(text, size: size, format: .rgb)
        var last: [String: LiveReading] = [:]
        var list: [LiveValue] = []
        for step in 1...25 {
            let before = list
            switch Int.random(in: 0..<9, using: &random) {
            case 0:
                last["limit"] = LiveReading(.number(LiveNumber(step % 4 + 3)))
                if list.count < 4 { list.append(element(&random)) } else { list.removeLast() }
            case 1: last["tone"] = LiveReading(.text(["red", "blue", "lime"][step % 3]), isStale: step % 2 == 0)
            case 2 where !list.isEmpty: list.remove(at: Int.random(in: list.indices, using: &random))
            case 3 where !list.isEmpty: list[Int.random(in: list.indices, using: &random)] = element(&random)
            case 4: list.shuffle(using: &random)
            case 5:
                text =
                    text.contains("rain") ? text.replacing("rain", with: "snow") : text.replacing("snow", with: "rain")
                try sign.show(text, at: Int64(step) * 100)
            default: if list.count < 7 { list.insert(element(&random), at: 0) }
            }
            // Now and then what was there comes back.
            for values in step % 5 == 0 ? [before, list] : [list] {
                last["list"] = LiveReading(.list(values))
                let changes = last.sorted { $0.key < $1.key }.map { LiveChange(name: $0.key, reading: $0.value) }
                sign.player.take(changes, at: sign.instant(Int64(step) * 100))
                let fresh = try SignStage(text, size: size, format: .rgb)
                fresh.player.take(changes, at: fresh.instant(0))
                let (kept, new) = (frame(of: sign, at: Int64(step) * 100), frame(of: fresh, at: Int64(step) * 100))
                let place = zip(kept.pixels, new.pixels).enumerated().first { $1.0 != $1.1 }?.offset
                #expect(place == nil, "step \(step), y \((place ?? 0) / size.width), \(list)")
            }
        }
    }

    private func frame(of sign: SignStage, at milliseconds: Int64) -> RGBBitmap {
        var frame = Frame(size: sign.player.size, format: .rgb)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        return frame.canvas.rgb
    }

    @Test("a text that scrolls goes on while another value changes, and one whose value comes back is as it was")
    func goesOn() throws {
        let text = """
            fields: {a: {variable: "1"}, long: {variable: "a text that is much too long"}}
            style: {font: ledsign-8, speed: 20}
            message: {rows: [{text: "{long}", width: 32}, {text: "{a}", sample: "8"}]}
            """
        func take(_ value: Int, _ sign: SignStage, at time: Int64) {
            sign.player.take(
                [LiveChange(name: "a", reading: LiveReading(.number(LiveNumber(value))))], at: sign.instant(time))
        }
        let size = Size(width: 32, height: 16)
        let (sign, still) = (try SignStage(text, size: size), try SignStage(text, size: size))
        let known = LiveChange(name: "long", reading: LiveReading(.text("a text that is much too long")))
        for sign in [sign, still] {
            sign.player.take([known], at: sign.instant(0))
            take(1, sign, at: 0)
        }
        let first = sign.picture(at: 1_000)
        for (number, time) in (1...20).map({ ($0, Int64($0) * 130) }) {
            take(number % 2 + 1, sign, at: time)
            let (rows, expected) = (
                sign.picture(at: time).split(separator: "\n"), still.picture(at: time).split(separator: "\n")
            )
            expectEqual(rows[..<8], expected[..<8])
            expectEqual(rows == expected, number % 2 == 0)
        }
        #expect(first != sign.picture(at: 2_600))
        expectEqual(sign.picture(at: 2_600), still.picture(at: 2_600))
    }
}
