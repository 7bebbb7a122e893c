import Foundation
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

@Suite("Warnings about sign files")
struct SignWarningTests {
    /// The warnings about a sign of 64x32 pixels, as `line:column` and the words.
    private func warnings(_ text: String, path: String = "a.yaml") throws -> [(place: String, words: String)] {
        let file = try SignFile(parsing: text, path: path)
        let inspection = SignInspection(
            file, size: Size(width: 64, height: 32), fonts: TestFonts.fonts, time: WallTime(seconds: 1_800_000_000))
        #expect(inspection.problems.isEmpty, "\(inspection.problems)")
        return inspection.warnings.map { ("\($0.line):\($0.column)", "\($0.reason)") }
    }

    @Test("each format that shows something else is named with its place and the one that is meant")
    func formats() throws {
        let found = try warnings(
            """
            fields: {train: {variable: "0"}}
            messages:
              - {text: "{clock hh:MM}"}
              - text: Until {date DD.MM.YYYY}, {date dd.MM.}
              - text: |
                  A
                  b {clock %H:%M}
              - {text: "Departs {train|date HH:MM}"}
              - {text: "{train|date %I:%M}"}
              - {text: "{each train: <red>{item|date dd.mm.}</>}"}
              - {text: "{countdown 2026-12-24T18:00 %d %H}"}
              - parts: [{text: "{clock hh:mm}"}, {clock: "HH:MM"}, {turns: [{clock: "%H:%M"}]}]
              - parts: [{items: [{text: "{clock HH:MM}"}]}]
              - "{clock h:mm} {clock a} {clock hh:mm}"
            idle: "{clock MM:ss}"
            """)
        expectEqual(
            found.map(\.place),
            [
                "3:20", "4:23", "7:16", "8:33", "9:25", "10:42", "11:41", "12:28", "12:39", "12:66", "13:37", "15:15",
            ], "\(found)")
        let meant = [
            "HH:mm", "dd.MM.yyyy", "HH:mm", "HH:mm", "the date stays", "dd.MM.", "dd HH", "HH:mm", "HH:mm", "HH:mm",
            "HH:mm", "mm:ss",
        ]
        for (warning, words) in zip(found, meant) { #expect(warning.words.contains(words), "\(warning)") }
    }

    @Test("fields that lead to what calendars and named schedules do not have are named")
    func ways() throws {
        let found = try warnings(
            """
            calendars: {bins: {path: /dev/null}, house: {path: /dev/null, ahead: 7d}}
            times: {open: 08:00-18:00}
            messages:
              - "{bins.next|count} {house.next[0].summary} {bins[0].summary}"
              - "{open} {open.begin|date HH:mm} {open.end|date HH:mm}"
              - {text: "{each bins.next: {summary}} {countdown open.close}"}
            """)
        expectEqual(found.map(\.place), ["4:7", "5:14", "6:19", "6:52"], "\(found)")
        let meant = [
            "give it \"ahead\"", "has no \"begin\", but start and end", "give it \"ahead\"", "has no \"close\"",
        ]
        for (warning, words) in zip(found, meant) { #expect(warning.words.contains(words), "\(warning)") }
    }

    @Test("rows and columns in which nothing is are named, wherever they are")
    func emptyLists() throws {
        let found = try warnings(
            """
            zones:
              - {area: {width: 8, height: 8}, message: {rows: []}}
              - area: {x: 8, width: 8, height: 8}
                messages:
                  - {columns: [A, {rows: [], width: 3}]}
                  - parts: [{turns: [{columns: []}]}, {rows: [B]}]
            """)
        expectEqual(found.map(\.place), ["2:45", "5:24", "6:27"], "\(found)")
        for (warning, key) in zip(found, ["rows", "rows", "columns"]) {
            expectEqual(
                warning.words, "\"\(key)\" is empty, so nothing is shown there; add something to it, or remove it")
        }
        expectEqual(try warnings("rows: [{columns: []}, {message: A}]").map(\.place), ["1:9"])
        expectEqual(try warnings("columns: []").map(\.place), ["1:1"])
        expectEqual(try warnings("fields: {rows: {variable: 1}}\nmessages: []").map(\.place), [])
    }

    @Test("the format of a calendar's text is named, too")
    func calendar() throws {
        let found = try warnings(
            """
            calendars: {bins: {path: /dev/null}}
            message: {calendar: bins, text: "{summary} {start|date HH:MM}"}
            """)
        expectEqual(found.map(\.place), ["2:33"])
        #expect(found[0].words.contains("did you mean \"HH:mm\"?"))
    }

    @Test("sane texts have no warnings")
    func sane() throws {
        let found = try warnings(
            """
            fields: {train: {variable: "0"}}
            messages:
              - Hello   # greeting
              - 50% off # today only
              - text: "50% off" #1
              - text: C# and F#
              - text: Open ##########
              - text: Open #---------
              - text: Hello
                #color: red
              - {text: "{clock HH:mm} {date d MMMM} {train|date EEEE, d. MMMM yyyy}", font: ledsign-6-condensed}
              - {text: "{clock HH:mm:ss}", scroll: never, font: ledsign-6-condensed}
              - parts: [{clock: "HH:mm", font: ledsign-6-condensed}, {text: "{clock HH:mm}", scroll: never, font: ledsign-6-condensed}]
            """)
        expectEqual(found.map(\.place), [], "\(found)")
    }

    @Test("a comment that looks like the end of a text is named with its place")
    func comments() throws {
        let found = try warnings(
            """
            messages:
              - text: 50% off #1
              - Winner of #metoo
              - {text: We are #1
                }
              - text: over two
                  lines #2
              - parts: [{text: A}]
              - parts:
                  - text: B #3
                  - items:
                      - C #4
            idle: Closed #5
            """)
        expectEqual(found.map(\.place), ["2:19", "3:15", "4:19", "7:13", "10:17", "12:15", "13:14"], "\(found)")
        expectEqual(
            found[0].words,
            "\"#1\" is a comment, because # behind a space begins one, and is not shown; put the whole text in quotes to show "
                + "it")
    }

    @Test("a clock that may not move and is wider than its area is named; what it shows now does not count")
    func wideClocks() throws {
        let font = "font: ledsign-8"
        let found = try warnings(
            """
            locale: de
            messages:
              - {text: "{clock EEEE HH:mm:ss}", scroll: never, \(font)}
              - {text: "{clock EEEE HH:mm:ss}", \(font)}
              - {text: "{clock EEEE HH:mm:ss}", scroll: never, overflow: wrap, \(font)}
              - {text: "{date EEEE}", scroll: never, \(font)}
              - {text: "{countdown 2030-01-01 d 'Tage' HH:mm:ss}", scroll: never, \(font)}
              - parts: [{clock: "HH:mm:ss", area: {x: 40, width: 24, height: 8}, \(font)}]
              - parts: [{clock: "HH:mm:ss", area: {x: 0, width: 64, height: 8}, \(font)}]
              - parts: [{parts: [{clock: "h:mm a", \(font)}], area: {width: 20, height: 8}}]
              - parts: [{text: "{clock HH:mm:ss}", scroll: never, area: {width: 20, height: 8}, \(font)}]
              - parts: [{text: "{clock HH:mm:ss}", area: {width: 20, height: 8}, \(font)}]
            """)
        expectEqual(found.map(\.place), ["3:12", "7:12", "8:14", "10:23", "11:20"], "\(found)")
        #expect(found.allSatisfy { $0.words.contains("pixels wide but its area only") })
    }

    @Test("missing files of tokens, passwords and certificates are named with their places")
    func secrets() throws {
        let folder = try ScratchFolder()
        try Data("x".utf8).write(to: folder.url.appendingPathComponent("there"))
        let sign = """
            message: A
            http: {listen: 0.0.0.0:8080, token: FIRST}
            mqtt: {broker: mqtts://b, ca: ./SECOND, user: u, password: THIRD}
            """
        let missing = try warnings(sign, path: folder.path("a.yaml"))
        expectEqual(missing.map(\.place), ["2:37", "3:31", "3:60"], "\(missing)")
        #expect(missing[0].words.hasSuffix(" of \"token\" does not exist; `ledsign token` makes one"))
        #expect(missing[2].words.contains(" of \"password\" does not exist; create it"))
        let there = ["FIRST", "SECOND", "THIRD"].reduce(sign) { $0.replacingOccurrences(of: $1, with: "there") }
        #expect(try warnings(there, path: folder.path("a.yaml")).isEmpty)
    }

    @Test("a text that begins with # is said to be a comment")
    func emptyText() throws {
        let message = message { try SignFile(parsing: "message:\n  text: #1 in town\n", path: "a") }
        #expect(message?.contains("in quotes because # begins a comment") ?? false)
    }
}
