import ArgumentParser
import Boards
import Foundation
import ImageFiles
import Marquee
import PixelGraphics
import Schedules
import SignContent
import Timelines

/// `ledsign render`: pictures of a sign, without a sign.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Render a message or a sign to a file: PNG, GIF, text or the wires (VCD).",
        discussion: """
            The clock is a manual one: the same text or sign, options and times give the same bytes, on every machine.

            Examples:
              ledsign render "21°C" --board sim-32x8 --at 0s --out still.png
              ledsign render "Fresh bread until noon" --for 10s --out scroll.gif
              ledsign render HELLO --board max7219-32x8 --at 1.5s --out wires.vcd
              ledsign render --sign bakery.yaml --wall 2026-12-24T07:59:50Z --for 20s --out opening.gif
            """)

    @OptionGroup var source: TextSource
    @OptionGroup var options: MessageOptions
    @OptionGroup var board: BoardChoice

    @Option(
        help: ArgumentHelp("Render the sign of this file instead of a text.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var sign: String?

    @Option(
        help: ArgumentHelp(
            "What the wall clock shows at the start of --sign, in UTC or with an offset. (default: \(WallStart.usual))",
            valueName: "date and time"), transform: WallStart.init)
    var wall: WallStart?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The instant that the picture shows; the start without it.", valueName: "time"),
        transform: OptionValue.time)
    var at: Nanoseconds?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("Show this long, from the start.", valueName: "time"), transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames per second of GIF and text, 1 to 50.", valueName: "number"))
    var fps = 25

    @Option(
        help: ArgumentHelp("The file to write; its ending says what: .png, .gif, .txt or .vcd.", valueName: "file"),
        completion: .file(extensions: ["png", "gif", "txt", "vcd"]))
    var out: String

    @OptionGroup var picture: PictureOptions

    mutating func validate() throws {
        guard at == nil || duration == nil else {
            throw ValidationError("--at and --for exclude each other: one instant, or a stretch of time")
        }
        guard (1...50).contains(fps) else { throw ValidationError("--fps is \(fps), and has to be 1 to 50") }
        guard sign == nil || (source.words.isEmpty && source.file == nil) else {
            throw ValidationError("--sign and a text exclude each other: the sign file has the texts")
        }
        guard sign != nil || wall == nil else {
            throw ValidationError("--wall is for --sign: texts know no time of day")
        }
        let format = try RenderFormat(path: out)
        if format == .png, duration != nil {
            throw ValidationError("a PNG shows one instant: give --at, or an --out that ends in .gif or .txt")
        }
    }

    func run() throws {
        if sign == nil { try source.requireText(of: Render.self) }
        try reporting {
            let renderer = try sign.map(signRenderer) ?? textRenderer()
            let format = try RenderFormat(path: out)
            let job = RenderJob(renderer: renderer, painter: picture.painter(for: renderer.board), path: out)
            if let duration {
                try job.write(format, during: duration, fps: fps)
            } else {
                try job.write(format, at: .zero + (at ?? .zero))
            }
        }
    }

    private func textRenderer() throws -> OfflineRenderer {
        let board = try board.load()
        let fonts = try FontCatalog.chain(options.font, height: board.size.height)
        let message = options.message(try source.wholeText(), fonts: fonts, size: board.size)
        MessageWarnings(message, board: board).say(readingSpeed: false)
        let content = try MessageContent(message, size: board.size)
        return OfflineRenderer(board: board, content: content, brightness: Brightness(percent: options.brightness))
    }

    private func signRenderer(_ path: String) throws -> OfflineRenderer {
        let (file, board) = try SignFileLoader.load(path, choice: board)
        let time = (wall ?? WallStart()).time
        let clock = ManualWallClock(wall: time)
        let player = try SignPlayer(file, size: board.size, fonts: SignFileLoader.fonts, clock: clock, start: .zero)
        player.take(try SignNews.settled(file, at: time), at: .zero)
        player.settleImages(at: .zero)
        MessageWarnings.say(player.laidOut(), board: board, readingSpeed: false)
        return OfflineRenderer(
            board: board, content: player, brightness: .full, firstBrightness: player.brightness)
    }
}

/// What kind of file an ending asks for.
enum RenderFormat: String, CaseIterable {
    case png, gif, txt, vcd

    /// Reads the ending of a path.
    init(path: String) throws {
        let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
        guard let format = RenderFormat(rawValue: ending) else {
            throw ValidationError("--out is \"\(path)\", and has to end in .png, .gif, .txt or .vcd")
        }
        self = format
    }
}
