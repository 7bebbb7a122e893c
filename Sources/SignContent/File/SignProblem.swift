import BitmapFonts
import LiveValues
import PixelGraphics
import Schedules
import SettingsFiles
import Timelines

/// Everything that is wrong with a sign file, in the order of the file.
public struct SignError: Error, Equatable, Sendable {
    /// One or more problems.
    public let problems: [SignProblem]

    /// Gathers problems of one file; they are put in its order.
    public init(problems: [SignProblem]) {
        self.problems = problems.inOrder
    }
}

extension SignError: CustomStringConvertible {
    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a sign file, and where.
public struct SignProblem: Error, Equatable, Sendable {
    /// What can be wrong.
    public enum Reason: Equatable, Sendable {
        /// What can be wrong with every settings file.
        case settings(SettingsFault)
        /// A colour that is none.
        case color(ColorError)
        /// A speed and the time of a cycle; the line of the other one.
        case speedAndCycle(otherLine: Int)
        /// A cycle that is no longer than its pauses.
        case cycleWithinPauses(cycle: Nanoseconds, hold: Nanoseconds, bounces: Bool)
        /// A font that cannot be had; why, in the words of the layer that knows.
        case font(String)
        /// A board that cannot be had; why, in the words of the layer that knows.
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
        /// A path within a value that is none.
        case field(FieldProblem)
        /// An area that is not on the sign as a whole.
        case areaOutside(Rectangle, of: Size)
        /// What can be wrong with the parts of a time-line.
        case timeLine(TimeLineFault)
        /// A schedule that is none.
        case schedule(ScheduleTextError)
        /// A zone of time that there is not.
        case zone(ZoneError)
        /// Something wrong with the tags and fields of a text.
        case markup(MarkupFault)
        /// A picture that cannot be had; why, in the words of the layer that knows.
        case image(String)
        /// A text that cannot be laid out.
        case layout(LayoutError)
    }

    /// What is wrong.
    public let reason: Reason
    /// The file's name as it was given.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters (Unicode scalars), from 1.
    public let column: Int

    package init(_ reason: Reason, path: String, place: TextPlace) {
        self.reason = reason
        self.path = path
        line = place.line
        column = place.column
    }
}

extension SignProblem: SettingsProblem {
    package var place: TextPlace { TextPlace(line: line, column: column) }
    package static func reason(_ fault: SettingsFault) -> Reason { .settings(fault) }
}

extension SignProblem: CustomStringConvertible {
    /// One line: file:line:column, what is wrong and what is expected.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension SignProblem.Reason: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    public var description: String {
        switch self {
        case .settings(.notYAML(let words)) where words.hasPrefix("mapping values"):
            "not YAML: \(words); put a text with a colon and a blank in it in quotes"
        case .settings(let fault): fault.description(in: .sign)
        case .color(let error): "\(error)"
        case .speedAndCycle(let line):
            "\"speed\" and \"cycle\" exclude each other, and the other one is in line \(line); a cycle's time gives its "
                + "speed, so keep one of them"
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            "\"cycle\" is \(cycle.text), and has to be longer than \(bounces ? "both of its pauses" : "its pause") "
                + "(\"hold\" is \(hold.text))"
        case .font(let words): words
        case .board(let words): words
        case .needsRestart(let key, let was, let now):
            "\"\(key)\" was \(Self.named(was)) when the sign started, and is now \(Self.named(now)); restart ledsign to "
                + "change it"
        case .exclusiveKeys(let key, let other, let line):
            "\"\(key)\" and \"\(other)\" exclude each other, and the other one is in line \(line); keep one of them"
        case .duplicateName(let name, let kind, let line):
            "there is another \(kind) called \(ShownText.quoted(name)) in line \(line); names are given once"
        case .unknownCue(let name, let nearest):
            "there is no cue \(ShownText.quoted(name)) among the cues of the file\(ShownText.suggestion(nearest))"
        case .areaOutside(let area, let size):
            "the area ends at column \(area.maxX) and row \(area.maxY), and the sign is \(size); make it fit"
        case .timeLine(let fault): "\(fault)"
        case .fieldName(let name):
            "\(ShownText.quoted(name)) cannot be the name of a field; names are letters, digits, _ and -, a letter first, and "
                + "not \(FieldReference.reservedWords.joined(separator: ", "))"
        case .field(let problem): "\(problem)"
        case .schedule(let error): "\(error)"
        case .zone(let error): "\(error)"
        case .markup(let fault): "\(fault)"
        case .image(let words): words
        case .layout(let error): "\(error)"
        }
    }

    private static func named(_ value: String?) -> String { value.map(ShownText.shortened) ?? "not given" }
}
