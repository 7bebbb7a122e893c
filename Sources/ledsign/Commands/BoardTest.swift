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
            The steps: `wiring` lights an L on every module, whose position tells the module's type; `order` lights the \
            number of every module on the data wire; `lit` lights every LED; `brightness` goes through the levels. In a \
            terminal each step waits for Enter, and the step `wiring` answers the number of the picture that is seen \
            with the lines for the board file. Elsewhere each step lasts five seconds. On simulated boards, and with \
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
            "Only this step: wiring, order, lit or brightness; repeat it for several.", valueName: "step"))
    var step: [BoardTestStep] = []

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
            var choice = BoardChoice()
            choice.board = board
            let board = try choice.load()
            guard case .max7219(let wired) = board.panel else {
                throw Failure(
                    "the board \(board.name) has no modules to test; a board that has is, for instance, max7219-32x8")
            }
            let preview = board.isSimulated || simulate ? SimulatedPanel(board) : nil
            let device = try PanelDevice.open(board, simulate: simulate, brightness: Brightness(percent: brightness))
            let isInteractive = isatty(STDIN_FILENO) == 1
            let walk = BoardTestWalk(
                board: board, wired: wired, device: device, preview: preview,
                brightness: Brightness(percent: brightness),
                stepTime: duration ?? (isInteractive ? nil : .seconds(5)))
            let steps = step.isEmpty ? BoardTestStep.allCases : step
            if let signal = try walk.run(steps, clock: SystemMonotonicClock()) { throw ExitCodes.signal(signal) }
        }
    }
}
