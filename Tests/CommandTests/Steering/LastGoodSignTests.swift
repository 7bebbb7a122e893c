import Foundation
import SignTestSupport
import Testing

/// What `run` and `dark` do with a sign file that has become unreadable since the sign was shown.
@Suite("ledsign run: the last good sign file")
struct LastGoodSignTests {
    private static let ok = """
        .###..#...#.....................
        #...#.#..#......................
        #...#.#.#.......................
        #...#.##........................
        #...#.#.#.......................
        #...#.#..#......................
        .###..#...#.....................
        ................................
        """
    /// Shut down, to all four modules.
    private static let stop = ["0c000c000c000c00"]
    private static let noYAML = "message: {text: [\n"

    @Test("a start with a broken file shows the last good copy with a warning, and the file itself once it is fixed")
    func start() throws {
        let sign = try SteeredSign("message: {name: a, text: OK}\n")
        try expectEqual(sign.end().errors, [])
        try sign.write(Self.noYAML, head: "")
        try sign.startAgain()
        try expectEqual(sign.picture(), Self.ok)
        #expect(try sign.wait { try sign.errors().contains("sign.yaml:2:1: not YAML") })
        let errors = try sign.errors()
        #expect(errors.contains("warning: the sign starts with the last good copy of "), "\(errors)")
        #expect(try sign.ctl("stats").output.contains("problem: keeping the previous sign: "))
        // Another broken start does not wear the copy out.
        try sign.end()
        try sign.startAgain()
        try expectEqual(sign.list(), ["shown 0 file - a OK"])
        let head = "board: max7219-32x8\ncontrol: {socket: ./ctl.sock, state: ./state.json}\n"
        try sign.write("message: {name: b, text: No}\n", head: head)
        #expect(try sign.wait { try sign.list() == ["shown 0 file - b No"] })
        #expect(try sign.ctl("stats").output.contains("problem: null"))
        // That one is the good one now.
        try sign.end()
        try sign.write("mesage: {text: A}\n")
        try sign.startAgain()
        try expectEqual(sign.list(), ["shown 0 file - b No"])
    }

    @Test("a file is stored as the last good one after a successful reload, not after a rejected one")
    func reload() throws {
        let sign = try SteeredSign("message: {name: a, text: OK}\n")
        try sign.write("message: {name: b, text: OK}\n")
        try expectEqual(sign.ctl("reload").status, 0)
        try sign.write("message: {name: c, text: OK, font: none-such}\n")
        try expectEqual(sign.ctl("reload").status, 1)
        try sign.end()
        // Its font cannot be had: the file is wrong, though it can be read.
        try sign.startAgain()
        try expectEqual(sign.list(), ["shown 0 file - b OK"])
    }

    @Test(
        "dark --sign makes the panel of the last good file dark when the file is no YAML, is gone, or names another board"
    )
    func dark() throws {
        let sign = try SteeredSign("message: {name: a, text: OK}\n", control: "state: ./state.json, mode: 600")
        // The copy is written beside the first picture, which SIGKILL does not wait for.
        #expect(Polling.wait { sign.hasCopy() })
        try sign.end(SIGKILL)
        for head in ["", "board: no-such-board\n", nil] {
            if let head {
                try sign.write(Self.noYAML.replacing("[", with: head.isEmpty ? "[" : "A}"), head: head)
            } else {
                try FileManager.default.removeItem(atPath: sign.folder.path("sign.yaml"))
            }
            let dark = try sign.dark()
            expectEqual(dark.outcome.status, 0, "\(dark.outcome.errors)")
            #expect(dark.outcome.errors.contains("warning: the board is max7219-32x8"), "\(dark.outcome.errors)")
            expectEqual(dark.messages.last, Self.stop)
        }
    }

    @Test("without a copy a broken file is an error, for run and dark; state: none stores no copy")
    func none() throws {
        let sign = try SteeredSign("message: {name: a, text: OK}\n", control: "state: none")
        try sign.end()
        try sign.write(Self.noYAML, head: "")
        let dark = try sign.dark()
        expectEqual(dark.outcome.status, 1)
        #expect(dark.messages.isEmpty)
        let run = try sign.runInVain()
        #expect(run.status == 1 && run.errors.contains("not YAML"), "\(run.errors)")
    }
}
