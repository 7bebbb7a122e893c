import Schedules
import Settings

/// What holds for a part of a sign file because of what stands around it.
struct SignContext {
    /// The default look of messages.
    var style = SignMessage("")
    /// The names that fields may have; nil for any.
    var fieldNames: [String]?
    /// The names of calendars; nil if they are not known.
    var calendarNames: [String]?
    /// The zone whose clocks are shown.
    var zone = ZoneRules.utc
    /// The language of names of days and months; nil for English.
    var locale: String?

    /// Takes the `calm` of the sign, which is part of its style.
    mutating func readCalm(_ fields: inout SignFields) {
        fields.accept("calm")
        guard fields.has("calm") else { return }
        let isReduced = fields.keys("calm", expected: "reduced-motion: yes or no") {
            $0.flag("reduced-motion", default: false)
        }
        style.reducesMotion = isReduced ?? false
    }

    /// Takes a `style` for the looks of everything within.
    mutating func readStyle(_ fields: inout SignFields) {
        fields.accept("style")
        guard fields.has("style") else { return }
        let outer = self
        let style = fields.keys("style", expected: "the default look of messages") {
            SignMessage.style(&$0, context: outer)
        }
        self.style = style ?? self.style
    }
}
