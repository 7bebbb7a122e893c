import Foundation
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@testable import Boards
@testable import ledsign

@Suite struct BoardTestTests {
    private func pattern(_ declared: ModuleType, modules: Int = 2) -> MAX7219TestPattern {
        MAX7219TestPattern(
            step: .wiring,
            board: MAX7219Board(
                chain: MAX7219Chain(count: modules, type: declared), device: .simulated, clockRate: 8_000_000))
    }

    /// The step `wiring` as it looks on modules of another type than the board file says.
    private func seen(declared: ModuleType, real: ModuleType, modules: Int = 2) throws -> MonoBitmap {
        let chain = MAX7219Chain(count: modules, type: declared)
        let wiring = try #require(SimulatedModuleWiring.named(real.name))
        let simulated = SimulatedMAX7219Chain(count: modules, wiring: wiring)
        let device = SPIWireWriter(timing: SPIWireTiming(clockRate: 8_000_000), into: simulated)
        var panel = MAX7219Panel(chain: chain, device: device)
        var frame = Frame(size: chain.size, format: .mono)
        pattern(declared, modules: modules).draw(tick: 0, brightness: .full, into: &frame)
        panel.show(frame, at: .zero)
        return panel.device.listener.picture
    }

    /// Typed from the table of wirings: digit 0 is all lit, and the DP segment of three digits more.
    private let typed: [(name: String, picture: String)] = [
        ("fc16", "######## #....... #....... #....... ........ ........ ........ ........"),
        ("generic", "....#### .......# .......# .......# .......# .......# .......# .......#"),
        ("parola", "######## .......# .......# .......# ........ ........ ........ ........"),
        ("icstation", "........ ........ ........ ........ .......# .......# .......# ########"),
        ("dr1cr0rr1", "........ ........ ........ ........ #....... #....... #....... ########"),
        ("dr0cr0rr0", ".......# .......# .......# .......# .......# .......# .......# ....####"),
        ("dr0cr0rr1", "#....... #....... #....... #....... #....... #....... #....... ####...."),
        ("dr0cr1rr1", "####.... #....... #....... #....... #....... #....... #....... #......."),
    ]

    @Test("the L tells the real wiring of a module, whatever type the board file says, and the advice names it")
    func tellsTheWiring() throws {
        for declared in ModuleType.all {
            let pattern = pattern(declared)
            for (name, picture) in typed {
                let real = try #require(ModuleType.named(name))
                let rows = picture.split(separator: " ").map { "\($0)\($0)" }.joined(separator: "\n")
                let shown = try seen(declared: declared, real: real)
                expectEqual(art(shown), rows, "\(declared.name) \(name)")
                let number = pattern.number(of: real)
                let advice = pattern.answer("\(number)")?.advice ?? "none"
                if real.isWired(like: declared) {
                    #expect(advice.contains("no change is needed"))
                } else {
                    #expect(advice.contains("module_type: \(name)"))
                }
            }
        }
    }

    @Test("the catalogue shows the eight wirings, each once, as the table of wirings has them")
    func catalogue() {
        let blocks = MAX7219TestPattern.catalogue.components(separatedBy: "\n\n")
        expectEqual(blocks.count, 2)
        for (name, picture) in typed {
            let block = blocks.first { $0.contains(" \(name)") } ?? ""
            let lines = block.split(separator: "\n")
            let title = lines.first ?? ""
            // The pictures begin below the number that stands two characters before the name.
            let left = title.range(of: name).map { title.distance(from: title.startIndex, to: $0.lowerBound) - 2 } ?? 0
            let shown = lines.dropFirst().map { String($0.dropFirst(left).prefix(8)) }
            expectEqual(shown, picture.split(separator: " ").map(String.init), "\(name): \(block)")
        }
    }

    @Test("the steps are explained and drawn: the L, the module numbers, everything")
    func walksThroughTheSteps() throws {
        let run = try CommandRunner.ledsign("board", "test", "sim-32x8", "--for", "1ms")
        expectEqual(run.status, 0, "\(run.errors)")
        for words in ["wiring:", "order:", "lit:", "brightness:", "expects picture 1", "4 3 2 1"] {
            #expect(run.output.contains(words), "\(words): \(run.output)")
        }
        #expect(
            run.output.contains(
                """
                ................................
                ..#.#.....##......##.......#....
                ..#.#.......#.......#.....##....
                ..###......#.......#.......#....
                ....#.......#.....#........#....
                ....#.....##......###.....###...
                ................................
                ................................
                """))
    }

    @Test("a board without modules, an unknown step and an invalid brightness are rejected")
    func refuses() throws {
        let noModules = try CommandRunner.ledsign("board", "test", "sim-64x32")
        #expect(noModules.status == 1 && noModules.errors.contains("has no wires to test"), "\(noModules.errors)")
        let wrongStep = try CommandRunner.ledsign("board", "test", "sim-32x8", "--step", "wirin")
        #expect(wrongStep.status == 64 && wrongStep.errors.contains("wiring"), "\(wrongStep.errors)")
        let wrongBrightness = try CommandRunner.ledsign("board", "test", "sim-32x8", "--brightness", "0")
        expectEqual(wrongBrightness.status, 64, "\(wrongBrightness.errors)")
    }

    @Test("where numbers stand tells first_module and path; a row that hangs otherwise changes the path to what it is")
    func order() throws {
        func answers(rows: Int, _ path: ModuleArrangement.Path) -> [String] {
            let chain = MAX7219Chain(
                count: 8, rows: rows, type: .fc16, arrangement: ModuleArrangement(first: .topRight, path: path))
            let board = MAX7219Board(chain: chain, device: .simulated, clockRate: 8_000_000)
            return MAX7219TestPattern(step: .order, board: board).answers.map { answer in
                ([answer.name] + answer.changes.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
            }
        }
        expectEqual(answers(rows: 1, .straight), ["ok", "side first_module=top-left", "other"])
        let start = ["ok", "side first_module=top-left", "rows first_module=bottom-right"]
        expectEqual(
            answers(rows: 2, .straight),
            start + ["turned path=serpentine", "direction path=serpentine-upright", "other"])
        expectEqual(
            answers(rows: 2, .serpentine), start + ["turned path=straight", "down path=serpentine-upright", "other"])
        expectEqual(
            answers(rows: 2, .serpentineUpright), start + ["down path=serpentine", "direction path=straight", "other"])
    }

    @Test("every number from 1 to 255 has a picture of its own")
    func numbers() {
        let pictures = Set((1...255).map { art(MonoBitmap.moduleNumber($0)) })
        expectEqual(pictures.count, 255)
        expectEqual(
            art(MonoBitmap.moduleNumber(207)).split(separator: "\n"),
            [
                "........", ".#..###.", "#.#...#.", "#.#..#..", "#.#..#..", ".#...#..", "........", "#.#.....",
            ])
    }
}
