import ArgumentParser
import BitmapFonts
import Boards
import Foundation
import LinuxHardware
import Marquee
import PixelGraphics
import Timelines

/// `ledsign show`: one message, until interrupted.
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a message until interrupted.",
        discussion: """
            On a simulated board, or with --simulate, the sign is drawn in the terminal. There, space pauses, the arrow \
            keys move the text by a pixel, the mouse drags it, and q ends.

            Examples:
              ledsign show "Fresh bread until noon"
              ledsign show "Fresh bread until noon" --board max7219-32x8 --simulate --speed 37.3
              ledsign show --file news.txt --color orange     follows the file when it changes
              date | ledsign show -                           a line of standard input is a message
            """)

    @OptionGroup var source: TextSource
    @OptionGroup var options: MessageOptions
    @OptionGroup var board: BoardChoice

    @Flag(help: "Draw in the terminal what the simulated panel decodes from the wires.")
    var simulate = false

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this time.", valueName: "time"))
    var duration: DurationArgument?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("End after this many cycles.", valueName: "number"))
    var cycles: Int?

    @Flag(help: "Print at the end how many frames were drawn, skipped and late.")
    var stats = false

    mutating func validate() throws {
        if let cycles, cycles < 1 {
            throw ValidationError("--repeat is \(cycles), and has to be 1 or more")
        }
    }

    func run() throws {
        try reporting {
            let board = try board.load()
            try refuseHardware(board)
            let fonts = try FontCatalog.chain(options.font, height: board.size.height)
            let feed = try TextFeed(source)
            var message = try options.message(feed.first, fonts: fonts, size: board.size)
            message.motion.repeats = cycles
            warn(about: message, on: board)
            let clock = SystemMonotonicClock()
            let start = clock.now
            let content = try MessageContent(message, size: board.size, start: start)
            let loop = ShowLoop(
                board: board, content: content, feed: feed, brightness: Brightness(percent: options.brightness),
                start: start, end: duration.map { start + $0.time }, cycles: cycles)
            let counters = try loop.run(clock: clock)
            if stats { report(counters, during: clock.now - start) }
        }
    }

    /// A named board whose device cannot be driven is an error, never a silent fallback.
    private func refuseHardware(_ board: Board) throws {
        guard !board.isSimulated, !simulate, case .max7219(let wired) = board.panel,
            case .spidev(let path) = wired.device
        else { return }
        let reason =
            FileManager.default.fileExists(atPath: path)
            ? "this version of ledsign does not drive devices yet"
            : "it does not exist; SPI is enabled by the line dtparam=spi=on in /boot/firmware/config.txt"
        throw Failure(
            "the board \(board.name) is on \(path): \(reason). With --simulate its wires are simulated "
                + "and the sign is drawn in the terminal")
    }

    private func warn(about message: Message, on board: Board) {
        let report = CoverageReport(of: message.text, fonts: message.fonts)
        if !report.isComplete {
            let missing = report.missing.prefix(8).map { "U+" + String($0.scalar.value, radix: 16, uppercase: true) }
            Messages.warn(
                "the fonts lack \(missing.joined(separator: " "))\(report.missing.count > 8 ? " and more" : ""); "
                    + "--font adds fonts to fall back on")
        }
        guard case .speed(let speed) = message.motion.pace, message.motion.scroll != .never,
            message.overflow == .scroll, !message.reducesMotion, message.motion.direction.isHorizontal
        else { return }
        let letters = max(1, message.text.count)
        let width =
            ((try? TextLayout(fonts: message.fonts, style: message.textStyle).measure(message.text).advance) ?? 0)
        guard message.motion.scroll == .always || width > board.size.width else { return }
        let check = ReadingSpeed(windowWidth: board.size.width, letterWidth: width / letters)
        if let warning = check.warning(for: speed) { Messages.warn(warning) }
    }

    private func report(_ counters: ShowLoop.Counters, during time: Nanoseconds) {
        Messages.say(
            "\(counters.drawn) frames drawn in \((time.count + 50_000_000) / 100_000_000 * 100) ms, "
                + "\(counters.skipped) skipped, \(counters.late) later than 1 ms, "
                + "worst lateness \(counters.worstLateness.count / 1000) us")
    }
}
