import BitmapFonts
import LiveValues
import PixelGraphics
import Schedules
import Settings
import Timelines

/// One thing that is wrong with a sign file, and where.
package typealias SignProblem = FileProblem<SignReason>

/// Something in a sign file that is probably a mistake, in words, and where.
package typealias SignWarning = FileProblem<String>

/// What can be wrong with a sign file.
package enum SignReason: FileReason {
    /// What can be wrong with every settings file.
    case settings(SettingsReason)
    /// An invalid colour.
    case color(TextError)
    /// A speed and the time of a cycle; the line of the other one.
    case speedAndCycle(otherLine: Int)
    /// A cycle that is no longer than its pauses.
    case cycleWithinPauses(cycle: Nanoseconds, hold: Nanoseconds, bounces: Bool)
    /// A font that is missing or unreadable; why, in the words of the layer that found it.
    case font(String)
    /// A board that is missing or unreadable; why, in the words of the layer that found it.
    case board(String)
    /// Something that cannot change while the sign runs; nil where it is not named.
    case needsRestart(key: String, was: String?, now: String?)
    /// Keys of which only one may be given; the line of the other one.
    case exclusiveKeys(String, other: String, otherLine: Int)
    /// The name of a cue that the file does not have.
    case unknownCue(String, nearest: String?)
    /// A name that was given before.
    case duplicateName(String, of: String, firstLine: Int)
    /// A name that a field or calendar cannot have.
    case fieldName(String)
    /// An invalid path within a value, or an invalid condition on one.
    case field(TextError)
    /// An area that is not on the sign as a whole.
    case areaOutside(Rectangle, of: Size)
    /// What can be wrong with the parts of a message.
    case part(PartReason)
    /// An invalid schedule.
    case schedule(TextError)
    /// An unknown time zone.
    case zone(TextError)
    /// Something wrong with the tags and fields of a text.
    case markup(TextError)
    /// An image that is missing or unreadable; why, in the words of the layer that found it.
    case image(String)
    /// A value in braces where none can stand; what was given.
    case fieldOutsideText(String)
    /// A text that cannot be laid out.
    case layout(LayoutError)
}

extension [SignProblem] {
    /// The same, each problem once: a font of a style is that of many messages.
    package var withoutRepetitions: [SignProblem] {
        var known: Set<String> = []
        return filter { known.insert($0.description).inserted }
    }
}

extension SignReason {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        switch self {
        case .settings(let reason): Self.description(of: reason)
        case .speedAndCycle(let line): Self.exclusive("speed", "cycle", line)
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            "\"cycle\" is \(cycle.text), but it must be longer than \(bounces ? "both of its pauses" : "its pause") "
                + "(\"hold\" is \(hold.text))"
        case .font(let words), .board(let words), .image(let words): words
        case .fieldOutsideText(let given):
            "values such as \(ShownText.quoted(given)) are not possible here"
        case .needsRestart(let key, let was, let now):
            "\"\(key)\" was \(Self.named(was)) when the sign started and is now \(Self.named(now)); restart ledsign to apply "
                + "the change"
        case .exclusiveKeys(let key, let other, let line): Self.exclusive(key, other, line)
        case .duplicateName(let name, let kind, let line):
            "another \(kind) has the name \(ShownText.quoted(name)) in line \(line); choose a different name"
        case .unknownCue(let name, let nearest):
            "unknown cue \(ShownText.quoted(name))"
                + (nearest == nil ? "; add it to \"cues\" of the sign" : ShownText.suggestion(nearest))
        case .areaOutside(let area, let size):
            "the area reaches column \(area.maxX) and row \(area.maxY), but the sign has \(size) pixels; move it or make it "
                + "smaller"
        case .fieldName(let name):
            "\(ShownText.quoted(name)) is not a valid field name; use letters, digits, _ and -, with a letter first, and none "
                + "of \(FieldReference.reservedWords.joined(separator: ", "))"
        case .color(let error), .field(let error), .schedule(let error), .zone(let error), .markup(let error):
            error.description
        case .layout(let error): "\(error)"
        case .part(let reason): "\(reason)"
        }
    }

    /// What is wrong with a value, where the fix for sign files is known.
    private static func description(of reason: SettingsReason) -> String {
        switch reason {
        case .wrongType(_, let expected, let found) where found.hasFieldBraces && !expected.hasFieldBraces:
            reason.description(in: .sign) + "; values in braces are not possible here"
        case .outOfRange(_, _, let found) where found.hasFieldBraces,
            .unknownValue(_, let found, _, _) where found.hasFieldBraces:
            reason.description(in: .sign) + "; values in braces are not possible here"
        case .notYAML(let words) where words.hasPrefix("mapping values"):
            "not YAML: \(words); put a text that has a colon and a blank in it in quotes"
        case .wrongType(let key, expected: let expected, found: "nothing"):
            "\"\(key)\" is empty; expected \(expected)"
        case .wrongType(key: "text", expected: _, found: let found) where found.hasPrefix("a list"):
            "\"text\" is \(found); put a text that begins with { or [ in quotes"
        default: reason.description(in: .sign)
        }
    }

    private static func exclusive(_ key: String, _ other: String, _ line: Int) -> String {
        "\"\(key)\" and \"\(other)\" cannot be used together; the other one is in line \(line); keep one of them"
    }

    private static func named(_ value: String?) -> String { value.map { ShownText.shortened($0) } ?? "missing" }

    /// What can be wrong with the parts of a message.
    package enum PartReason: Equatable, Sendable {
        /// A part without content; the keys of which it has one.
        case noContent(keys: [String])
        /// A character of pixel art without a colour.
        case unknownPixel(Character)
        /// The first key frame has an offset.
        case firstOffset
        /// A cue of a part that takes turns with others.
        case cueInTurns
        /// Parts within parts beyond the limit.
        case tooDeep(limit: Int)
        /// More pixels or copies than a message may have.
        case tooLarge(pixels: Int, copies: Int)
        /// Ticks of several kinds, or of no kind.
        case ticks
        /// A place of its own for one of rows or columns; its key.
        case placedInList(String)
        /// A key that only parts of rows and columns have.
        case onlyInList(String)
        /// A key that does nothing for what a part shows, by its content's key, nil for an empty part; what it is for.
        case noEffect(String, on: String?, for: String)
        /// A width without its space in columns; how many pixels of the space others take.
        case tooWide(Int, taken: Int, of: Int)
        /// A row without its space; the rows of pixels that are left.
        case tooHigh(Int, left: Int, of: Int)
        /// Something without an extent of its own in rows (`height`) or columns (`width`).
        case noExtent(key: String)
        /// A part that takes what is left where nothing is: the list around it is as wide (`width`) or high as its content.
        case nothingToFill(key: String)
        /// A part before groups of elements that is repeated itself.
        case repeatedHead
        /// A zone without a pixel; the extent of the sign.
        case noSpace(on: Size)
        /// Something that cannot stand in a list that scrolls.
        case unscrollable
    }
}

