import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import PixelGraphics
import Timelines

/// `ledsign board test`.
struct BoardTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Light patterns that tell how modules are wired and hang.",
        discussion: """
            MAX7219 modules: `wiring` lights an L on every module, whose position tells the module's type; `order` lights the \
            number of every module on the data wire; `lit` lights every LED; `brightness` goes through the levels. \
            HUB75 panels: `colors`, `rows`, `mapping`, `ghosting` and `depth`. In a terminal each step waits for Enter; \
            `wiring` answers the number of the picture that is seen, and `colors` the colours, with the lines for the \
            board file. Elsewhere each step lasts five seconds. On simulated boards, and with \
            --simulate, the picture of the simulated panel is printed.

            Examples:
              ledsign board test max7219-32x8
              ledsign board test my-board.yaml --step wiring --for 1min
            """)

    @Argument(
        help: ArgumentHelp("A board by name or path; the default board without it.", valueName: "board"),
        completion: .custom { _, _, _ in BoardChoice.names() })
    var board: String?

    @Option(
        help: ArgumentHelp(
            "Only this step; repeat it for several.", valueName: "step"))
    var step: [String] = []

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("How long each step lasts.", valueName: "time"), transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Brightness in percent, 1 to 100.", valueName: "percent"))
    var brightness = 50

    @Flag(help: "Print what the simulated panel decodes from the wires.")
    var simulate = false

    mutating func validate() throws {
        guard (1...100).contains(brightness) else {
            throw ValidationError("--brightness is \(brightness), and has to be 1 to 100")
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
                board, simulate: simulate, brightness: Brightness(percent: brightness), settings: DriveSettings())
            let isInteractive = isatty(STDIN_FILENO) == 1
            let walk = BoardTestWalk(
                board: board, device: device, preview: preview, brightness: Brightness(percent: brightness),
                stepTime: duration ?? (isInteractive ? nil : .seconds(5)))
            if let signal = try walk.run(steps, clock: SystemMonotonicClock()) { throw ExitCodes.signal(signal) }
        }
    }

    /// The steps that were asked for, or all that the board's panel has.
    private func patterns(for board: Board) throws -> [any BoardTestPattern] {
        let all: [any BoardTestPattern]
        switch board.panel {
        case .max7219(let wired):
            let texts = BoardTestTexts(board: wired)
            all = BoardTestStep.allCases.map { MAX7219TestPattern(step: $0, texts: texts) }
        case .hub75(let wired): all = HUB75TestPattern.Step.allCases.map { HUB75TestPattern(step: $0, board: wired) }
        case .picture:
            throw Failure(
                "the board \(board.name) has no wires to test; boards that have are, for instance, max7219-32x8 and "
                    + "hub75-64x32")
        }
        if step.isEmpty { return all }
        return try step.map { name in
            guard let pattern = all.first(where: { $0.name == name }) else {
                let names = all.map(\.name)
                let guess = NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
                throw ValidationError(
                    "--step is \"\(name)\", and the board \(board.name) has \(names.joined(separator: ", "))\(guess)")
            }
            return pattern
        }
    }
}
