import BitmapFonts
import Boards
import LinuxSystem
import Marquee
import PixelGraphics
import SignPlayback
import Timelines

/// What is probably a mistake in a message; it is shown all the same.
package struct MessageWarnings {
    private let laidOut: LaidOutMessage
    private let board: Board
    private var message: Message { laidOut.message }
    private var size: Size { laidOut.size }
    /// Whether a sign file gives the message, with keys, and not a command line with options.
    private var isOfFile: Bool { !laidOut.path.isEmpty }

    /// The warnings about the messages of a sign, each once, with the place of the first message that has it in a file.
    ///
    /// - Parameter readingSpeed: whether people read the messages as they move.
    package static func all(of messages: [LaidOutMessage], board: Board, readingSpeed: Bool) -> [String] {
        var known: Set<String> = []
        return messages.flatMap { message in
            let place = message.path.isEmpty ? "" : "\(message.path):\(message.line):\(message.column): "
            return MessageWarnings(laidOut: message, board: board).all(readingSpeed: readingSpeed)
                .filter { known.insert($0).inserted }
                .map { place + $0 }
        }
    }

    /// The warnings about the message.
    private func all(readingSpeed: Bool) -> [String] {
        let shared = [coverage, scripts, cut]
        // Other parts may lie behind a part.
        let own = laidOut.isPart ? [] : [colors, smoothness, readingSpeed ? speed : nil]
        return (shared + own).compactMap { $0 }
    }

    private var scripts: String? {
        let names = letters.flatMap { run in
            let report = CoverageReport(of: run.text, fonts: run.fonts)
            return report.services.filter { run.fonts.fonts[$0.fontIndex].capitals == nil }.flatMap { service in
                String(String.UnicodeScalarView(service.scalars)).unshapedScripts
            }
        }
        guard !names.isEmpty else { return nil }
        var known: Set<String> = []
        return
            "the letters of \(names.filter { known.insert($0).inserted }.listed("and")) are not joined as they should be, because "
            + "fonts of pixels cannot do that; use an outline font, such as one of Debian's fonts-noto-core"
    }

    /// The letters of its parts, and their fonts; pictures need none.
    private var letters: [(text: String, fonts: FontChain)] {
        message.styled.runs.filter { $0.picture == nil }.map { ($0.text, $0.look.fonts ?? message.fonts) }
    }

    private var cut: String? {
        let key = message.motion.scroll == .never ? ("scroll", "never") : ("speed", "0")
        let words = isOfFile ? "\"\(key.0): \(key.1)\"" : "--\(key.0) \(key.1)"
        switch try? message.cut(in: size) {
        case .rows(let rows):
            return
                "the lines need \(rows) rows but the area has \(size.height), and with \(words) some are never seen; "
                + "remove it, or use fewer lines or a smaller font"
        // With values in the text its width is not known.
        case .columns(let columns) where !laidOut.hasFields:
            return "the text is \(columns) columns wide but the area \(size.width), and with \(words) its end is never "
                + "seen; remove it, or use a shorter text or a smaller font"
        case .columns, nil: return nil
        }
    }

    private var smoothness: String? {
        guard message.motion.rendering == .smooth, board.format == .mono else { return nil }
        return "the panel of \(board.name) has no grey levels: it moves by whole pixels, not smoothly"
    }

    private var coverage: String? {
        let missing = missingCharacters
        guard !missing.isEmpty else { return nil }
        let maximum = 8
        let names =
            missing.prefix(maximum).map(Self.name).joined(separator: ", ")
            + (missing.count > maximum ? " and more" : "")
        let fonts = isOfFile ? "\"font\"" : "the fonts with --font"
        let wanted = "add a font that has \(missing.count == 1 ? "it" : "them") to \(fonts)"
        return "no glyph for \(names); \(wanted), such as \(Self.packages(of: missing))"
    }

    /// The packages of Debian with fonts that have some characters, and the scripts for which they do.
    private static func packages(of missing: [Unicode.Scalar]) -> String {
        var packages: [(name: String, scripts: [String])] = []
        for scalar in missing {
            let script = scalar.letterScript
            let name = script.map { eastAsian.contains($0) ? "fonts-noto-cjk" : "fonts-noto-core" } ?? "fonts-unifont"
            let index = packages.firstIndex { $0.name == name } ?? packages.endIndex
            if index == packages.endIndex { packages.append((name, [])) }
            if let script, !packages[index].scripts.contains(script) { packages[index].scripts.append(script) }
        }
        return packages.map { package in
            "one of Debian's \(package.name)"
                + (package.scripts.isEmpty ? "" : " for \(package.scripts.listed("and"))")
        }.listed("and")
    }

    /// The scripts whose fonts have a package of their own.
    private static let eastAsian: Set<String> = ["Han", "Hangul", "Hiragana", "Katakana", "Bopomofo"]

    /// A character as people and programs see it; those that cannot be seen have only their code.
    private static func name(_ scalar: Unicode.Scalar) -> String {
        let code = "U+" + String(scalar.value, radix: 16, uppercase: true)
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned:
            return code
        default: return "\"\(scalar)\" (\(code))"
        }
    }

    /// The characters that no font has, each once; parts of the text may have fonts of their own, and pictures need no font.
    private var missingCharacters: [Unicode.Scalar] {
        var known: Set<Unicode.Scalar> = []
        let inColor = board.format == .rgb
        return letters.flatMap { CoverageReport(of: $0.text, fonts: $0.fonts, inColor: inColor).missing.map(\.scalar) }
            .filter { known.insert($0).inserted }
    }

    private var colors: String? {
        let background = message.background ?? .black
        // On one-coloured panels only black on black is dark: other pairs differ in darkness.
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
        let width = (try? layout.columns(of: message.text)) ?? 0
        guard message.motion.scroll == .always || width > size.width else { return nil }
        let letters = max(1, message.text.count)
        return speed.readingWarning(limit: Speed.readable(windowWidth: size.width, letterWidth: width / letters))
    }
}
