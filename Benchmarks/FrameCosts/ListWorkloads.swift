import BitmapFonts
import LinuxSystem
import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

extension Workload {
    /// Signs of rows and columns: their pictures, and what a new value costs.
    static let lists = [
        pictures("departures", "four departures on 128x32, two of which scroll") { try ListSign.departures() },
        values("departures", "another number of minutes") { try ListSign.departures() },
        pictures("weather", "Examples/weather.yaml on 128x32") { try ListSign.weather() },
        values("weather", "another temperature") { try ListSign.weather() },
        pictures("ticker", "a ticker with five plots on 128x32") { try ListSign.ticker() },
        values("ticker", "another price and the line that belongs to it") { try ListSign.ticker() },
        values("list-100", "100 rows, of which one has another number") { try ListSign.rows(100, columns: 3) },
        values("list-2000", "2,000 texts, of which one has another number") { try ListSign.rows(100, columns: 20) },
        Workload(name: "boxes-2000", summary: "measure and place 2,000 boxes: 100 rows of a table, 19 columns") {
            repetitions, _ in
            let table = Box.table(rows: 100, columns: 19)
            repetitions.run { index in
                table.placed(in: Rectangle(x: 0, y: 0, width: 128 + index % 2, height: 32)).count
            }
        },
    ]

    /// 50 pictures a second with their decisions, and when the next one is due.
    private static func pictures(
        _ name: String, _ what: String, _ make: @escaping @Sendable () throws -> ListSign
    ) -> Workload {
        Workload(name: "frame-\(name)", summary: "decide, clear, draw and ask when it changes: \(what)") {
            repetitions, _ in
            let sign = try make()
            repetitions.run { index in sign.draw(index) }
        }
    }

    /// Ten values a second, without their pictures.
    private static func values(
        _ name: String, _ what: String, _ make: @escaping @Sendable () throws -> ListSign
    ) -> Workload {
        Workload(name: "value-\(name)", summary: "take a new value and lay out again: \(what)") { repetitions, _ in
            let sign = try make()
            repetitions.run { index in sign.take(index) }
        }
    }
}

extension Box {
    /// Rows that share the widths of their columns.
    fileprivate static func table(rows: Int, columns: Int) -> Box {
        let lines = (0..<rows).map { row in
            Box(
                .list(
                    .horizontal, (0..<columns).map { Box(.leaf(Size(width: 6 + (row + $0) % 7, height: 8))) }, gap: 1))
        }
        var table = Box(.list(.vertical, lines, gap: 0))
        table.isTable = true
        return table
    }
}

/// A sign of 128x32 with one list of values.
private final class ListSign {
    private let player: SignPlayer
    private var frame = Frame(size: size, format: .rgb)
    private let changes: [LiveChange]
    private static let size = Size(width: 128, height: 32)

    /// - Parameters:
    ///   - values: the values that stay.
    ///   - change: the values that take turns, by their numbers from 0 to 6.
    init(
        _ text: String, path: String = "list.yaml", _ values: [(String, LiveValue)] = [],
        change: @escaping (Int) -> LiveChange
    ) throws {
        let fonts = SignFonts(
            defaultName: { $0 < 16 ? "ledsign-8" : "ledsign-16-bold" }, fallbacks: ["ledsign-icons-8"]
        ) {
            name in try FontFile.load(path: "fonts/\(name).bdf")
        }
        // 2026-06-01, a Monday, at 08:00 of UTC.
        let clock = ManualWallClock(wall: WallTime(seconds: 1_780_300_800))
        player = try SignPlayer(
            try SignFile(parsing: text, path: path), size: Self.size, fonts: fonts, clock: clock, start: .zero)
        changes = (0..<7).map(change)
        player.take(values.map { LiveChange(name: $0.0, reading: LiveReading($0.1)) } + [changes[0]], at: .zero)
    }

    func draw(_ index: Int) -> Int {
        let instant = Instant.zero + .milliseconds(Int64(index) * 20)
        player.direct(at: instant)
        frame.canvas.clear()
        player.draw(at: instant, into: &frame)
        return Int(frame.canvas.rgb.pixels[0].rawValue)
            &+ Int(player.nextChange(after: instant)?.nanoseconds ?? 0)
    }

