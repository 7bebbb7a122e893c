import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// Rows, columns and values that bytes choose; after the last byte everything is the first choice.
private struct Chooser {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func number(_ limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }

    mutating func one<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

    /// Keys that any part of a list may have, with a comma before each.
    private mutating func keys() -> String {
        let keys = [
            "", "width: fit", "width: fit 9", "width: fill 2", "width: 11", "height: fill", "height: 3",
            "padding: [1, 2]",
            "gap: 2", "box: blue", "capsule: red, filled: no", "align: right", "overflow: pages, hold: 1s",
            "overflow: scroll", "overflow: cut", "change: slide", "change: {effect: flash, duration: 300ms}",
            "while: a > 3", "while: b.x missing", "each: a", "each: b.x max 3 sort x empty \"-\"", "each: a, key: x",
            "sample: \"88\"", "fit: largest, height: 16", "color: \"{a ? > 1: red, else: b}\"", "valign: top",
            "delay: 1s", "key-frames: [{x: 0}, {offset: 1s, x: 4}]", "copies: {count: 2, x: 3}", "in-step: yes",
        ]
        return (0..<number(4)).map { _ in one(keys) }.filter { !$0.isEmpty }.map { ", " + $0 }.joined()
    }

    /// A part in the form of JSON.
    mutating func part(depth: Int) -> String {
        let leaves = [
            "text: \"{a}\"", "text: \"{item}{index}\"", "text: \"{x|.1} {y}\"", "text: \"{b.x[0].y}\"", "text: \"\"",
            "text: \"{each a: {item}}\"", "text: \"{x ? > 5: red, missing: \\\"none\\\"}\"",
            "text: \"{clock HH:mm:ss}\"",
            "text: \"two\\nlines that are too long\"", "pixels: \"#.#\"", "shape: box, height: 5", "width: fill",
            "bar: \"{x}\", width: 9, height: 2", "bar: \"{a}\", range: [\"{b.x}\", 9], height: 3",
            "plot: \"{a}\", width: 12, height: 6", "plot: \"{y}\", as: bars, width: 7", "clock: HH:mm",
        ]
        guard depth > 0, number(3) > 0 else { return "{\(one(leaves))\(keys())}" }
        let inner = (0..<1 + number(3)).map { _ in part(depth: depth - 1) }.joined(separator: ", ")
        return "{\(one(["rows", "columns"])): [\(inner)]\(keys())}"
    }

    mutating func value(depth: Int) -> LiveValue {
        switch number(depth > 0 ? 12 : 8) {
        case 0: .number(LiveNumber(number(256) - 20))
        case 1: "NaN"
        case 2: ""
        case 3: .text(String(repeating: "wide ", count: 1 + number(256)))
        case 4: "-1e300"
        case 5: .text("\(number(10))/\(number(3))")
        case 6: "red"
        case 7: .text("\(number(9)).\(number(100))")
        case 8, 9: .list((0..<number(6)).map { _ in value(depth: depth - 1) })
        case 10: .list([LiveValue](repeating: value(depth: depth - 1), count: number(256)))
        default: .record(["x": value(depth: depth - 1), "y": value(depth: depth - 1)])
        }
    }
}

private func canvas(of player: SignPlayer, at instant: Instant) -> RGBBitmap {
    var frame = Frame(size: player.size, format: .rgb)
    player.draw(at: instant, into: &frame)
    return frame.canvas.rgb
}

/// Every input describes a message of rows and columns, and what its values become: what is not wrong in the file is laid out
/// and drawn, and nothing changes before `nextChange`.
let fuzzLists: FuzzTarget = { data, count in
    var chooser = Chooser(input(data, count))
    let size = chooser.one([Size(width: 32, height: 8), Size(width: 64, height: 32), Size(width: 5, height: 40)])
    let text = "fields: {a: {variable: \"0\"}, b: {variable: \"0\"}}\nmessage: \(chooser.part(depth: 3))\n"
    guard let file = try? SignFile(parsing: text, path: "fuzz.yaml"),
        let player = try? SignPlayer(
            file, size: size, fonts: fuzzFonts,
            clock: ManualWallClock(wall: WallTime(seconds: 1_700_000_000)), start: .zero)
    else { return 0 }
    var now = Instant.zero
    for _ in 0..<6 where !chooser.isAtEnd {
        now = now + .milliseconds(Int64(chooser.number(256)) * 7)
        let value = chooser.value(depth: 3)
        player.take([LiveChange(name: chooser.one(["a", "b"]), reading: LiveReading(value))], at: now)
        player.direct(at: now)
        let shown = canvas(of: player, at: now)
        guard let next = player.nextChange(after: now) else { continue }
        precondition(next > now, "changes lie ahead")
        let last = min(Instant(nanoseconds: next.nanoseconds - 1), now + .seconds(2))
        precondition(canvas(of: player, at: last) == shown, "nothing changes before nextChange")
        now = last
    }
    return 0
}
