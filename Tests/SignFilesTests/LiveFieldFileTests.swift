import LiveValues
import SignFiles
import SignTestSupport
import Testing
import Timelines

/// Fields and calendars of sign files.
@Suite struct LiveFieldFileTests {
    private func file(_ fields: String, key: String = "fields", path: String = "/signs/shop.yaml") throws -> SignFile {
        let lines = fields.split(separator: "\n").map { "  \($0)\n" }.joined()
        return try SignFile(parsing: "\(key):\n\(lines)message:\n  text: Hello\n", path: path)
    }

    private func source(_ entry: String, path: String = "/signs/shop.yaml") throws -> LiveSource {
        try #require(file("x: \(entry)", path: path).fields.first)
    }

    @Test("Every kind of source is read, with what is usual for it")
    func kinds() throws {
        try expectEqual(source("{file: news.txt}"), LiveSource("x", .file(LiveFile("/signs/news.txt"))))
        try expectEqual(source("{file: /etc/motd, special: yes}").origin, .file(LiveFile("/etc/motd", isSpecial: true)))
        let program = LiveProgram(["vcgencmd", "measure_temp"], folder: "/signs")
        try expectEqual(source("{command: vcgencmd measure_temp}"), LiveSource("x", .command(program)))
        try expectEqual(source("{command: [vcgencmd, measure_temp]}"), LiveSource("x", .command(program)))
        let quoted = try source("{command: [sh, -c, \"a b | c\"], folder: bin}").origin
        expectEqual(quoted, .command(LiveProgram(["sh", "-c", "a b | c"], folder: "/signs/bin")))
        try expectEqual(
            source("{shell: \"date | cut -c1\"}").origin, .command(.shell("date | cut -c1", folder: "/signs")))
        try expectEqual(source("{variable: \"0:0\"}"), LiveSource("x", .variable("0:0")))
        try expectEqual(source("{variable: \"\"}"), LiveSource("x", .variable(nil)))
        try expectEqual(source("{variable: 0}").origin, .variable("0"))
        let address = try #require(LiveAddress("https://example.org/a?b=c"))
        try expectEqual(source("{url: \"https://example.org/a?b=c\"}"), LiveSource("x", .url(address)))
        let json = try source("{json: https://example.org/a?b=c, path: \"a[0].b\"}")
        let path = try ValuePath(parsing: "a[0].b")
        expectEqual(json, LiveSource("x", .url(address), form: .json(path)))
        try expectEqual(source("{json: a.json}").form, .json(ValuePath()))
        try expectEqual(source("{json: a.json}").origin, .file(LiveFile("/signs/a.json")))
        try expectEqual(source("{shell: x, path: a}").form, .json(ValuePath([.name("a")])))
        try expectEqual(source("{file: a, line: -1}").form, .text(line: -1))
        try expectEqual(source("{file: a, lines: yes}").form, .lines)
        let sensor = try source("{sensor: /sys/x*/temp, scale: 0.001, offset: -5, decimals: 1, unit: \" °C\"}")
        let thousandth = try #require(LiveNumber(parsing: "0.001"))
        let format = NumberFormat(decimals: 1, unit: " °C")
        let scale = LiveScale(scale: thousandth, offset: -5, format: format)
        expectEqual(sensor, LiveSource("x", .file(LiveFile("/sys/x*/temp")), form: .number(scale)))
    }

    @Test("A topic of the broker: its messages are texts, or JSON with a path, and count for ten minutes")
    func topics() throws {
        let plain = try source("{mqtt: home/balcony/temperature}")
        expectEqual(plain.origin, .topic("home/balcony/temperature"))
        expectEqual(plain.form, .text(line: nil))
        expectEqual(plain.keep, .seconds(600))
        let path = try ValuePath(parsing: "value")
        let json = try source("{mqtt: home/balcony, path: value, keep: 30s, stale: no news, limit: 1 KiB}")
        expectEqual(json.form, .json(path))
        expectEqual(json.keep, .seconds(30))
        expectEqual(json.staleText, "no news")
        expectEqual(json.limit, 1_024)
        #expect(try source("{mqtt: a, keep: forever}").keep == nil)
        for wrong in ["home/#", "home/+/temperature", "/a", "$SYS/uptime"] {
            #expect(throws: SignError.self) { try source("{mqtt: '\(wrong)'}") }
        }
    }

    @Test("Paths count from the folder of the sign file")
    func paths() throws {
        try expectEqual(source("{file: ./a}", path: "b/s.yaml").origin, .file(LiveFile("b/a")))
        try expectEqual(source("{file: a}", path: "s.yaml").origin, .file(LiveFile("a")))
        try expectEqual(source("{file: a}", path: "/s.yaml").origin, .file(LiveFile("/a")))
        try expectEqual(source("{shell: a}", path: "s.yaml").origin, .command(.shell("a")))
    }

    @Test("Times, limits and the rest are read")
    func options() throws {
        let entry =
            "{url: \"http://h/\", every: 5m, timeout: 2.5s, keep: 3m, stale: no news, limit: 200 KiB, "
            + "headers: [\"A: b\", \"C: d\"]}"
        let source = try source(entry)
        expectEqual(source.interval, .seconds(300))
        expectEqual(source.timeout, .milliseconds(2_500))
        expectEqual(source.keep, .seconds(180))
        expectEqual(source.staleText, "no news")
        expectEqual(source.limit, 204_800)
        expectEqual(source.origin, LiveAddress("http://h/", headers: ["A: b", "C: d"]).map { .url($0) })
        #expect(try self.source("{file: a, keep: forever}").keep == nil)
        try expectEqual(self.source("{file: a, every: 1h}").keep, .seconds(10_800))
        try expectEqual(self.source("{file: a, stale: \"\"}").staleText, "")
        try expectEqual(self.source("{file: a, limit: 5}").limit, 5)
        try expectEqual(self.source("{file: a, limit: 16 MiB}").limit, 16_777_216)
        // A message of a broker has no more.
        try expectEqual(self.source("{mqtt: a, limit: 64 KiB}").limit, 65_536)
        for entry in ["{file: a, limit: 17 MiB}", "{mqtt: a, limit: 65 KiB}", "{mqtt: a, limit: 1 MiB}"] {
            #expect(throws: SignError.self) { try self.source(entry) }
        }
    }

    @Test("Names stand in the order of the file, and calendars have names that no field has")
    func names() throws {
        let fields = try file("b: {variable: 1}\nä-1: {variable: 2}\na: {variable: 3}").fields
        expectEqual(fields.map(\.name), ["b", "ä-1", "a"])
        let calendars = try file(
            "bins: {url: \"https://h/bins.ics\", every: 6h}\nhome: {path: home.ics, ahead: 7d}", key: "calendars"
        ).calendars
        expectEqual(calendars.map(\.name), [LiveSource.calendarName("bins"), LiveSource.calendarName("home")])
        expectEqual(calendars.map(\.form), [.document(.calendar), .document(.calendar)])
        expectEqual(calendars.map(\.interval), [.seconds(21_600), .seconds(2)])
        expectEqual(calendars.map(\.origin).last, .file(LiveFile("/signs/home.ics")))
        expectEqual(calendars.map(\.ahead), [.zero, .seconds(604_800)])
        #expect(throws: SignError.self) { try file("home: {path: home.ics, ahead: 400d}", key: "calendars") }
        #expect(!FieldReference.isName(LiveSource.calendarName("bins")))
    }
}
