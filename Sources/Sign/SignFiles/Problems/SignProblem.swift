import BitmapFonts
import LiveValues
import PixelGraphics
import Schedules
import Settings
import Timelines

/// One thing that is wrong with a sign file, and where.
package struct SignProblem: Error, Equatable, Sendable {
    /// What can be wrong.
    package enum Reason: Equatable, Sendable {
        /// What can be wrong with every settings file.
        case settings(SettingsReason)
        /// An invalid colour.
        case color(ColorError)
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
        /// An invalid path within a value.
        case field(FieldProblem)
        /// An area that is not on the sign as a whole.
        case areaOutside(Rectangle, of: Size)
        /// What can be wrong with the parts of a message.
        case part(PartReason)
        /// An invalid schedule.
        case schedule(ScheduleTextError)
        /// An unknown time zone.
        case zone(ZoneError)
        /// Something wrong with the tags and fields of a text.
        case markup(MarkupProblem.Reason)
        /// An image that is missing or unreadable; why, in the words of the layer that found it.
        case image(String)
        /// A value in braces where none can stand; what was given.
        case fieldOutsideText(String)
        /// A text that cannot be laid out.
        case layout(LayoutError)
    }

    /// What is wrong.
    package let reason: Reason
    /// The file's name as it was given; empty for keys that are not from a file.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int

    package init(_ reason: Reason, path: String, place: TextPlace) {
        self.reason = reason
        self.path = path
        line = place.line
        column = place.column
    }
}

extension SignProblem: SettingsProblem {
    package var place: TextPlace { TextPlace(line: line, column: column) }
    package static func reason(_ reason: SettingsReason) -> Reason { .settings(reason) }
}

extension SignProblem: CustomStringConvertible {
    /// One line: file:line:column where there is a file, what is wrong and what is expected.
    package var description: String { (path.isEmpty ? "" : "\(path):\(line):\(column): ") + "\(reason)" }
}
