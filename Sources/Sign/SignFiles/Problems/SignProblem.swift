import BitmapFonts
import LiveValues
import PixelGraphics
import Schedules
import Settings
import Timelines

/// One thing that is wrong with a sign file, and where.
package typealias SignProblem = FileProblem<SignReason>

/// What can be wrong with a sign file.
package enum SignReason: FileReason {
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

extension [SignProblem] {
    /// The same, each problem once: a font of a style is that of many messages.
    package var withoutRepetitions: [SignProblem] {
        var known: Set<String> = []
        return filter { known.insert($0.description).inserted }
    }
}
