import ArgumentParser
import Boards
import Foundation
import ImageFiles
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// `ledsign render`: writes pictures of a sign to a file.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render a message or a sign to a file: PNG, GIF, text or the wires (VCD).",
        discussion: """
            The output depends only on the text or sign file, the options and the times: it is the same on every machine.

            Examples:
              ledsign render "21°C" --board sim-32x8 --at 0s --out still.png
              ledsign render "Fresh bread until noon" --for 10s --out scroll.gif
              ledsign render HELLO --board max7219-32x8 --at 1.5s --out wires.vcd
              ledsign render --sign bakery.yaml --wall 2026-12-24T07:59:50Z --for 20s --out opening.gif
              ledsign render --sign score.yaml --set home=2 --set home=3@1.5s --for 4s --out goal.gif
            """)

    /// Noon on an ordinary day.
    private static let defaultStart = "2026-01-01T12:00:00Z"

    @OptionGroup var source: TextSource
    @OptionGroup var options: MessageOptions
    @OptionGroup var board: BoardChoice

    @Option("Render the sign of this file instead of a text.", value: "file", completion: .signFiles)
    var sign: String?

    @Option(
        help: ArgumentHelp(
            "Date and time at the start of --sign, in UTC or with an offset. (default: \(Self.defaultStart))",
            valueName: "date and time"), transform: WallTime.init(option:))
    var wall: WallTime?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The value of a variable of --sign, from a time after the start on; repeat it for more values. (default time: 0s)",
            valueName: "name=value@time"), transform: RenderedValue.init(option:))
    var set: [RenderedValue] = []

    @Option(
        "The folder with recorded answers, NAME.json for the field NAME of --sign, so that no server is asked.",
        value: "folder",
        completion: .directory)
    var replay: String?

    @Option("The time that the picture shows; without it, the start.", time: .long, as: Nanoseconds.init(option:))
    var at: Nanoseconds?

    @Option("The duration to show, from the start.", time: .customLong("for"))
    var duration: Nanoseconds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames per second of animations and text, 1 to 50.", valueName: "number"))
    var fps = 25

    @Option(
        help: ArgumentHelp("The file to write; it must end in .png, .gif, .webp, .txt or .vcd.", valueName: "file"),
        completion: .file(extensions: ["png", "gif", "webp", "txt", "vcd"]))
    var out: String

    @OptionGroup var picture: PictureOptions

    mutating func validate() throws {
        guard at == nil || duration == nil else {
            throw ValidationError("give --at or --for, not both: one point in time, or a duration")
        }
        try check("--fps", fps, in: 1...50)
        guard sign != nil || wall == nil else {
            throw ValidationError("--wall needs --sign: a text does not depend on the date and time")
        }
        guard sign != nil || set.isEmpty else {
            throw ValidationError("--set needs --sign: a text has no variables")
        }
        guard sign != nil || replay == nil else {
            throw ValidationError("--replay needs --sign: a text asks no servers")
        }
        let format = try RenderFormat(path: out)
        guard picture.style != .scanout || (format == .png && duration == nil) else {
            throw ValidationError("--style scanout is one picture of a point in time: give an --out that ends in .png")
        }
        if format == .png, duration != nil {
            throw ValidationError(
                "a PNG shows one point in time: give --at, or an --out that ends in .gif, .webp or .txt")
        }
    }

    func run() throws {
        if sign == nil {
            try source.requireText(of: Render.self)
        } else {
            let reason = "give --sign or a text, not both: the sign file contains its texts"
            try source.requireNoText(of: Render.self, because: reason)
        }
        let renderer = try renderer()
        let format = try RenderFormat(path: out)
        let painter = picture.painter(for: renderer.board, isAnimated: duration != nil)
        let job = RenderJob(renderer: renderer, painter: painter, path: out)
        if picture.style == .scanout {
            try job.writeScanOut(at: .zero + (at ?? .zero))
        } else if let duration {
            try job.write(format, during: duration, fps: fps)
        } else {
            try job.write(format, at: .zero + (at ?? .zero))
        }
    }

    private func renderer() throws -> OfflineRenderer {
        let (file, board) = try described()
        let start = try wall ?? WallTime(option: Self.defaultStart)
        let renderer = try OfflineRenderer(file, board: board, start: start, values: set)
        MessageWarnings.all(of: renderer.content.laidOut(), board: board, readingSpeed: false).forEach(Messages.warn)
        return renderer
    }

    /// The sign of the file, or that of the text and the options.
    private func described() throws -> (file: SignFile, board: Board) {
        if let sign {
            let (file, board) = try SignFileLoader.load(sign, boards: board.resolver)
            return (replay.map(file.replaying) ?? file, board)
        }
        let board = try board.load()
        return (try options.sign().showing(try source.wholeText()), board)
    }
}