    func take(_ index: Int) -> Int {
        player.take([changes[index % changes.count]], at: .zero + .milliseconds(Int64(index) * 100))
        return player.revision
    }

    // MARK: - What there is

    static func departures() throws -> ListSign {
        let text = """
            fields: {buses: {variable: ""}}
            style: {font: ledsign-8, color: amber, speed: 20}
            message:
              rows:
                - each: buses
                  gap: [2, 0]
                  columns:
                    - {text: "{line}", width: fit 12, align: center}
                    - {text: "{destination}", width: fill}
                    - {text: "{minutes ? < 1: \\"now\\" red}", align: right, sample: "88"}
            """
        let places = ["Harbour", "University Hospital and Park", "Central Station", "Museum of Modern Art, Zoo"]
        return try ListSign(text) { number in
            let buses = places.enumerated().map { index, place in
                LiveValue.record([
                    "line": .number(LiveNumber(index * 4)), "destination": .text(place),
                    "minutes": .number(LiveNumber(index == 1 ? 10 + number : index * 3)),
                ])
            }
            return LiveChange(name: "buses", reading: LiveReading(.list(buses)))
        }
    }

    static func weather() throws -> ListSign {
        let path = "Examples/weather.yaml"
        let days: [LiveValue] = [("Mo", 0, 23), ("Tu", 61, 18), ("We", 3, 19)].map { day, code, hi in
            .record(["day": .text(day), "code": .number(LiveNumber(code)), "hi": .number(LiveNumber(hi))])
        }
        let values: [(String, LiveValue)] = [("today", .record(["hi": 21, "lo": 9])), ("forecast", .list(days))]
        return try ListSign(
            try String(decoding: RegularFile.read(path: path, limit: 1 << 20), as: UTF8.self), path: path, values
        ) { number in
            LiveChange(
                name: "now",
                reading: LiveReading(.record(["code": 2, "temperature": .number(LiveNumber(10 + number))])))
        }
    }

    static func ticker() throws -> ListSign {
        let text = """
            fields: {shares: {variable: ""}}
            message:
              overflow: scroll
              speed: 40
              gap: 12
              columns:
                - each: shares
                  gap: 4
                  columns:
                    - {text: "{name} {price|.2}", font: ledsign-16-bold}
                    - {plot: "{prices}", width: 24, color: "{change ? < 0: red, else: lime}"}
                    - {text: "{change|+.2 % ? > 0: lime, < 0: red, else: gray}", font: ledsign-8}
            """
        return try ListSign(text) { number in
            let shares = ["ACME", "BOLT", "CREST", "DELTA", "EMBER"].enumerated().map { index, name in
                let price = index == 2 ? 100 + number : 90 + index
                return LiveValue.record([
                    "name": .text(name), "price": .number(LiveNumber(price)), "change": .number(LiveNumber(index - 2)),
                    "prices": .list(
                        [121, 122, 118, 124, 126, 125, 127].map { .number($0) } + [.number(LiveNumber(price))]),
                ])
            }
            return LiveChange(name: "shares", reading: LiveReading(.list(shares)))
        }
    }

    /// Rows of texts, one of which says another number each time.
    static func rows(_ count: Int, columns: Int) throws -> ListSign {
        let cells = (1..<columns).map { "\"{a\($0 % 3)}\"" } + ["\"{n}\""]
        let text = """
            fields: {list: {variable: ""}}
            style: {font: ledsign-8}
            message:
              rows:
                - {each: list max \(count), gap: 1, columns: [\(cells.joined(separator: ", "))]}
            """
        return try ListSign(text) { number in
            let rows = (0..<count).map { row in
                LiveValue.record([
                    "a0": .text("row"), "a1": .number(LiveNumber(row)), "a2": .text("cell"),
                    "n": .number(LiveNumber(row == 50 ? 100 + number : row)),
                ])
            }
            return LiveChange(name: "list", reading: LiveReading(.list(rows)))
        }
    }
}
