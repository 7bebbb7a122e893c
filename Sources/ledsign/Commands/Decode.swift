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
            The capture may come from this program, a simulator or a logic analyser, with any timescale, and may begin \
            in the middle of a transfer. What breaks the chips' timing is reported on standard error, and the exit code \
            is then 3; the picture is made all the same. An analyser moves edges by up to a sample: --sample loosens the \
            limits by that much. What else is known can be allowed by its name.

            \(Self.names)

            Examples:
              ledsign decode wires.vcd --board max7219-32x8 --out a.png
              ledsign decode b.vcd --board sim-32x8 --signals CLK=D0,DIN=D1 --out b.txt
              ledsign decode c.vcd --board sim-32x8 --sample 42ns --allow word-length --out c.txt
            """)

    /// What `--allow` takes, with meanings.
    private static let names = """
        Names for --allow with MAX7219 modules: word-length (not 16 clocks for each chip between the edges of CS), clock-too-fast (a period \
        below that of the board or 100 ns), clock-pulse (CLK high or low for less than 50 ns), set-up (DIN changed less \
        than 25 ns before CLK rose), hold (DIN changed before CLK rose), chip-select-pulse (CS high for less than 50 \
        ns), chip-select-to-clock (CLK rose less than 50 ns after CS rose, or 25 ns after it fell), data-out (no time \
        for the data from chip to chip). With HUB75 panels: \(HUB75Fault.allCases.map(\.name).joined(separator: ", ")).
        """

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
        help: ArgumentHelp("Violations of the timing that are not reported, such as set-up.", valueName: "names"))
    var allow: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time between two samples of the capture: lengths may seem that much too short.", valueName: "time"),
        transform: OptionValue.time)
    var sample: Nanoseconds?

    @Flag(help: "The modules were set up before the capture began: they are on, and dark.")
    var running = false

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
            let decoding: any Decoding =
                switch board.panel {
                case .max7219(let wired):
                    MAX7219Decoding(
                        board: board, wired: wired, sample: sample, allowed: try allowed(), isRunning: running)
                case .hub75(let wired):
                    try HUB75Decoding(
                        board: board, wired: wired, sample: sample, allowed: try allowed(), isRunning: running)
                case .picture:
                    throw Failure(
                        "the board \(board.name) has no wires to decode; boards with wires are, for instance, "
                            + "max7219-32x8 and hub75-64x32")
                }
            // What is wrong with the command line is told before what is wrong with the file.
            let selection = try selection(decoding.wires)
            let trace = try VCDReader.read(
                try InputFile.read(
                    path: capture, as: "the capture \(capture)", limit: 1 << 30, takesStandardInput: true),
                path: capture,
                selection: selection)
            let decoded = decoding.decode(trace, through: at?.count ?? .max)
            try write(decoded, board: board, usual: decoding.usualStyle)
            for remark in decoded.remarks { Messages.say("\(capture): \(remark)") }
            for violation in decoded.violations { Messages.warn("\(capture): \(violation)") }
            if !decoded.violations.isEmpty { throw ExitCodes.findings }
        }
    }

    private func selection(_ wires: [String]) throws -> SignalSelection {
        do {
            return try signals.map { try SignalSelection(parsing: $0, wires: wires) } ?? SignalSelection(wires: wires)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    private func allowed<Fault: WireFault>() throws -> Set<Fault> {
        do {
            return try allow.map { try Fault.kinds(parsing: $0) } ?? []
        } catch {
            throw ValidationError("--allow: \(error)")
        }
    }

    private func write(_ decoded: Decoded, board: Board, usual: PanelStyle) throws {
        if try RenderFormat(path: out) == .txt {
            try TextPicture.write(TextPicture.text(decoded.frame.canvas), path: out)
        } else {
            let painter = picture.painter(for: board, usual: usual)
            let isLight = painter.style == .levels && decoded.frame.brightness != .full
            let frame =
                isLight ? PanelLevels.light(of: decoded.frame, ledColor: board.previewColor) : decoded.frame
            try PNG.write(frame, painter: painter, path: out)
        }
    }
}
