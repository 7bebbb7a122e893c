import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import Marquee
import PanelDrivers
import PixelGraphics
import SignRuntime
import Timelines

/// `ledsign show`: one message, until interrupted.
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a message until interrupted.",
        discussion: """
            On a simulated board, or with --simulate, the sign is drawn in the terminal. There, space pauses, the arrow \
            keys move the text by a pixel, the mouse drags it, and q ends. On other boards it is shown on their devices, \
            until ctrl-c or another signal makes the panel dark and ends it.

            Examples:
              ledsign show "Fresh bread until noon"
              ledsign show "Fresh bread" --board max7219-32x8
              ledsign show "Fresh bread" --board max7219-32x8 --simulate
              ledsign show --file news.txt --color orange
              date | ledsign show -
              ledsign show --speed 37.3 -- "-5°C and snow"

            --file follows the file when it changes; with - each line of standard input is a message.
            """)

    @OptionGroup var source: TextSource
    @OptionGroup var options: MessageOptions
    @OptionGroup var board: BoardChoice

    @Flag(help: "Also draw in the terminal what the simulated panel decodes from the wires.")
    var simulate = false

    @Option(
        name: .customLong("for"),
        parsing: .unconditional, help: ArgumentHelp("End after this time.", valueName: "time"),
        transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @Option(
        name: .customLong("repeat"), parsing: .unconditional,
        help: ArgumentHelp("End after this many cycles.", valueName: "number"))
    var cycles: Int?

    @OptionGroup var runtime: RuntimeOptions

    mutating func validate() throws {
        if let cycles, cycles < 1 {
            throw ValidationError("--repeat is \(cycles), and has to be 1 or more")
        }
    }

    func run() throws {
        try source.requireText(of: Show.self)
        try reporting {
            try Messages.startQueue()
            let board = try board.load()
            let fonts = try FontCatalog.chain(options.font, height: board.size.height)
            let usesTerminal = board.isSimulated || simulate
            let feed = try TextFeed(source, keysMoveSign: usesTerminal)
            var message = options.message(feed.first, fonts: fonts, size: board.size)
            message.motion.repeats = cycles
            MessageWarnings(message, board: board).say(readingSpeed: true)
            let brightness = Brightness(percent: options.brightness)
            let device = try PanelDevice.open(
                board, simulate: simulate, brightness: brightness, settings: runtime.settings())
            let clock = SystemMonotonicClock()
            let start = clock.now
            let content = try MessageContent(message, size: board.size, start: start)
            let source = MessageSource(content, feed: feed, brightness: brightness, start: start, cycles: cycles)
            let loop = SignLoop(
                source, board: board, preview: usesTerminal ? try SimulatedPanel(board) : nil, device: device,
                start: start, end: duration.map { start + $0 })
            let signal = try loop.run(clock: clock)
            if runtime.stats { Messages.say(loop.report(at: clock.now)) }
            if let signal { throw ExitCodes.signal(signal) }
        }
    }
}
