import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Fields that are lines over time.
@Suite struct MovingFieldTests {
    private static let player =
        "position: {of: player.position, rate: 1, at: player.updated, while: player.state = playing}"

    private func stage(
        _ field: String, _ message: String, size: Size = Size(width: 40, height: 8), format: Canvas.Format = .mono
    ) throws -> SignStage {
        try SignStage(
            "fields: {player: {variable: '0'}, \(field)}\nmessage: {\(message)}\n", size: size, format: format)
    }

    private func text(_ text: String) throws -> String {
        try stage("x: {of: player}", "text: '\(text)', scroll: never").picture(at: 0)
    }

    private func take(_ value: LiveValue?, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: "player", reading: LiveReading(value))], at: sign.instant(milliseconds))
    }

    /// The milliseconds at which a sign decides or draws something else, up to a time, and its pictures then.
    private func run(_ sign: SignStage, from start: Int64, until end: Int64) -> [(time: Double, picture: String)] {
        var found: [(time: Double, picture: String)] = []
        var instant = sign.instant(start)
        while let next = sign.player.nextChange(after: instant), next <= sign.instant(end) {
            sign.player.direct(at: next)
            var frame = Frame(size: sign.player.size, format: sign.format)
            sign.player.draw(at: next, into: &frame)
            found.append((Double((next - sign.instant(0)).count) / 1e6, art(frame.canvas)))
            instant = next
        }
        return found
    }

    @Test("a position moves from its arrival, a second each second, and the sign wakes for each of its digits alone")
    func text() throws {
        let sign = try stage("position: {of: player, rate: 1}", "text: '{position|time m:ss}', scroll: never")
        take("57.25", sign, at: 100)
        try expectEqual(sign.picture(at: 100), text("0:57"))
        let changes = run(sign, from: 100, until: 4_000)
        // 58 is reached 750 ms after the arrival, and each further second 1,000 ms later.
        expectEqual(changes.map { $0.time.rounded() }, [850, 1_850, 2_850, 3_850])
        try expectEqual(changes.map(\.picture), [text("0:58"), text("0:59"), text("1:00"), text("1:01")])
    }

    @Test(
        "numbers change where they are rounded, also those that fall or are scaled, and a number by itself has its own decimals"
    )
    func numbers() throws {
        let scaled = try stage("p: {of: player, rate: -1000}", "text: '{p|times 0.001|.1}', scroll: never")
        take("2000", scaled, at: 0)
        let changes = run(scaled, from: 0, until: 300)
        expectEqual(changes.map { $0.time.rounded() }, [50, 150, 250])
        try expectEqual(changes.map(\.picture), [text("1.9"), text("1.8"), text("1.7")])
        let plain = try stage("p: {of: player, rate: 2}", "text: '{p}', scroll: never")
        take("7", plain, at: 0)
        expectEqual(run(plain, from: 0, until: 1_000).map { $0.time.rounded() }, [250, 750])
        try expectEqual(plain.picture(at: 1_000), text("9"))
    }

    @Test("it stands while its condition does not hold, and continues from there")
    func condition() throws {
        let sign = try stage(
            "position: {of: player.position, rate: 1, while: player.state = playing}",
            "text: '{position|time m:ss}', scroll: never")
        func state(_ state: LiveValue, _ position: LiveValue = "10", at time: Int64) {
            take(.record(["position": position, "state": state]), sign, at: time)
        }
        state("playing", at: 0)
        try expectEqual(sign.picture(at: 5_010), text("0:15"))
        state("paused", at: 5_500)
        try expectEqual(sign.picture(at: 60_000), text("0:15"))
        expectEqual(run(sign, from: 60_000, until: 90_000).map(\.time), [])
        state("playing", at: 90_000)
        try expectEqual(sign.picture(at: 90_600), text("0:16"))
        state("playing", "100", at: 91_000)
        try expectEqual(sign.picture(at: 92_010), text("1:41"))
        take(nil, sign, at: 93_000)
        try expectEqual(sign.picture(at: 93_000), text("--"))
    }

    @Test("with a date of its value it has moved since then, however late it came")
    func dated() throws {
        let sign = try stage(Self.player, "text: '{position|time m:ss}', scroll: never")
        // The clock of the stage begins at 1767268800.
        let value: LiveValue = .record(["position": "10", "updated": "1767268770", "state": "playing"])
        take(value, sign, at: 2_000)
        try expectEqual(sign.picture(at: 2_500), text("0:42"))
        let iso: LiveValue = .record(["position": "10", "updated": "2026-01-01T11:59:50Z", "state": "playing"])
        take(iso, sign, at: 3_000)
        try expectEqual(sign.picture(at: 3_500), text("0:23"))
    }

    @Test(
        "a bar grows by sixteenths of its pixels, in time, and a condition changes a colour when its number is reached")
    func bar() throws {
        let sign = try stage(
            "p: {of: player, rate: 1}", "parts: [{bar: '{p}', range: [0, 8], colors: {4: red}}]",
            size: Size(width: 8, height: 1), format: .rgb)
        take("2", sign, at: 0)
        let changes = run(sign, from: 0, until: 1_000)
        expectEqual(changes.count, 15)
        for (number, change) in changes.enumerated() {
            // A pixel is a second, and a change comes less than a millisecond after its sixteenth is reached.
            let due = Double(number + 1) * 62.5
            #expect(change.time >= due && change.time < due + 1, "\(change.time) for \(due)")
        }
        let mono = try stage(
            "p: {of: player, rate: 1}", "parts: [{bar: '{p}', range: [0, 8]}]", size: Size(width: 8, height: 1))
        take("2", mono, at: 0)
        expectEqual(mono.picture(at: 3_600), "######..")
        let colored = try stage(
            "p: {of: player, rate: 1}", "text: A, color: '{p ? >= 4: red, else: lime}'", format: .rgb)
        take("2.5", colored, at: 0)
        expectEqual(run(colored, from: 0, until: 1_700).contains { (1_500...1_501).contains($0.time) }, true)
    }

    @Test("a dimmed sign moves once a second")
    func dimmed() throws {
        let sign = try SignStage(
            """
            brightness: 19
            fields: {player: {variable: '0'}, p: {of: player, rate: 1}}
            message: {parts: [{bar: '{p}', range: [0, 8]}]}

            """, size: Size(width: 8, height: 1), format: .rgb)
        take("2", sign, at: 0)
        expectEqual(run(sign, from: 0, until: 3_500).map(\.time), [1_000, 2_000, 3_000])
    }

    @Test("a value that is no number is a problem of its source, and none is not")
    func wrongValues() throws {
        let sign = try stage(Self.player, "text: '{position}', scroll: never")
        take(.record(["position": "soon"]), sign, at: 0)
        try expectEqual(sign.picture(at: 0), text("--"))
        expectEqual(
            sign.player.valueProblems.mapValues(\.description),
            ["player": "\"position\" is \"soon\", not a number, which the field \"position\" needs"])
        take(.record(["state": "off"]), sign, at: 100)
        expectEqual(sign.player.valueProblems.isEmpty, true)
    }

    @Test("on a line the times and moving fields of all its messages are in time")
    func line() throws {
        let head = "fields: {player: {variable: '0'}, p: {of: player, rate: 1}}\nplaylist: {order: together}\n"
        let moving = try SignStage(head + "messages: [A, '{p}', B]\n", size: Size(width: 64, height: 8))
        take("1", moving, at: 0)
        expectEqual(run(moving, from: 0, until: 3_000).map { $0.time.rounded() }, [500, 1_500, 2_500])
        let clock = try SignStage(head + "messages: [A, '{clock HH:mm:ss}']\n", size: Size(width: 64, height: 8))
        _ = clock.picture(at: 0)
        expectEqual(run(clock, from: 0, until: 3_000).count, 3)
    }

    @Test("a rate may be a value, and a file that is loaded again lets it continue")
    func rates() throws {
        let file = "fields: {player: {variable: '0'}, p: {of: player.p, rate: '{player.r|or 0}'}}\n"
        let message = "text: '{p|.0}', scroll: never"
        let sign = try SignStage(file + "message: {\(message)}\n", size: Size(width: 40, height: 8))
        take(.record(["p": "5", "r": "2"]), sign, at: 0)
        try expectEqual(sign.picture(at: 2_000), text("9"))
        take(.record(["p": "5", "r": "-1"]), sign, at: 2_000)
        try expectEqual(sign.picture(at: 4_000), text("7"))
        try sign.show(file + "message: {\(message), name: other}\n", at: 4_500)
        try expectEqual(sign.picture(at: 5_010), text("6"))
    }
}
