/// How much of a calendar is taken.
public struct CalendarLimits: Hashable, Sendable {
    /// The most bytes.
    public var bytes = 4 << 20
    /// The most events, time zones and other components.
    public var components = 20_000
    /// How deep components may lie in each other.
    public var nesting = 8
    /// The most characters of a text; longer ones are cut.
    public var characters = 1_000
    /// The most dates that one event may list besides its rules.
    public var dates = 5_000

    /// The usual limits.
    public init() {}
}

/// Why a text is no calendar at all.
public enum CalendarError: Error, Equatable, Sendable {
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// It has more components than the limit.
    case tooMany(limit: Int)
    /// Another text than a calendar begins at the line.
    case notACalendar(line: Int)
    /// A line that is not UTF-8.
    case notUTF8(line: Int)
    /// A line with a control character.
    case controlCharacter(line: Int)
    /// Components that lie in each other too deep.
    case nesting(line: Int, limit: Int)
    /// An END of something that was not begun, or not last.
    case unbalanced(line: Int, name: String)
    /// A BEGIN without its END.
    case unclosed(line: Int, name: String)

    /// The line at which it shows, from 1; nil where it is the whole text.
    public var line: Int? {
        switch self {
        case .tooLarge, .tooMany: nil
        case .notACalendar(let line), .notUTF8(let line), .controlCharacter(let line), .nesting(let line, _),
            .unbalanced(let line, _), .unclosed(let line, _):
            line
        }
    }
}

extension CalendarError: CustomStringConvertible {
    /// What is wrong, and what is expected.
    public var description: String {
        (line.map { "line \($0): " } ?? "") + fault
    }

    /// What is wrong and what is expected, without the line.
    public var fault: String {
        switch self {
        case .tooLarge(let limit): "a calendar has at most \(limit) bytes"
        case .tooMany(let limit): "a calendar has at most \(limit) events"
        case .notACalendar: "not a calendar: iCalendar files begin with BEGIN:VCALENDAR"
        case .notUTF8: "this is not UTF-8; save the calendar as UTF-8 text"
        case .controlCharacter: "there is a control character; a calendar is text"
        case .nesting(_, let limit): "components lie in each other more than \(limit) deep"
        case .unbalanced(_, let name): "END:\(name) ends nothing that was begun last"
        case .unclosed(_, let name): "BEGIN:\(name) has no END:\(name)"
        }
    }
}

/// Something in a calendar that could not be taken as it is; the rest of the calendar is whole.
public struct CalendarProblem: Error, Equatable, Sendable {
    /// What can be wrong with an event.
    public enum Reason: Equatable, Sendable {
        /// A property that an event has to have.
        case missing(String)
        /// A value that is none of its kind; the event is left out.
        case badValue(property: String, value: String)
        /// A zone that neither the calendar nor the system knows: the sign's own zone is used.
        case unknownZone(String, nearest: String?)
        /// Something that this program does not do; it is left out.
        case unsupported(String)
        /// A way to recur that this program does not do; the event is left out.
        case unsupportedRule(String)
        /// More dates than the limit; the further ones are left out.
        case tooManyDates(limit: Int)
        /// A COUNT beyond the limit; the further starts are left out.
        case tooManyStarts(limit: Int)
    }

    /// What is wrong.
    public let reason: Reason
    /// The line, from 1.
    public let line: Int

    /// Creates a problem.
    public init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension CalendarProblem: CustomStringConvertible {
    /// The line, what is wrong, and what became of it.
    public var description: String { "line \(line): \(reason)" }
}

extension CalendarProblem.Reason: CustomStringConvertible {
    /// What is wrong, and what became of it.
    public var description: String {
        switch self {
        case .missing(let property): "\(property) is missing; the event is left out"
        case .badValue(let property, let value): "\"\(value)\" is no value of \(property); the event is left out"
        case .unknownZone(let name, let nearest):
            "there is no zone of time \"\(name)\"" + (nearest.map { " (did you mean \"\($0)\"?)" } ?? "")
                + "; the sign's own is used"
        case .unsupported(let what): "\(what) is not supported, and is left out"
        case .unsupportedRule(let what): "\(what) is not supported; the event is left out"
        case .tooManyDates(let limit): "an event lists at most \(limit) dates; the further ones are left out"
        case .tooManyStarts(let limit): "a COUNT is followed for \(limit) starts; the further ones are left out"
        }
    }
}
