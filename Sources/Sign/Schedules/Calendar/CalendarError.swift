/// The limits for reading a calendar.
package struct CalendarLimits: Hashable, Sendable {
    /// The most bytes.
    package var bytes = 16 << 20
    /// The most events, time zones and other components.
    package var components = 20_000
    /// The deepest nesting of components.
    package var nesting = 8
    /// The most characters of a text; longer ones are cut.
    package var characters = 1_000
    /// The most dates that one event may list in addition to its rules.
    package var dates = 5_000

    /// The default limits.
    package init() {}
}

/// Why a text is not a calendar.
package enum CalendarError: Error, Equatable, Sendable {
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// It has more components than the limit.
    case tooMany(limit: Int)
    /// The line begins something other than a calendar.
    case notACalendar(line: Int)
    /// A line that is not UTF-8.
    case notUTF8(line: Int)
    /// A line with a control character.
    case controlCharacter(line: Int)
    /// Components that are nested too deeply.
    case nesting(line: Int, limit: Int)
    /// An END that does not match the last BEGIN.
    case unbalanced(line: Int, name: String)
    /// A BEGIN without its END.
    case unclosed(line: Int, name: String)

    /// The line, from 1; nil if it concerns the whole text.
    package var line: Int? {
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
    package var description: String {
        (line.map { "line \($0): " } ?? "") + fault
    }

    /// What is wrong and what is expected, without the line.
    package var fault: String {
        switch self {
        case .tooLarge(let limit): "a calendar has at most \(limit) bytes"
        case .tooMany(let limit): "a calendar has at most \(limit) events"
        case .notACalendar: "not a calendar: iCalendar files begin with BEGIN:VCALENDAR"
        case .notUTF8: "this is not UTF-8; save the calendar as UTF-8 text"
        case .controlCharacter: "there is a control character; a calendar is text"
        case .nesting(_, let limit): "components are nested more than \(limit) deep"
        case .unbalanced(_, let name): "END:\(name) has no matching BEGIN"
        case .unclosed(_, let name): "BEGIN:\(name) has no END:\(name)"
        }
    }
}

/// What is wrong with a part of a calendar; the rest of the calendar is used.
package struct CalendarRemark: Equatable, Sendable {
    /// What can be wrong with an event.
    package enum Reason: Equatable, Sendable {
        /// A property that an event has to have.
        case missing(String)
        /// An invalid value; the event is ignored.
        case badValue(property: String, value: String)
        /// An invalid date in a list; it is left out.
        case badDate(property: String, value: String)
        /// An end before the start; an event of whole days is shown on its first day, others are left out.
        case endBeforeStart(isAllDay: Bool)
        /// A zone that neither the calendar nor the system knows: the sign's own zone is used.
        case unknownZone(String, nearest: String?)
        /// Something that this program does not support; it is left out.
        case unsupported(String)
        /// A recurrence that this program does not support; the event is ignored.
        case unsupportedRule(String)
        /// More dates than the limit; the others are left out.
        case tooManyDates(limit: Int)
        /// A COUNT beyond the limit; the later starts are left out.
        case tooManyStarts(limit: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// The line, from 1.
    package let line: Int

    /// Creates a remark.
    package init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension CalendarRemark: CustomStringConvertible {
    /// The line, what is wrong, and what was done about it.
    package var description: String { "line \(line): \(reason)" }
}

extension CalendarRemark.Reason: CustomStringConvertible {
    /// What is wrong, and what was done about it.
    package var description: String {
        switch self {
        case .missing(let property): "\(property) is missing; the event is ignored"
        case .badValue(let property, let value):
            "\"\(value)\" is not a valid value of \(property); the event is ignored"
        case .badDate(let property, let value):
            "\"\(value)\" is not a valid date of \(property); the date is ignored"
        case .endBeforeStart(let isAllDay):
            "DTEND is before DTSTART; "
                + (isAllDay ? "the event is shown on its first day" : "the event is ignored")
        case .unknownZone(let name, let nearest):
            "unknown time zone \"\(name)\"" + (nearest.map { " (did you mean \"\($0)\"?)" } ?? "")
                + "; the sign's own is used"
        case .unsupported(let what): "\(what) is not supported, and is ignored"
        case .unsupportedRule(let what): "\(what) is not supported; the event is ignored"
        case .tooManyDates(let limit): "an event lists at most \(limit) dates; the rest are ignored"
        case .tooManyStarts(let limit): "a COUNT is followed for \(limit) starts; the rest are ignored"
        }
    }
}
