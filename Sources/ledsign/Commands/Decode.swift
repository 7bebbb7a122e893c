import ArgumentParser
import Boards
import Foundation
import ImageFiles
import PanelSimulation
import PixelGraphics
import Timelines

/// `ledsign decode`: what a panel shows when it is fed recorded wires.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a panel makes of recorded wires (VCD).",
        discussion: """
            The capture may come from this program, a simulator or a logic analyser. What breaks the chips' timing is \
            reported on standard error, and the exit code is then 3; the picture is made all the same.

            Examples:
              ledsign decode wires.vcd --board max7219-32x8 --out a.png
              ledsign decode b.vcd --board sim-32x8 --signals CLK=D0,DIN=D1 --out b.txt
            """)

    @Argument(help: ArgumentHelp("The capture.", valueName: "capture.vcd"), completion: .file(extensions: ["vcd"]))
    var capture: String

    @OptionGroup var board: BoardChoice

    @Option(
        help: ArgumentHelp("The file to write: .png or .txt.", valueName: "file"),
        completion: .file(extensions: ["png", "txt"]))
    var out: String

    @Option(
        help: ArgumentHelp(
            "Which signals of the capture are the panel's wires, such as CLK=D0,DIN=D1,CS=D2.", valueName: "list"))
    var signals: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The instant of the capture that the picture shows; its end without this.", valueName: "time"),
        transform: OptionValue.time)
    var at: Nanoseconds?

    @OptionGroup var picture: PictureOptions

    mutating func validate() throws {
        let format = try RenderFormat(path: out)
        guard format == .png || format == .txt else {
            throw ValidationError("--out is \"\(out)\", and has to end in .png or .txt")
        }
    }

    func run() throws {
        try reporting {
            let board = try board.load()
            guard case .max7219(let wired) = board.panel else {
                throw Failure(
                    "the board \(board.name) has no wires to decode; boards with wires are, for instance, max7219-32x8")
            }
            let selection = try signals.map { try SignalSelection(parsing: $0) } ?? SignalSelection()
            let trace = try VCDReader.read(
                try InputFile.read(path: capture, as: "the capture \(capture)", limit: 1 << 30), path: capture,
                selection: selection)
            var chain = SimulatedMAX7219Chain(board: wired)
            chain.play(trace, through: at?.count ?? .max)
            try write(chain, board: board)
            try report(chain.violations)
        }
    }

    private func write(_ chain: SimulatedMAX7219Chain, board: Board) throws {
        var frame = Frame(size: board.size, format: .mono)
        frame.brightness = chain.brightness
        frame.canvas.stamp(chain.picture, columns: 0..<chain.size.width, at: .zero, ink: .white)
        if try RenderFormat(path: out) == .txt {
            try TextPicture.write(TextPicture.text(frame.canvas), path: out)
        } else {
            try PNG.write(frame, painter: picture.painter(for: board), path: out)
        }
    }

    private func report(_ violations: [MAX7219Violation]) throws {
        guard !violations.isEmpty else { return }
        for violation in violations.prefix(20) { Messages.warn("\(capture): \(violation)") }
        if violations.count > 20 { Messages.warn("\(capture): and \(violations.count - 20) more") }
        throw ExitCodes.findings
    }
}
