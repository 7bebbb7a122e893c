import BitmapFonts
import Boards
import Marquee
import PixelGraphics
import Timelines

/// What is probably not meant so about a message: said on standard error, and then shown all the same.
struct MessageWarnings {
    private let message: Message
    private let board: Board

    init(_ message: Message, board: Board) {
        self.message = message
        self.board = board
    }

    /// Says what there is to say.
    ///
    /// - Parameter readingSpeed: whether people read it as it moves.
    func say(readingSpeed: Bool) {
        if let coverage { Messages.warn(coverage) }
        if let colors { Messages.warn(colors) }
        if message.motion.rendering == .smooth, board.format == .mono {
            Messages.warn("the panel of \(board.name) has no grey levels: it moves by whole pixels, not smoothly")
        }
        if readingSpeed, let speed { Messages.warn(speed) }
    }

    private var coverage: String? {
        let report = CoverageReport(of: message.text, fonts: message.fonts)
        guard !report.isComplete else { return nil }
        let missing = report.missing.prefix(8).map { "U+" + String($0.scalar.value, radix: 16, uppercase: true) }
        return "the fonts lack \(missing.joined(separator: " "))\(report.missing.count > 8 ? " and more" : ""); "
            + "--font adds fonts to fall back on"
    }

    private var colors: String? {
        let background = message.background ?? .black
        // On one-coloured panels only black on black is dark: other pairs are told apart by their darkness.
        guard message.color == background, board.format == .rgb || background == .black, !message.text.isEmpty else {
            return nil
        }
        return "the text has the colour of what is behind it; --color or --background makes it visible"
    }

    private var speed: String? {
        guard case .speed(let speed) = message.motion.pace, message.motion.scroll != .never,
            message.overflow == .scroll, !message.reducesMotion, message.motion.direction.isHorizontal
        else { return nil }
        let layout = TextLayout(fonts: message.fonts, style: message.textStyle)
        let width = (try? layout.measure(message.text).advance) ?? 0
        guard message.motion.scroll == .always || width > board.size.width else { return nil }
        let letters = max(1, message.text.count)
        return ReadingSpeed(windowWidth: board.size.width, letterWidth: width / letters).warning(for: speed)
    }
}
