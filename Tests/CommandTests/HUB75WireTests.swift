import Foundation
import SignTestSupport
import Testing

/// HUB75 pictures through the command: wires out, wires in, and what other decoders read.
@Suite struct HUB75WireTests {
    private let text = ["ГОРОД 21°C", "--color", "orange", "--at", "1.5s"]
    private var message: [String] { text + ["--board", "hub75-64x32"] }

    private func run(_ arguments: [String]) throws {
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, arguments)
        try #require(outcome.status == 0, "\(arguments.joined(separator: " ")): \(outcome.errors)")
    }

    @Test(
        "decoding the wires gives the very picture that the panel can show", arguments: [100, 37],
        ["hub75-64x32", "hub75-64x32-dpi"])
    func decodesToLevels(brightness: Int, board: String) throws {
        let folder = try ScratchFolder()
        let dimmed = text + ["--board", board, "--brightness", "\(brightness)"]
        try run(["render"] + dimmed + ["--out", folder.path("a.vcd")])
        try run(["render"] + dimmed + ["--style", "levels", "--out", folder.path("r.png")])
        try run(["decode", folder.path("a.vcd"), "--board", board, "--out", folder.path("d.png")])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
        try run(["render"] + dimmed + ["--style", "pixels", "--out", folder.path("p.png")])
        #expect(try folder.bytes("p.png") != folder.bytes("r.png"), "levels are not the canvas's colours")
    }

    @Test("the same for a state machine, whose refresh rate `board show` prints for both rates of words")
    func stateMachine() throws {
        let folder = try ScratchFolder()
        try Data("summary: P\nkind: hub75\npanel: 64x32\nwiring: adafruit-hat\nport: pio\n".utf8).write(
            to: folder.url.appendingPathComponent("p.yaml"))
        let board = ["--board", folder.path("p.yaml")]
        try run(["render"] + text + board + ["--out", folder.path("a.vcd")])
        try run(["render"] + text + board + ["--style", "levels", "--out", folder.path("r.png")])
        try run(["decode", folder.path("a.vcd")] + board + ["--out", folder.path("d.png")])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let shown = try CommandRunner.run(program, ["board", "show", folder.path("p.yaml")])
        #expect(shown.output.contains("port: state machine (PIO) of the Raspberry Pi 5"))
        #expect(shown.output.contains("refresh: about 186 Hz on a Pi 5 that sends 27 MB/s, whatever is shown"))
    }

    /// The colour words at the rising clock edges of a capture, read by a plain reader: R1 in bit 0 to B2 in bit 5.
    private func words(_ vcd: String) throws -> [Int] {
        var names: [Substring: String] = [:]
        var levels: [String: Bool] = [:]
        var words: [Int] = []
        for line in vcd.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.first == "$var" {
                names[parts[3]] = String(parts[4])
            } else if let first = line.first, first == "0" || first == "1", let name = names[line.dropFirst()] {
                let before = levels[name]
                levels[name] = first == "1"
                guard name == "CLK", before == false, first == "1" else { continue }
                words.append(
                    ["R1", "G1", "B1", "R2", "G2", "B2"].enumerated().reduce(0) { word, color in
                        word | (levels[color.element] == true ? 1 << color.offset : 0)
                    })
            }
        }
        return words
    }

    @Test(
        "sigrok's parallel decoder reads the same colour words at the rising clock edges",
        arguments: ["hub75-64x32", "hub75-64x32-dpi"])
    func sigrok(board: String) throws {
        let folder = try ScratchFolder()
        try run(["render"] + text + ["--board", board, "--out", folder.path("a.vcd")])
        let expected = try words(folder.text("a.vcd"))
        #expect(expected.count > 64 && expected.contains { $0 != 0 })
        // It aborts in Python's clean-up after all is printed, and prints a word at the clock edge after it.
        let decoded = try CommandRunner.tool(
            "sigrok-cli",
            [
                "-i", folder.path("a.vcd"), "-I", "vcd", "-P",
                "parallel:clk=CLK:d0=R1:d1=G1:d2=B1:d3=R2:d4=G2:d5=B2:clock_edge=rising", "-A", "parallel=items",
            ])
        let read = decoded.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").last.flatMap { Int($0, radix: 16) }
        }
        #expect(read.count >= expected.count - 1)
        expectEqual(read, Array(expected.prefix(read.count)))
    }

    @Test("a capture with other names and without the wire E, which this panel does not use, decodes")
    func otherNames() throws {
        let folder = try ScratchFolder()
        try run(["render"] + message + ["--out", folder.path("a.vcd")])
        try run(["render"] + message + ["--style", "levels", "--out", folder.path("r.png")])
        var lines = try folder.text("a.vcd").components(separatedBy: "\n")
        let wireE = try #require(lines.first { $0.hasSuffix(" E $end") })
        let identifier = wireE.split(separator: " ")[3]
        lines.removeAll { $0 == wireE || $0 == "0\(identifier)" || $0 == "1\(identifier)" }
        let renamed = lines.joined(separator: "\n").replacingOccurrences(of: " OE $end", with: " D13 $end")
        try Data(renamed.utf8).write(to: folder.url.appendingPathComponent("b.vcd"))
        try run([
            "decode", folder.path("b.vcd"), "--board", "hub75-64x32", "--signals", "OE=D13", "--out",
            folder.path("d.png"),
        ])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
    }

    @Test(
        "inverted data and the set-up of chips behind it decode to the picture; chips without their set-up are a finding"
    )
    func inverted() throws {
        let folder = try ScratchFolder()
        let panel = "summary: P\nkind: hub75\npanel: 64x32-fm6126a\nwiring: regular\nport: simulated\n"
        try Data((panel + "inverse: yes\n").utf8).write(to: folder.url.appendingPathComponent("inverse.yaml"))
        try Data(panel.utf8).write(to: folder.url.appendingPathComponent("other.yaml"))
        let inverse = ["--board", folder.path("inverse.yaml")]
        try run(["render", "HHH"] + inverse + ["--out", folder.path("a.vcd")])
        try run(["render", "HHH"] + inverse + ["--style", "levels", "--out", folder.path("r.png")])
        try run(["decode", folder.path("a.vcd")] + inverse + ["--out", folder.path("d.png")])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
        let other = try CommandRunner.ledsign(
            "decode", folder.path("a.vcd"), "--board", folder.path("other.yaml"), "--out", folder.path("d.txt"))
        expectEqual(other.status, 3)
        #expect(other.errors.contains("no LED was lit by data that lights LEDs"), "\(other.errors)")
        #expect(try !folder.text("d.txt").contains("#"))
        // Nothing is wrong with a picture that is black.
        try run(["render", "HHH", "--brightness", "0"] + inverse + ["--out", folder.path("b.vcd")])
        let black = try CommandRunner.ledsign(
            "decode", folder.path("b.vcd"), "--board", folder.path("inverse.yaml"), "--out", folder.path("b.txt"))
        expectEqual(black.status, 0)
        #expect(black.errors.contains("no LED is lit"), "\(black.errors)")
    }

    @Test(
        "the wires of panels with DP3246 chips decode to the picture; those of others light none of them",
        arguments: ["registers", "dpi", "pio"])
    func dp3246(port: String) throws {
        let folder = try ScratchFolder()
        let panel = "summary: P\nkind: hub75\npanel: 64x32\nwiring: regular\nport: \(port)\n"
        try Data((panel + "driver_chip: dp3246\n").utf8).write(to: folder.url.appendingPathComponent("dp.yaml"))
        try Data(panel.utf8).write(to: folder.url.appendingPathComponent("other.yaml"))
        let board = ["--board", folder.path("dp.yaml")]
        try run(["render", "HHH", "--brightness", "60"] + board + ["--out", folder.path("a.vcd")])
        try run(
            ["render", "HHH", "--brightness", "60"] + board + ["--style", "levels", "--out", folder.path("r.png")])
        try run(["decode", folder.path("a.vcd")] + board + ["--out", folder.path("d.png")])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
        try run(["render", "HHH", "--board", folder.path("other.yaml"), "--out", folder.path("b.vcd")])
        let wrong = try CommandRunner.ledsign(
            "decode", folder.path("b.vcd"), "--board", folder.path("dp.yaml"), "--out", folder.path("d.txt"))
        expectEqual(wrong.status, 3)
        #expect(wrong.errors.contains("no LED was lit by data that lights LEDs"), "\(wrong.errors)")
    }

    @Test(
        "display engines whose first line ends before the first latch decode with nothing wrong on the wires",
        arguments: [
            "panel: mux-15-p10-coreman-32x16\nrow_addressing: ab-shift\nrow_driver: discharging\n",
            "panel: mux-18-p10-half-scan-32x16\nrow_addressing: abc-shift\nrow_driver: shifting\nplanes: 4\n",
            "panel: mux-09-p10-128x4-z-32x16\nrow_addressing: direct-select\n",
        ])
    func firstLine(panel: String) throws {
        let folder = try ScratchFolder()
        let text = "summary: P\nkind: hub75\nwiring: adafruit-hat\nport: dpi\nchain: 2\nlsb: 140 ns\n" + panel
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("b.yaml"))
        let board = ["--board", folder.path("b.yaml")]
        try run(["render", "HIJ"] + board + ["--out", folder.path("a.vcd")])
        try run(["render", "HIJ"] + board + ["--style", "levels", "--out", folder.path("r.png")])
        try run(["decode", folder.path("a.vcd")] + board + ["--out", folder.path("d.png")])
        try expectEqual(folder.bytes("d.png"), folder.bytes("r.png"))
    }

    @Test("the start of a capture is dark, and what is lit is lit by OE alone")
    func idleWires() throws {
        let folder = try ScratchFolder()
        try run(["render"] + message + ["--out", folder.path("a.vcd")])
        let text = try folder.text("a.vcd")
        for name in ["R1", "G1", "B1", "R2", "G2", "B2", "A", "B", "C", "D", "E", "CLK", "LAT", "OE"] {
            #expect(text.contains(" \(name) $end"), "\(name)")
        }
        #expect(!text.contains("$scope"))
        #expect(text.contains("$timescale 10 ns $end"))
    }
}
