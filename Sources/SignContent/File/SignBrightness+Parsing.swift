import LiveValues
import PixelGraphics
import Schedules
import SettingsFiles
import Timelines

extension SignBrightness {
    private static let range = 0...100
    /// The keys beside times of day.
    private static let words = ["light", "unknown-time"]
    private static let expected =
        "a whole number from 0 to 100, or keys: times such as 07:00, sunset or sunset+30m with such numbers, and light"

    /// Reads `brightness`; nil where there are problems.
    ///
    /// - Parameters:
    ///   - place: what the file says of it; nil for nothing, and nil within the optional where that is wrong.
    ///   - path: that of the sign file, from whose folder the paths of sensors count.
    static func reading(_ fields: inout SignFields, place: Place??, path: String) -> SignBrightness? {
        fields.accept("brightness")
        guard fields.has("brightness"), fields.givenText("brightness") == nil else {
            return fields.integer("brightness", in: range, default: 100).map { SignBrightness(percent: $0) }
        }
        let whole = fields.place(of: "brightness")
        return fields.keys("brightness", expected: expected) { inner -> SignBrightness? in
            guard !inner.givenKeys.isEmpty else {
                inner.noteFault(.wrongType(key: "brightness", expected: expected, found: "no keys"), at: whole)
                return nil
            }
            return SignBrightness(&inner, place: place, path: path)
        }
    }

    private init?(_ fields: inout SignFields, place: Place??, path: String) {
        let entries = Self.entries(&fields, place: place)
        let unknown = fields.optionalInteger("unknown-time", in: Self.range)
        let light = SignLight.reading(&fields, path: path)
        guard let entries, let unknown, let light else { return nil }
        let highest = entries.map(\.percent).max() ?? 100
        self.init(
            BrightnessSchedule(usual: highest, entries: entries, place: place.flatMap { $0 }),
            percentOfUnknownTime: unknown, light: light)
    }

    /// Reads the times of day; nil where any of them is wrong.
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
                fields.noteFault(.duplicateKey(key, firstLine: line), at: keyPlace)
                isRight = false
            }
            lines[moment] = keyPlace?.line ?? 1
            if case .sun = moment, case .some(.none) = place {
                let expected = "latitude and longitude in degrees, by which \(ShownText.quoted(key)) is known"
                fields.noteFault(.missingKey("place", expected: expected), at: keyPlace)
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

    /// Reads a moment of the day; a word that is none has the nearest of all keys in its problem.
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

extension SignLight {
    private static let shortest = Nanoseconds.milliseconds(100)
    private static let mostPoints = 50

    /// Reads `light`, a path or keys; nil within an optional for files without it, nil where there are problems.
    static func reading(_ fields: inout SignFields, path: String) -> SignLight?? {
        fields.accept("light")
        guard fields.has("light") else { return .some(nil) }
        if fields.givenText("light") != nil {
            return LiveSource.file("light", &fields, path: path).map { .some(SignLight($0)) }
        }
        let light = fields.keys("light", expected: "the path of a sensor's file, or keys: sensor, curve, every") {
            SignLight(&$0, path: path)
        }
        return light.map { .some($0) }
    }

    private init?(_ fields: inout SignFields, path: String) {
        let file = LiveSource.file("sensor", &fields, path: path)
        let interval = Self.time("every", from: Self.shortest, to: .seconds(3_600), default: .seconds(2), &fields)
        let smoothing = Self.time("smoothing", from: .zero, to: .seconds(600), default: .seconds(10), &fields)
        let hysteresis = fields.integer("hysteresis", in: 0...50, default: 3)
        let points = Self.curve(&fields)
        guard let file, let interval, let smoothing, let hysteresis, let points else { return nil }
        self.init(file, interval: interval)
        (self.smoothing, self.hysteresis, self.points) = (smoothing, hysteresis, points)
    }

    private static func time(
        _ key: String, from least: Nanoseconds, to most: Nanoseconds, default usual: Nanoseconds,
        _ fields: inout SignFields
    ) -> Nanoseconds? {
        fields.parsed(key, expected: "a time from \(least.text) to \(most.text)", default: usual) {
            text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text) else { return .wrongType }
            return (least...most).contains(time) ? .value(time) : .outOfRange
        }
    }

    /// Reads the brightness at some illuminances; the usual ones where the file does not say them.
    private static func curve(_ fields: inout SignFields) -> [AmbientLight.Point]? {
        fields.accept("curve")
        guard fields.has("curve") else { return AmbientLight.usualPoints }
        let words = "lux with percent, such as {1: 5, 100: 30, 10000: 100}"
        let place = fields.place(of: "curve")
        return fields.keys("curve", expected: words) { inner -> [AmbientLight.Point]? in
            let keys = inner.givenKeys
            for key in keys { inner.accept(key) }
            guard (1...mostPoints).contains(keys.count) else {
                inner.noteFault(
                    .outOfRange(key: "curve", expected: "1 to \(mostPoints) points", found: "\(keys.count)"), at: place)
                return nil
            }
            var points: [AmbientLight.Point] = []
            for key in keys {
                let percent = inner.integer(key, in: 0...100)
                let lux = PlainDecimal.read(key)
                guard let lux, (0...AmbientLight.brightest).contains(lux) else {
                    inner.noteFault(
                        .wrongType(
                            key: "curve", expected: "numbers of lux from 0 to 200000, each with a percentage",
                            found: ShownText.quoted(key)), at: inner.keyPlace(of: key))
                    continue
                }
                if let percent { points.append(AmbientLight.Point(lux: lux, percent: percent)) }
            }
            return points.count == keys.count ? points : nil
        }
    }
}
