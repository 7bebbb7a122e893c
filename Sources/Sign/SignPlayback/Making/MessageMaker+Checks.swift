import BitmapFonts
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What is found before a message is shown.
extension MessageMaker {
    /// Checks that a message can be shown on an area of a size.
    ///
    /// - Throws: all of `problems(of:size:)`.
    func check(_ given: SignMessage, size: Size) throws(SignError) {
        let problems = problems(of: given, size: size)
        guard problems.isEmpty else { throw SignError(problems: problems) }
    }

    /// Everything that a message names and that is missing or unreadable, and what cannot be laid out on an area of a size.
    ///
    /// Images that are still being loaded are not among it.
    func problems(of given: SignMessage, size: Size) -> [SignProblem] {
        var found: [SignProblem] = []
        func attempt(_ body: () throws(SignError) -> Void) {
            do throws(SignError) {
                try body()
            } catch {
                found += error.problems
            }
        }
        attempt { () throws(SignError) in _ = try settings(given.entrance) }
        attempt { () throws(SignError) in _ = try settings(given.exit) }
        if let parts = given.parts {
            attempt { () throws(SignError) in _ = try self.parts(parts, size: size, start: .zero) }
            return found
        }
        attempt { () throws(SignError) in try checkImage(of: given, size: size) }
        let fontProblems = fonts.problems(of: given, in: file, height: size.height)
        found += fontProblems
        guard fontProblems.isEmpty else {
            // What the tags of the text name is looked for all the same, with the default fonts.
            var plain = given
            plain.fonts = []
            attempt { () throws(SignError) in _ = try message(plain, size: size) }
            return found
        }
        attempt { () throws(SignError) in try measure(try message(given, size: size), of: given) }
        return found
    }

    private func measure(_ message: Message, of given: SignMessage) throws(SignError) {
        do throws(LayoutError) {
            _ = try TextLayout(fonts: message.fonts, style: message.textStyle).measure(message.text)
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }

    /// The texts of the file, those among parts too, laid out for their areas; without those that cannot be.
    func laidOut(_ size: Size) -> [LaidOutMessage] {
        file.placedMessages(size).flatMap { given, size in
            let texts = given.parts.map { Self.texts(among: $0, on: size) } ?? [(given, size)]
            return texts.compactMap { text, size -> LaidOutMessage? in
                guard let message = try? message(text, size: size) else { return nil }
                let place = text.places.text ?? .start
                return LaidOutMessage(
                    message: message, size: size, hasFields: text.markup.hasFields, isPart: given.parts != nil,
                    path: file.path, line: place.line, column: place.column)
            }
        }
    }

    /// The texts among parts, and the extents of their areas; those on lines with others are left out.
    private static func texts(among parts: SignParts, on size: Size) -> [(SignMessage, Size)] {
        parts.placed(on: size).compactMap { part, area in
            if case .text(let message) = part.content { (message, area) } else { nil }
        }
    }
}
