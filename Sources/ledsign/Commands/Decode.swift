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
        Names for --allow: word-length (not 16 clocks for each chip between the edges of CS), clock-too-fast (a period \
        below that of the board or 100 ns), clock-pulse (CLK high or low for less than 50 ns), set-up (DIN changed less \
        than 25 ns before CLK rose), hold (DIN changed before CLK rose), chip-select-pulse (CS high for less than 50 \
        ns), chip-select-to-clock (CLK rose less than 50 ns after CS rose, or 25 ns after it fell), data-out (no time \
        for the data from chip to chip).
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
        do {
            _ = try selection()
        } catch {
            throw ValidationError("--\(error)")
        }
        do {
            _ = try allowed()
        } catch {
            throw ValidationError("--allow: \(error)")
        }
    }

    private func selection() throws(SignalSelectionError) -> SignalSelection {
        guard let signals else { return SignalSelection() }
        return try SignalSelection(parsing: signals)
    }

    private func allowed() throws(UnknownMAX7219Violation) -> Set<MAX7219Violation.Kind> {
        guard let allow else { return [] }
        return try MAX7219Violation.Kind.kinds(parsing: allow)
    }

    func run() throws {
        try reporting {
            let board = try board.load()
            guard case .max7219(let wired) = board.panel else {
                throw Failure(
                    "the board \(board.name) has no wires to decode; boards with wires are, for instance, max7219-32x8")
            }
            let trace = try VCDReader.read(
                try InputFile.read(path: capture, as: "the capture \(capture)", limit: 1 << 30), path: capture,
                selection: selection())
            var chain = SimulatedMAX7219Chain(board: wired, sample: sample?.count ?? 0, allowing: try allowed())
            if running { chain.assumeRunning() }
            chain.play(trace, through: at?.count ?? .max)
            try write(chain, board: board)
            try report(chain)
        }
    }

    private func write(_ chain: SimulatedMAX7219Chain, board: Board) throws {
        if try RenderFormat(path: out) == .txt {
            var frame = Frame(size: chain.size, format: .mono)
            frame.canvas.stamp(chain.picture, columns: 0..<chain.size.width, at: .zero, ink: .white)
            try TextPicture.write(TextPicture.text(frame.canvas), path: out)
        } else {
            let frame = chain.frame(ledColor: board.previewColor)
            try PNG.write(frame, painter: picture.painter(for: board), path: out)
        }
        if chain.brightness.percent == 0 {
            Messages.say(
                "\(capture): all modules are off; add --running where they were turned on before the capture began")
        }
        for line in chain.inequalities { Messages.say("\(capture): \(line)") }
    }

    /// Says the first violations of each kind and how many more there are, and ends the command when there are any.
    private func report(_ chain: SimulatedMAX7219Chain) throws {
        let counts = chain.violationCounts
        guard !counts.isEmpty else { return }
        var said: [MAX7219Violation.Kind: Int] = [:]
        for violation in chain.violations where said[violation.kind, default: 0] < 5 {
            said[violation.kind, default: 0] += 1
            Messages.warn("\(capture): \(violation) (\(violation.kind.name))")
        }
        for kind in MAX7219Violation.Kind.allCases {
            let more = counts[kind, default: 0] - said[kind, default: 0]
            if more > 0 { Messages.warn("\(capture): \(kind.name): \(more) more") }
        }
        throw ExitCodes.findings
    }
}
