import BitmapFonts
import Boards
import Marquee
import PixelGraphics
import Timelines

/// What is probably not meant so about a message: said on standard error, and then shown all the same.
struct MessageWarnings {
    private let message: Message
    private let board: Board
    private let width: Int

    /// - Parameter width: the pixels of its area; nil for the width of the board.
    init(_ message: Message, board: Board, width: Int? = nil) {
        self.message = message
        self.board = board
        self.width = width ?? board.size.width
    }

    /// Says what there is to say about the messages of a sign, each thing once.
    static func say(_ messages: [(message: Message, size: Size)], board: Board, readingSpeed: Bool) {
        var said: Set<String> = []
        for (message, size) in messages {
            for words in MessageWarnings(message, board: board, width: size.width).all(readingSpeed: readingSpeed)
            where said.insert(words).inserted {
                Messages.warn(words)
            }
        }
    }

    /// Says what there is to say.
    ///
    /// - Parameter readingSpeed: whether people read it as it moves.
    func say(readingSpeed: Bool) {
        for words in all(readingSpeed: readingSpeed) { Messages.warn(words) }
    }

    private func all(readingSpeed: Bool) -> [String] {
        [coverage, colors, smoothness, readingSpeed ? speed : nil].compactMap { $0 }
    }

    private var smoothness: String? {
        guard message.motion.rendering == .smooth, board.format == .mono else { return nil }
        return "the panel of \(board.name) has no grey levels: it moves by whole pixels, not smoothly"
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
        guard message.motion.scroll == .always || width > self.width else { return nil }
        let letters = max(1, message.text.count)
        return ReadingSpeed(windowWidth: self.width, letterWidth: width / letters).warning(for: speed)
    }
}
