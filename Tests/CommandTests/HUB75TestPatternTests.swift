import Foundation
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@testable import Boards

@Suite struct HUB75TestPatternTests {
    private static let orders = ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]

    private func board(_ sequence: String = "RGB", _ keys: String...) throws -> HUB75Board {
        let scratch = try ScratchFolder()
        let text = """
            summary: A panel
            kind: hub75
            panel: 32x16
            wiring: regular
            port: simulated
            color_sequence: \(sequence)

            """ + keys.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: scratch.url.appendingPathComponent("b.yaml"))
        let library = BoardLibrary(folder: CommandRunner.checkout.appendingPathComponent("boards").path)
        guard case .hub75(let wired) = try library.board(scratch.path("b.yaml")).panel else { throw WrongKindError() }
        return wired
    }

    private struct WrongKindError: Error {}

    @Test("the answer about red, green and blue leads to the sequence that shows them right, whatever the file says")
    func colorSequences() throws {
        for declared in Self.orders {
            let pattern = HUB75TestPattern(step: .colors, board: try board(declared))
            // The letters of `real` say which colour the LEDs on the wires R, G and B have.
            for real in Self.orders {
                func seen(_ sequence: String) -> String {
                    // Colour c goes over the wire where its letter stands, and that wire's LED lights.
                    String("RGB".map { color in Array(real)[Array(sequence).firstIndex(of: color) ?? 0] })
                }
                let advice = pattern.answer(seen(declared).lowercased())?.advice ?? ""
                if real == declared {
                    #expect(advice.contains("no change is needed"))
                } else {
                    let sequence = advice.components(separatedBy: "color_sequence: ").last?.prefix(3) ?? ""
                    expectEqual(seen(String(sequence)), "RGB", "declared \(declared), real \(real): \(advice)")
                }
            }
            #expect(pattern.answer("red") == nil)
        }
    }

    @Test("one row runs from the top to the bottom, and every ramp begins dark and ends full")
    func pictures() throws {
        let wired = try board("RGB")
        var frame = Frame(size: Size(width: 32, height: 16), format: .rgb)
        for tick in 0..<32 {
            HUB75TestPattern(step: .rows, board: wired).draw(tick: tick, brightness: .full, into: &frame)
            for y in 0..<16 { expectEqual((frame.canvas.rgb[5, y] == .white), (y == tick % 16)) }
        }
        HUB75TestPattern(step: .depth, board: wired).draw(tick: 0, brightness: .full, into: &frame)
        for (band, color) in [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF].enumerated() {
            expectEqual(frame.canvas.rgb[0, 4 * band], .black)
            expectEqual(frame.canvas.rgb[31, 4 * band + 3], Color(rawValue: UInt32(color)))
        }
        HUB75TestPattern(step: .mapping, board: wired).draw(tick: 0, brightness: .full, into: &frame)
        #expect(frame.canvas.rgb[0, 9] == .white && frame.canvas.rgb[31, 15] == .white)
        expectEqual(frame.canvas.rgb[7, 7], Color(rawValue: 0xFF0000))
    }

    private func changes(_ step: HUB75TestPattern.Step, _ answer: String, _ board: HUB75Board) -> [String]? {
        let panels = ["32x16", "32x32", "mux-07-kaler-2-scan-32x16", "mux-18-p10-half-scan-32x16"]
        return HUB75TestPattern(step: step, board: board, panels: panels).answer(answer)?.changes.map {
            "\($0.key): \($0.value)"
        }
    }

    /// What each answer changes, one after the other, until it changes nothing any more or begins again.
    private func ladder(_ step: HUB75TestPattern.Step, _ answer: String, most: Int = 6) throws -> [String] {
        var (keys, seen): ([String], [String]) = ([], [])
        while let next = changes(step, answer, try board("RGB", keys.joined(separator: "\n"))), !next.isEmpty {
            if seen.count == most { return seen }
            seen.append(next.joined(separator: ", "))
            let names = next.map { $0.prefix { $0 != ":" } }
            keys = keys.filter { key in !names.contains { key.hasPrefix($0 + ":") } } + next
        }
        return seen
    }

    @Test("an answer that is repeated tries the next remedy, to the last one, behind which are words")
    func ladders() throws {
        expectEqual(
            try ladder(.ghosting, "copies"),
            [
                "dark_gap: 500 ns, settle: 500 ns", "dark_gap: 1000 ns, settle: 1000 ns",
                "dark_gap: 2000 ns, settle: 2000 ns", "latch_gap: 500 ns", "latch_gap: 1000 ns",
            ])
        expectEqual(
            try ladder(.ghosting, "smeared"), ["clock_width: 50 ns", "clock_width: 100 ns", "clock_width: 200 ns"])
        expectEqual(
            try ladder(.depth, "steps", most: 5),
            ["lsb: 200 ns", "lsb: 300 ns", "lsb: 500 ns", "lsb: 1000 ns", "planes: 10"])
        expectEqual(
            try ladder(.depth, "flicker"), ["planes: 10", "planes: 9", "planes: 8", "dither: 1", "dither: 2"])
        expectEqual(
            try ladder(.rows, "jumps", most: 5),
            [
                "row_addressing: ab-shift", "row_addressing: abc-shift", "row_addressing: sm5266",
                "row_addressing: b707", "row_addressing: direct",
            ])
        expectEqual(
            try ladder(.mapping, "down", most: 3),
            ["pixel_mapper: Rotate:180", "pixel_mapper: Rotate:0", "pixel_mapper: Rotate:180"])
        expectEqual(
            try ladder(.colors, "dark", most: 4),
            ["driver_chip: fm6126a", "driver_chip: fm6127", "driver_chip: dp3246", "driver_chip: plain"])
        expectEqual(changes(.mapping, "pieces", try board()), ["panel: mux-07-kaler-2-scan-32x16"])
        for step in HUB75TestPattern.Step.allCases {
            let answers = HUB75TestPattern(step: step, board: try board()).answers
            #expect(answers[0].isRight && answers.dropFirst().allSatisfy { !$0.isRight }, "\(step)")
        }
    }

    @Test("the print on the chips of a dark panel is answered with its key, or with what to do instead")
    func chipPrints() throws {
        func advice(_ print: String, _ keys: String...) throws -> String? {
            HUB75TestPattern(step: .colors, board: try board("RGB", keys.joined(separator: "\n"))).answer(print)?.advice
        }
        expectEqual(changes(.colors, "FM6126A", try board()), ["driver_chip: fm6126a"])
        expectEqual(changes(.colors, "icn2038s", try board()), ["driver_chip: fm6126a"])
        expectEqual(changes(.colors, "FM6127", try board()), ["driver_chip: fm6127"])
        expectEqual(changes(.colors, "ICN2037", try board("RGB", "driver_chip: fm6126a")), ["driver_chip: plain"])
        expectEqual(
            try advice("ICN2037"),
            "ICN2037 chips are plain shift registers and need no driver_chip. Check the supply of the panel, the cable, and the wires "
                + "OE, LAT and CLK.")
        expectEqual(
            try advice("FM6127", "driver_chip: fm6127"),
            "The board file has driver_chip: fm6127 already, which is right for FM6127. Check the supply of the panel, the cable, and "
                + "the wires OE, LAT and CLK.")
        expectEqual(
            try advice("DP3364S"),
            "DP3364S cannot be driven: such chips dim the LEDs by themselves (S-PWM), and no port of ledsign drives them; connect "
                + "the panel to a device that does, a receiving card such as Colorlight's behind Falcon Player, or an ESP32 with a "
                + "program for this chip; `ledsign send` sends pictures to such devices.")
        expectEqual(
            try advice("XY9999"),
            "XY9999 is not among the chips that ledsign knows. The answer \"dark\" tries the values of driver_chip in turn."
        )
        let word = try advice("red")
        #expect(word == nil)
        // Only the step about colours asks for a print.
        let elsewhere = changes(.depth, "FM6126A", try board())
        #expect(elsewhere == nil)
    }

    @Test("panels that hang in another order get a mapper that shows each number where it hangs")
    func order() throws {
        let keys = ["chain: 3", "parallel: 2"]
        let plain = try board("RGB", keys[0], keys[1])
        for (answer, place) in [
            ("order", { (point: Point) in Point(x: (2 - point.x / 32) * 32 + point.x % 32, y: point.y) }),
            ("chains", { (point: Point) in Point(x: point.x, y: (1 - point.y / 16) * 16 + point.y % 16) }),
        ] {
            let all = changes(.mapping, answer, plain) ?? []
            let change = try #require(all.first)
            let mapper = change.replacing("pixel_mapper: ", with: "pixel_mapper: \"") + "\""
            let changed = try board("RGB", keys[0], keys[1], mapper)
            for (x, y) in [(0, 0), (40, 20), (95, 31), (33, 5)] {
                let seen = place(Point(x: x, y: y))
                expectEqual(
                    changed.map.matrixPoint(x: x, y: y), plain.map.matrixPoint(x: seen.x, y: seen.y),
                    "\(answer) \(x),\(y)")
            }
            // Another mapper is not undone.
            #expect(changes(.mapping, answer, changed) == nil)
        }
    }

    @Test("the documentation has a table of all answers, as the terminal and the page have them")
    func documentation() throws {
        let documents = ["hub75", "max7219"].map { name in
            (try? String(contentsOf: CommandRunner.checkout.appendingPathComponent("docs/\(name).md"), encoding: .utf8))
                ?? ""
        }
        let library = BoardLibrary(folder: CommandRunner.checkout.appendingPathComponent("boards").path)
        let scratch = try ScratchFolder()
        let chained = "summary: a\nkind: hub75\npanel: 64x32\nwiring: regular\nchain: 2\nparallel: 2\n"
        try Data(chained.utf8).write(to: scratch.url.appendingPathComponent("b.yaml"))
        for (name, text) in zip([scratch.path("b.yaml"), "max7219-32x16"], documents) {
            let patterns = try library.board(name).testPatterns(panels: library.names(of: .panel)) ?? []
            for pattern in patterns {
                for answer in pattern.answers where answer.picture.isEmpty && !answer.isRight {
                    let change = answer.changes.map { "`\($0.key)`" }.joined(separator: ", ")
                    let row = "| `\(pattern.name)` | `\(answer.name)` | \(answer.words) | \(answer.help ?? change) |"
                    #expect(text.contains(row), "\(row)")
                }
            }
        }
    }
}
