import LiveValues
import Schedules
import Settings
import Timelines

/// How bright a sign is: always the same, by the time of day and the sun, or by the light around it.
///
/// Where both are given the lower of the two counts: times say how bright the sign may be at most.
package struct SignBrightness: Equatable, Sendable {
    /// The brightness by the time of day; without entries it is always the same.
    package var schedule: BrightnessSchedule
    /// The brightness while the time of day is not known, 0 to 100.
    package var percentOfUnknownTime: Int
    /// The sensor of the light around the sign; nil for none.
    package var light: SignLight?

    /// Describes a brightness that is always the same, 0 to 100.
    package init(percent: Int) {
        self.init(BrightnessSchedule(default: percent))
    }

    /// Describes a brightness by the time of day.
    ///
    /// - Parameter percentOfUnknownTime: nil for the highest of the schedule: a sign that is too dim by day cannot be read.
    package init(_ schedule: BrightnessSchedule, percentOfUnknownTime: Int? = nil, light: SignLight? = nil) {
        (self.schedule, self.percentOfUnknownTime, self.light) = (schedule, 0, light)
        self.percentOfUnknownTime = min(max(percentOfUnknownTime ?? highest, 0), 100)
    }

    /// The highest brightness of all times of day.
    package var highest: Int { schedule.entries.map(\.percent).max() ?? schedule.defaultPercent }
}

extension SignBrightness: ExpressibleByIntegerLiteral {
    /// A brightness that is always the same.
    package init(integerLiteral value: Int) { self.init(percent: value) }
}

/// Whether a sign is updated less often to save power.
package enum PowerSaving: String, CaseIterable, Equatable, Sendable {
    /// Once a second while it is dimmed below 20 percent, once a minute while it is dark.
    case auto
    /// Once a minute.
    case always
    /// Never: at every tick.
    case never
}

extension SignBrightness {
    private static let range = 0...100
    /// The keys beside times of day.
    private static let words = ["light", "unknown-time"]
    private static let expected =
        "a whole number from 0 to 100, or keys: times such as 07:00, sunset or sunset+30m, each with such a number, and light"

    /// Reads `brightness`; nil if there are problems.
    ///
    /// - Parameter location: that of the file; nil if it is missing, and nil within the optional where it is wrong.
    static func reading(_ fields: inout SignFields, location: Location??, path: String) -> SignBrightness? {
        fields.accept("brightness")
        guard fields.has("brightness"), fields.givenText("brightness") == nil else {
            var percent = 100
            return fields.read("brightness", in: range, into: &percent) ? SignBrightness(percent: percent) : nil
        }
        let whole = fields.place(of: "brightness")
        return fields.keys("brightness", expected: expected) { inner -> SignBrightness? in
            guard !inner.givenKeys.isEmpty else {
                inner.recordProblem(.wrongType(key: "brightness", expected: expected, found: "no keys"), at: whole)
                return nil
            }
            return SignBrightness(&inner, location: location, path: path)
        }
    }

    private init?(_ fields: inout SignFields, location: Location??, path: String) {
        let entries = Self.entries(&fields, location: location)
        var unknown: Int?
        var light: SignLight?
        fields.read("unknown-time", in: Self.range, into: &unknown)
        SignLight.read(&fields, path: path, into: &light)
        guard fields.problems.isEmpty else { return nil }
        let highest = entries.map(\.percent).max() ?? 100
        self.init(
            BrightnessSchedule(default: highest, entries: entries, location: location.flatMap { $0 }),
            percentOfUnknownTime: unknown, light: light)
    }

    /// Reads the times of day, without those that are wrong.
    private static func entries(_ fields: inout SignFields, location: Location??) -> [BrightnessSchedule.Entry] {
        var entries: [BrightnessSchedule.Entry] = []
        var lines: [DayMoment: Int] = [:]
        for key in fields.givenKeys where !words.contains(key) {
            let keyPlace = fields.keyPlace(of: key)
            guard let moment = moment(key, &fields) else { continue }
            let percent = fields.value(key, as: .integer(in: range))
            if let line = lines[moment] {
                fields.recordProblem(.duplicateKey(key, firstLine: line), at: keyPlace)
            }
            lines[moment] = keyPlace?.line ?? 1
            if case .sun = moment, case .some(.none) = location {
                let expected = "latitude and longitude in degrees, which \(ShownText.quoted(key)) needs"
                fields.recordProblem(.missingKey("place", expected: expected), at: keyPlace)
            }
            if let percent { entries.append(BrightnessSchedule.Entry(at: moment, percent: percent)) }
        }
        return entries
    }

    /// Reads a moment of the day; the problem of an unknown word has the nearest of all keys.
    private static func moment(_ key: String, _ fields: inout SignFields) -> DayMoment? {
        do throws(TextError) {
            return try DayMoment(parsing: key, orWords: words)
        } catch {
            fields.accept(key)
            fields.record(.schedule(error), at: fields.keyPlace(of: key))
            return nil
        }
    }
}

extension Location {
    /// Reads `place`, which stays as it is without the key; returns whether nothing is wrong with it.
    static func read(_ fields: inout SignFields, into location: inout Location?) -> Bool {
        fields.readKeys("place", expected: "latitude and longitude in degrees", into: &location) { inner -> Location? in
            let latitude = inner.value("latitude", as: degrees(of: "north", in: -90...90))
            let longitude = inner.value("longitude", as: degrees(of: "east", in: -180...180))
            guard let latitude, let longitude else { return nil }
            return Location(latitude: latitude, longitude: longitude)
        }
    }

    private static func degrees(
        of direction: String, in range: ClosedRange<Double>
    ) -> SignFields.ValueForm<Double> {
        let (minimum, maximum) = (Int(range.lowerBound), Int(range.upperBound))
        let expected = "degrees \(direction) such as 13.405, from \(minimum) to \(maximum)"
        return SignFields.ValueForm(expected, isNumber: true) { text in
            guard let number = Double(setting: text) else { return .wrongType }
            return range.contains(number) ? .value(number) : .outOfRange
        }
    }
}
