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
    /// The zone whose clocks are shown.
    var zone = ZoneRules.utc
    /// The language of names of days and months; nil for English.
    var locale: String?

    /// Takes the `calm` of the sign, which is part of its style.
    mutating func readCalm(_ fields: inout SignFields) {
        var isReduced: Bool?
        fields.readKeys("calm", expected: "reduced-motion: yes or no", into: &isReduced) { fields -> Bool? in
            var isReduced = false
            fields.read("reduced-motion", into: &isReduced)
            return isReduced
        }
        style.reducesMotion = isReduced ?? style.reducesMotion
    }

    /// Takes a `style` for the looks of everything within.
    mutating func readStyle(_ fields: inout SignFields) {
        let outer = style
        var style: SignLook?
        fields.readKeys("style", expected: "the default look of messages", into: &style) {
            SignLook(&$0, style: outer)
        }
        self.style = style ?? self.style
    }
}

/// What holds for a part because of what it lies in.
struct PartContext {
    /// What holds for the message or zone.
    var sign: SignContext
    /// How deep it lies, from 1.
    var level = 1
    /// Whether it is one of those that take turns.
    var takesTurns = false

    var color: Color { sign.style.letters.color ?? .white }

    /// The same for the parts within.
    func deeper(takesTurns: Bool = false) -> PartContext {
        PartContext(sign: sign, level: level + 1, takesTurns: takesTurns || self.takesTurns)
    }
}