extension SignReason.PartReason: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    package var description: String {
        switch self {
        case .noContent(let keys): "this part has no content; give it one of \(keys.joined(separator: ", "))"
        case .unknownPixel(let character):
            "unknown pixel \(ShownText.quoted(String(character))); the letters are R O Y G C B M P W K (half as bright in lower "
                + "case), # is the colour of the part, and \"palette\" adds others"
        case .firstOffset:
            "the first key frame cannot have an \"offset\"; remove it, or add a key frame before this one"
        case .cueInTurns:
            "a part in \"turns\" cannot have cues, because it comes and goes; give the cue to a part beside it, with the same "
                + "ticks"
        case .tooDeep(let limit): "parts are nested too deep; the limit is \(limit) levels"
        case .tooLarge(let pixels, let copies):
            "the parts have more than \(pixels) pixels or \(copies) copies in total; make them smaller or fewer"
        case .ticks:
            "ticks need exactly one of \"every\" (optionally with \"from\"), \"animation\" (optionally with \"paused\"), \"at\" "
                + "and \"cycle\""
        case .placedInList(let key):
            "\"\(key)\" has no effect in rows and columns; use \"width\", \"height\" and \"align\""
        case .onlyInList(let key):
            "\"\(key)\" works only within \"rows\" and \"columns\"; put this into one of them, or use \"area\""
        case .noEffect(let key, let content, let words):
            "\"\(key)\" has no effect on \(content.map { "\"\($0)\"" } ?? "an empty part"); it is for \(words)"
        case .tooWide(let width, let taken, let space):
            "a width of \(width) does not fit: \(taken) of \(space) pixels are taken"
        case .tooHigh(let height, let left, let space):
            "this row needs \(height) rows of pixels, but \(left) of \(space) are left; give the rows \"overflow\" or this one a "
                + "smaller font"
        case .noExtent(let key): "this part has no \(key) of its own; give it one, such as \(key): 6 or \(key): fill"
        case .nothingToFill(let key):
            "nothing to fill: the box around it is as \(key == "width" ? "wide" : "high") as its content; give that one a \(key)"
        case .repeatedHead:
            "a head comes once before each group, so it cannot have \"each\"; give the head rows or columns, and \"each\" to a part "
                + "in them"
        case .noSpace(let size): "nothing is left for this zone on a sign of \(size) pixels; make the others smaller"
        case .unscrollable:
            "this part cannot stand in a list that scrolls; only texts, images, shapes, pixels, bars and plots can"
        }
    }
}

/// Everything that is wrong with a sign file, in the order of the file.
package struct SignError: Error, Equatable, Sendable {
    /// One or more problems.
    package let problems: [SignProblem]

    /// Gathers problems of one file; they are put in its order.
    package init(problems: [SignProblem]) {
        self.problems = problems.inOrder()
    }
}

extension SignError: CustomStringConvertible {
    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
