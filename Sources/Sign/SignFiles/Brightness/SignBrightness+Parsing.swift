import LiveValues
import Schedules
import Settings
import Timelines

extension SignBrightness {
    private static let range = 0...100
    /// The keys beside times of day.
    private static let words = ["light", "unknown-time"]
    private static let expected =
        "a whole number from 0 to 100, or keys: times such as 07:00, sunset or sunset+30m, each with such a number, and light"

    /// Reads `brightness`; nil if there are problems.
    ///
    /// - Parameters:
    ///   - place: the place of the file; nil if it is missing, and nil within the optional where it is wrong.
    ///   - path: that of the sign file, from whose folder the paths of sensors count.
    static func reading(_ fields: inout SignFields, place: Place??, path: String) -> SignBrightness? {
        fields.accept("brightness")
        guard fields.has("brightness"), fields.givenText("brightness") == nil else {
            return fields.integer("brightness", in: range, default: 100).map { SignBrightness(percent: $0) }
        }
        let whole = fields.place(of: "brightness")
        return fields.keys("brightness", expected: expected) { inner -> SignBrightness? in
            guard !inner.givenKeys.isEmpty else {
                inner.noteProblem(.wrongType(key: "brightness", expected: expected, found: "no keys"), at: whole)
                return nil
            }
            return SignBrightness(&inner, place: place, path: path)
        }
    }

    private init?(_ fields: inout SignFields, place: Place??, path: String) {
        let entries = Self.entries(&fields, place: place)
        var unknown: Int?
        var light: SignLight?
        let isRight = [
            fields.read("unknown-time", in: Self.range, into: &unknown),
            SignLight.read(&fields, path: path, into: &light),
        ]
        guard let entries, !isRight.contains(false) else { return nil }
        let highest = entries.map(\.percent).max() ?? 100
        self.init(
            BrightnessSchedule(usual: highest, entries: entries, place: place.flatMap { $0 }),
            percentOfUnknownTime: unknown, light: light)
    }

    /// Reads the times of day; nil if any of them is wrong.
    private static func entries(_ fields: inout SignFields, place: Place??) -> [BrightnessSchedule.Entry]? {
        var entries: [BrightnessSchedule.Entry] = []
        var lines: [DayMoment: Int] = [:]
        var isRight = true
        for key in fields.givenKeys where !words.contains(key) {
            let keyPlace = fields.keyPlace(of: key)
            guard let moment = moment(key, &fields) else {
                isRight = false
                continue
            }
            let percent = fields.integer(key, in: range)
            if let line = lines[moment] {
                fields.noteProblem(.duplicateKey(key, firstLine: line), at: keyPlace)
                isRight = false
            }
            lines[moment] = keyPlace?.line ?? 1
            if case .sun = moment, case .some(.none) = place {
                let expected = "latitude and longitude in degrees, which \(ShownText.quoted(key)) needs"
                fields.noteProblem(.missingKey("place", expected: expected), at: keyPlace)
                isRight = false
            }
            if let percent {
                entries.append(BrightnessSchedule.Entry(at: moment, percent: percent))
            } else {
                isRight = false
            }
        }
        return isRight ? entries : nil
    }

    /// Reads a moment of the day; the problem of an unknown word has the nearest of all keys.
    private static func moment(_ key: String, _ fields: inout SignFields) -> DayMoment? {
        do throws(ScheduleTextError) {
            return try DayMoment(parsing: key)
        } catch {
            fields.accept(key)
            var fault = error
            if case .unknownWord(let word, let expected, _) = error.reason {
                let known = words + SunEvent.allCases.map(\.rawValue) + ["midnight"]
                let nearest = NearestName.find(word, among: known)
                fault = ScheduleTextError(
                    .unknownWord(word, expected: expected, nearest: nearest), offset: error.offset)
            }
            fields.note(.schedule(fault), at: fields.keyPlace(of: key))
            return nil
        }
    }
}
