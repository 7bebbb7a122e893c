import Schedules
import SettingsFiles

/// What holds for a part of a sign file because of what stands around it.
struct SignContext {
    /// The look that messages have where they say nothing else.
    var style = SignMessage("")
    /// The names that fields may have; nil for any.
    var fieldNames: [String]?
    /// The names of calendars; nil where they are not known.
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
        let style = fields.keys("style", expected: "the look that messages have where they say nothing else") {
            SignMessage.style(&$0, context: outer)
        }
        self.style = style ?? self.style
    }
}

extension SettingsFields<SignProblem> {
    /// Returns the name of this part of the file, or nil within an optional where it has none.
    mutating func name() -> String?? {
        parsed("name", expected: "a name of 1 to 64 characters, without blanks at its ends", default: String?.none) {
            let isClean = $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            let isTrimmed = $0.first != " " && $0.last != " "
            return isClean && isTrimmed && (1...64).contains($0.unicodeScalars.count) ? .value($0) : .wrongType
        }
    }

    /// Notes the keys that exclude a given one; returns whether there are none.
    mutating func excludes(_ key: String, _ others: [String]) -> Bool {
        let given = others.filter(has)
        for other in given {
            let (first, second) = isBefore(key, other) ? (key, other) : (other, key)
            note(
                .exclusiveKeys(second, other: first, otherLine: keyPlace(of: first)?.line ?? 1),
                at: keyPlace(of: second))
        }
        return given.isEmpty
    }

    /// Notes names that were given before; returns whether there are none.
    mutating func hasUniqueNames<Part>(
        _ parts: [Part], of kind: String, _ name: (Part) -> (name: String?, place: TextPlace?)
    ) -> Bool {
        var lines: [String: Int] = [:]
        var isUnique = true
        for part in parts {
            guard let (name, place) = name(part) as? (String, TextPlace?) else { continue }
            if let line = lines[name] {
                note(.duplicateName(name, of: kind, firstLine: line), at: place)
                isUnique = false
            } else {
                lines[name] = place?.line ?? 1
            }
        }
        return isUnique
    }
}
