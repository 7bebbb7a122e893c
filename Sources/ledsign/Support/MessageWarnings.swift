import BitmapFonts
import Boards
import Marquee
import PixelGraphics
import SignContent
import Timelines

/// What is probably not meant so about a message: said on standard error, and then shown all the same.
struct MessageWarnings {
    private let message: Message
    private let board: Board
    private let width: Int
    /// Whether a sign file gives the message, with keys, and not a command line with options.
    private let isOfFile: Bool

    /// Takes the message of a command line.
    init(_ message: Message, board: Board) {
        (self.message, self.board) = (message, board)
        (width, isOfFile) = (board.size.width, false)
    }

    /// Takes a message of a sign file.
    private init(_ laidOut: LaidOutMessage, board: Board) {
        (message, self.board) = (laidOut.message, board)
        (width, isOfFile) = (laidOut.size.width, true)
    }

    /// Says what there is to say about the messages of a sign, each thing once, at the first message that it is true of.
    static func say(_ messages: [LaidOutMessage], board: Board, readingSpeed: Bool) {
        var said: Set<String> = []
        for message in messages {
            for words in MessageWarnings(message, board: board).all(readingSpeed: readingSpeed)
            where said.insert(words).inserted {
                Messages.warn("\(message.path):\(message.line):\(message.column): \(words)")
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
        let missing = missingCharacters
        guard !missing.isEmpty else { return nil }
        let codes = missing.prefix(8).map { "U+" + String($0.value, radix: 16, uppercase: true) }
        return "the fonts lack \(codes.joined(separator: " "))\(missing.count > 8 ? " and more" : ""); "
            + (isOfFile ? "a list of fonts under \"font\" has fallbacks" : "--font adds fonts to fall back on")
    }

    /// The characters that no font has, each once; parts of the text may have fonts of their own, and pictures need none.
    private var missingCharacters: [Unicode.Scalar] {
        let styled = message.styled ?? StyledText(message.text)
        var known: Set<Unicode.Scalar> = []
        return styled.runs.filter { $0.picture == nil }.flatMap { run in
            CoverageReport(of: run.text, fonts: run.look.fonts ?? message.fonts).missing.map(\.scalar)
        }.filter { known.insert($0).inserted }
    }

    private var colors: String? {
        let background = message.background ?? .black
        // On one-coloured panels only black on black is dark: other pairs are told apart by their darkness.
        guard message.color == background, board.format == .rgb || background == .black, !message.text.isEmpty else {
            return nil
        }
        let keys = isOfFile ? "another \"color\" or \"background\"" : "--color or --background"
        return "the text has the colour of what is behind it; \(keys) makes it visible"
    }

    private var speed: String? {
        guard case .speed(let speed) = message.motion.pace, message.motion.scroll != .never,
            message.overflow == .scroll, !message.reducesMotion, message.motion.direction.isHorizontal
        else { return nil }
        let layout = TextLayout(fonts: message.fonts, style: message.textStyle)
        let width = (try? layout.measure(message.text).columns) ?? 0
        guard message.motion.scroll == .always || width > self.width else { return nil }
        let letters = max(1, message.text.count)
        return ReadingSpeed(windowWidth: self.width, letterWidth: width / letters).warning(for: speed)
    }
}
