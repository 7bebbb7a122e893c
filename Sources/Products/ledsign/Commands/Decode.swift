import ArgumentParser
import Boards
import Foundation
import ImageFiles
import PanelSimulation
import PixelGraphics
import SignHost
import Timelines

/// `ledsign decode`: what a panel shows for recorded wires.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decode recorded wires (VCD) as a panel does, and write its picture.",
        discussion: """
            The capture may come from this program, a simulator or a logic analyser, with any timescale, and may begin \
            in the middle of a transfer. Violations of the chips' timing, and data that should light LEDs and lights none, \
            are reported on standard error, and the exit code is then 3; the picture is written anyway. A logic analyser \
            moves edges by up to one sample; --sample relaxes the limits by that time. --allow ignores violations by name.

            \(Self.names)

            Examples:
              ledsign decode wires.vcd --board max7219-32x8 --out a.png
              ledsign decode b.vcd --board sim-32x8 --signals CLK=D0,DIN=D1 --out b.txt
              ledsign decode c.vcd --board sim-32x8 --sample 42ns --allow word-length --out c.txt
            """)

    /// The values of `--allow`, with meanings.
    private static let names = """
        Names for --allow with MAX7219 modules: word-length (not 16 clocks per chip between the edges of CS), clock-too-fast (a period \
        shorter than that of the board, or than 100 ns), clock-pulse (CLK high or low for less than 50 ns), set-up (DIN changed less \
        than 25 ns before CLK rose), hold (DIN changed before CLK rose), chip-select-pulse (CS high for less than 50 \
        ns), chip-select-to-clock (CLK rose less than 50 ns after CS rose, or 25 ns after it fell), data-out (too little \
        time for the data from chip to chip). With HUB75 panels: \(HUB75ViolationKind.allCases.map(\.name).joined(separator: ", ")).
        """

    @Argument(help: ArgumentHelp("The capture file.", valueName: "capture.vcd"), completion: .file(extensions: ["vcd"]))
    var capture: String

    @OptionGroup var board: BoardChoice

    @Option(
        help: ArgumentHelp("The file to write; it must end in .png or .txt.", valueName: "file"),
        completion: .file(extensions: ["png", "txt"]))
    var out: String

    @Option("The signals of the capture that are the panel's wires, such as CLK=D0,DIN=D1,CS=D2.", value: "list")
    var signals: String?

    @Option("Timing violations to ignore, such as set-up,hold.", value: "names")
    var allow: String?

    @Option(
        "The sample time of the capture; times may seem shorter by this much.", time: .long,
        as: Nanoseconds.init(option:))
    var sample: Nanoseconds?

    @Flag(help: "The modules were set up before the capture began: they are on, with all LEDs off.")
    var running = false

    @Option(
        "The time in the capture that the picture shows; without it, the end.", time: .long,
        as: Nanoseconds.init(option:))
    var at: Nanoseconds?

    @OptionGroup var picture: PictureOptions

    mutating func validate() throws {
        let format = try RenderFormat(path: out)
        guard format == .png || format == .txt else {
            throw ValidationError("--out must end in .png or .txt, not \"\(out)\"")
        }
        guard picture.style != .scanout else {
            throw ValidationError("--style scanout is for render: a capture has the wires, not the picture")
        }
    }

    func run() throws {
        let board = try board.load()
        let decoder: CaptureDecoder =
            switch board.panel {
            case .max7219(let wired):
                CaptureDecoder(board: board, wired: wired, sample: sample, allowed: try allowed(), isRunning: running)
            case .hub75(let wired):
                try CaptureDecoder(
                    board: board, wired: wired, sample: sample, allowed: try allowed(), isRunning: running)
            case .picture, .network:
                throw CommandError(
                    "the board \(board.name) has no wires to decode; boards with wires are, for instance, "
                        + "max7219-32x8 and hub75-64x32")
            }
        // Errors of the command line come before errors of the file.
        let selection = try selection(decoder.wires)
        let trace = try VCDReader.read(
            try InputFile.read(path: capture, as: "the capture \(capture)", limit: 1 << 30, takesStandardInput: true),
            path: capture,
            selection: selection)
        let decoded = decoder.decode(trace, at?.count ?? .max)
        try write(decoded, board: board)
        for remark in decoded.remarks { Messages.say("\(capture): \(remark)") }
        for violation in decoded.violations { Messages.warn("\(capture): \(violation)") }
        if !decoded.violations.isEmpty { throw ExitCode.findings }
    }

    private func selection(_ wires: [String]) throws -> SignalSelection {
        do {
            return try signals.map { try SignalSelection(parsing: $0, wires: wires) } ?? SignalSelection(wires: wires)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    private func allowed<Kind: ViolationKind>() throws -> Set<Kind> {
        do {
            return try allow.map { try Kind.kinds(parsing: $0) } ?? []
        } catch {
            throw ValidationError("--allow: \(error)")
        }
    }

    private func write(_ decoded: DecodedCapture, board: Board) throws {
        if try RenderFormat(path: out) == .txt {
            try FileBytes.write(Array(decoded.frame.canvas.text.utf8), path: out)
        } else {
            let isHUB75 = if case .hub75 = board.panel { true } else { false }
            let painter = picture.painter(for: board, defaultStyle: isHUB75 ? .levels : .leds)
            let isLight = painter.style == .levels && decoded.frame.brightness != .full
            let frame = isLight ? decoded.frame.light(ledColor: board.previewColor) : decoded.frame
            try PNG.write(frame, painter: painter, path: out)
        }
    }
}
