import LiveValues
import PixelGraphics
import Schedules
import Settings

/// What holds for a part of a sign file because of what stands around it.
struct SignContext {
    /// The default look of messages.
    var style = SignLook()
    /// The names that fields may have; nil for any.
    var fieldNames: [String]?
    /// The calendar of the message around it; nil for none.
    var calendar: String?
    /// The names of calendars; nil if they are not known.
    var calendarNames: [String]?
    /// The fields that are one number, and whether they keep a history.
    var numberFields: [String: Bool] = [:]
    /// The maps that fields may name.
    var maps: [String: SignMap] = [:]
    /// The zone whose clocks are shown.
    var zone = ZoneRules.utc
    /// What schedules may name.
    var schedules = ScheduleContext()
    /// The language of names of days and months; nil for English.
    var locale: String?
    /// How deep a part lies, from 1.
    var level = 1
    /// Whether a part is one of those that take turns, or within one.
    var takesTurns = false

    /// The axis of the rows or columns that a part is one of; nil for other parts.
    var listAxis: Box.Axis?
    /// Whether a part is repeated for the elements of a list, or within one that is.
    var isRepeated = false

    /// Whether a message comes from outside of the file.
    var isPushed = false

    /// Whether a part comes before a group of elements.
    var isHead = false

    /// What values in braces may name.
    var names: FieldNames { FieldNames(fields: fieldNames, maps: maps, numbers: numberFields) }

    /// The default colour of parts.
    var color: Color { style.letters.color ?? .white }

    /// The default colours of parts that draw numbers.
    var chartColors: ChartColors {
        ChartColors(color: color, background: style.letters.background, fields: style.colorFields)
    }

    /// The same for the parts within a part.
    func deeper(takesTurns: Bool = false) -> SignContext {
        var inner = self
        (inner.level, inner.takesTurns) = (level + 1, takesTurns || self.takesTurns)
        return inner
    }

    /// The same for a part that is repeated for the elements of a list; nil for a list that cannot be read.
    ///
    /// What elements have is known only when they come, except for the events of calendars.
    func repeated(for list: EachField?) -> SignContext {
        var inner = self
        inner.fieldNames = list.flatMap {
            SignMarkup.elementNames(of: $0, calendars: calendarNames ?? [], fields: fieldNames)
        }
        inner.isRepeated = true
        return inner
    }

    /// Takes the `calm` of the sign, which is part of its style.
    mutating func readCalm(_ fields: inout SignFields) {
        fields.readKeys("calm", expected: "reduced-motion: yes or no", into: &style.reducesMotion) { fields in
            var isReduced = false
            fields.read("reduced-motion", into: &isReduced)
            return isReduced
        }
    }

    /// Takes a `style` for the looks of everything within.
    mutating func readStyle(_ fields: inout SignFields) {
        let outer = self
        fields.readKeys("style", expected: "the default look of messages", into: &style) { SignLook(&$0, outer) }
    }
}
