import BitmapFonts
import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

extension Workload {
    /// Whole signs: their start, and their pictures.
    static let signs = [
        Workload(
            name: "start-sign", summary: "read and lay out a sign of 8 zones, 500 messages and 50 fields, and draw it"
        ) {
            repetitions, _ in
            let text = BusySign.text
            try repetitions.run { _ in
                let sign = try BusySign(text)
                return sign.draw(0)
            }
        },
        Workload(name: "draw-sign-128x64", summary: "clear and draw that sign, 50 pictures a second") {
            repetitions, _ in
            let sign = try BusySign(BusySign.text)
            repetitions.run { index in sign.draw(index) }
        },
        Workload(name: "frame-sign-128x64", summary: "decide, clear, draw and ask when it changes, 50 a second") {
            repetitions, _ in
            let sign = try BusySign(BusySign.text)
            repetitions.run { index in
                sign.player.direct(at: BusySign.instant(index))
                return sign.draw(index) &+ Int(sign.player.nextChange(after: BusySign.instant(index))?.nanoseconds ?? 0)
            }
        },
    ]
}

/// A sign of 128x64 with all that a sign file can hold much of.
private final class BusySign {
    let player: SignPlayer
    private var frame = Frame(size: size, format: .rgb)
    private static let size = Size(width: 128, height: 64)

    init(_ text: String) throws {
        let fonts = SignFonts(defaultName: { _ in "ledsign-8" }, fallbacks: []) { name in
            try FontFile.load(path: "fonts/\(name).bdf")
        }
        // 2026-06-01, a Monday, at 08:00 of UTC.
        let clock = ManualWallClock(wall: WallTime(seconds: 1_780_300_800))
        player = try SignPlayer(
            try SignFile(parsing: text, path: "busy.yaml"), size: Self.size, fonts: fonts, clock: clock, start: .zero)
        let changes: [LiveChange] = (0..<50).map { number in
            LiveChange(name: "f\(number)", reading: LiveReading(.text("\(number * 37)")))
        }
        player.take(changes, at: .zero)
    }

    static func instant(_ index: Int) -> Instant { .zero + .milliseconds(Int64(index) * 20) }

    func draw(_ index: Int) -> Int {
        frame.canvas.clear()
        player.draw(at: Self.instant(index), into: &frame)
        return Int(frame.canvas.rgb.pixels[0].rawValue)
    }

    /// 8 zones of 8 rows, half of them with texts that move; 500 messages, a third with times; 50 fields.
    static let text: String = {
        var lines = ["time-zone: UTC", "fields:"]
        lines += (0..<50).map { "  f\($0): {variable: \"0\"}" }
        lines.append("zones:")
        for zone in 0..<8 {
            lines.append("  - name: z\(zone)")
            lines.append("    area: {y: \(zone * 8), width: 128, height: 8}")
            lines.append("    style: {color: amber, speed: 30}")
            lines.append("    messages:")
            for number in 0..<(zone < 4 ? 63 : 62) { lines.append("      - " + message(zone, number)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static func message(_ zone: Int, _ number: Int) -> String {
        let field = (zone * 62 + number) % 50
        let tail = zone % 2 == 0 ? " and a text that is too long for the width of its zone" : ""
        let when = number % 3 == 1 ? ", when: \"mon-fri \(two(number % 12)):00-\(two(number % 12 + 8)):30\"" : ""
        return "{text: \"<red>\(number)</> {f\(field)}\(tail)\", duration: \(number % 7 + 3)s\(when)}"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
