import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import PanelSimulation
import PixelGraphics
import Settings
import SignHost
import Timelines

struct BoardTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Show test patterns that reveal how modules are wired and mounted.",
        discussion: """
            Steps for MAX7219 modules: `wiring` shows an L on every module, which reveals the module type; `order` shows \
            the position of every module in the chain; `lit` lights every LED; `brightness` steps through all levels. \
            Steps for HUB75 panels: `colors`, `rows`, `mapping`, `ghosting` and `depth`. In a terminal each step waits for \
            Enter; `wiring` and `colors` ask what you see, and print the lines for the board file. Elsewhere each step \
            lasts five seconds. On simulated boards, and with --simulate, the picture of the simulated panel is printed.

            Examples:
              ledsign board test max7219-32x8
              ledsign board test my-board.yaml --step wiring --for 1min
            """)

    @Argument(
        help: ArgumentHelp("A board by name or path; without it, the default board.", valueName: "board"),
        completion: .custom { _, _, _ in BoardChoice.names() })
    var board: String?

    @Option(
        help: ArgumentHelp(
            "Only this step; may be repeated.", valueName: "step"))
    var step: [String] = []

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("How long each step lasts.", valueName: "time"), transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Brightness in percent, 1 to 100.", valueName: "percent"))
    var brightness = 50

    @Flag(help: "Also print what a simulated panel decodes from the wires.")
    var simulate = false

    mutating func validate() throws {
        guard (1...100).contains(brightness) else {
            throw ValidationError("--brightness must be 1 to 100, not \(brightness)")
        }
    }

    func run() throws {
        try reporting {
            try Messages.startQueue()
            var choice = BoardChoice()
            choice.board = board
            let board = try choice.load()
            let steps = try patterns(for: board)
            let preview = board.isSimulated || simulate ? try SimulatedPanel(board) : nil
            let device = try PanelDevice.open(
                board, isOptional: simulate, brightness: Brightness(percent: brightness), settings: DriveSettings(),
                log: .messages)
            let isInteractive = isatty(STDIN_FILENO) == 1
            let walk = BoardTestWalk(
                board: board, device: device, preview: preview, brightness: Brightness(percent: brightness),
                stepTime: duration ?? (isInteractive ? nil : .seconds(5)))
            if let signal = try walk.run(steps, clock: SystemMonotonicClock()) { throw ExitCodes.signal(signal) }
        }
    }

    /// The given steps, or all steps for the panel of the board.
    private func patterns(for board: Board) throws -> [any BoardTestPattern] {
        guard let all = board.testPatterns else {
            throw CommandError(
                "the board \(board.name) has no wires to test; choose a board with wires, such as max7219-32x8 or "
                    + "hub75-64x32")
        }
        if step.isEmpty { return all }
        return try step.map { name in
            guard let pattern = all.first(where: { $0.name == name }) else {
                let names = all.map(\.name)
                let guess = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
                throw ValidationError(
                    "unknown step \"\(name)\"\(guess); the steps of the board \(board.name) are "
                        + names.joined(separator: ", "))
            }
            return pattern
        }
    }
}
