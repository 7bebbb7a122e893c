import Foundation
import SignTestSupport
import Testing

/// Signs that go by the time of day and by calendars, rendered with a wall clock.
@Suite("render of timed signs")
struct TimedSignTests {
    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART:20260105T080000Z
        DTEND:20260105T090000Z
        SUMMARY:7F
        END:VEVENT
        END:VCALENDAR

        """

    private func render(_ sign: String, at wall: String, _ arguments: String...) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        try Data(Self.calendar.utf8).write(to: folder.url.appendingPathComponent("c.ics"))
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let all = ["render", "--sign", folder.path("sign.yaml"), "--wall", wall] + arguments
        let run = try CommandRunner.run(program, all.map { $0.hasPrefix("out.") ? folder.path($0) : $0 })
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return folder
    }

    @Test("an event of a calendar is shown while it takes place, and the idle message otherwise")
    func calendar() throws {
        let sign = "board: sim-32x8\ncalendars: {c: {path: c.ics}}\nmessage: {calendar: c}\nidle: {text: \"-\"}\n"
        let before = try render(sign, at: "2026-01-05T07:59:59Z", "--at", "999ms", "--out", "out.txt")
        let shown = try render(sign, at: "2026-01-05T07:59:59Z", "--at", "1s", "--out", "out.txt")
        let after = try render(sign, at: "2026-01-05T08:59:59Z", "--at", "1s", "--out", "out.txt")
        try expectEqual(
            shown.text("out.txt"),
            """
            #####.#####.....................
            ....#.#.........................
            ...#..#.........................
            ..#...####......................
            .#....#.........................
            .#....#.........................
            .#....#.........................
            ................................

            """)
        try expectEqual(before.text("out.txt"), after.text("out.txt"))
        #expect(try before.text("out.txt").filter { $0 == "#" }.count < 8)
    }

    @Test("the brightness of a rendering depends on its wall clock")
    func brightness() throws {
        let sign = """
            board: sim-64x32
            time-zone: UTC
            brightness: {noon: 100, 13:00: 20}
            message: {text: "|"}

            """
        let pillow = "from PIL import Image; import sys; print(max(Image.open(sys.argv[1]).convert('L').getdata()))"
        var brightest: [Int] = []
        for time in ["0s", "999ms", "1s"] {
            let folder = try render(
                sign, at: "2026-06-21T12:59:59Z", "--at", time, "--style", "levels", "--out", "out.png")
            let read = try CommandRunner.python(pillow, folder.path("out.png"))
            brightest.append(Int(read.output.trimmingCharacters(in: .newlines)) ?? -1)
        }
        #expect(brightest[0] == 255 && brightest[1] == 255)
        #expect((1..<160).contains(brightest[2]), "\(brightest)")
    }

    @Test("the example of events shows the market on a Saturday, with its place and its end, and the time below")
    func example() throws {
        let folder = try ScratchFolder()
        let example = CommandRunner.checkout.appendingPathComponent("Examples/events.yaml").path
        // 11:00 in Berlin on Saturday, 2026-01-03; the 4th is a Sunday.
        let pictures = try ["2026-01-03T10:00:00Z", "2026-01-04T10:00:00Z"].map { wall in
            let run = try CommandRunner.ledsign(
                "render", "--sign", example, "--wall", wall, "--at", "0s", "--out", folder.path("a.txt"))
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            return try folder.text("a.txt").split(separator: "\n").map(String.init)
        }
        #expect(pictures[0].prefix(16).joined().contains("#"))
        #expect(!pictures[1].prefix(16).joined().contains("#"))
        expectEqual(pictures[0].suffix(16), pictures[1].suffix(16))
        #expect(pictures[0].suffix(16).joined().contains("#"))
    }
}
