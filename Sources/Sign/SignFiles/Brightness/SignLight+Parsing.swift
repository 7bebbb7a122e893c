import LiveValues
import Schedules
import Settings
import Timelines

extension SignLight {
    private static let shortest = Nanoseconds.milliseconds(100)
    private static let mostPoints = 50

    /// Reads `light`, a path or keys; nil within an optional for files without it, nil if there are problems.
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

    /// Reads the brightness at some illuminances; the default ones where the file gives no curve.
    private static func curve(_ fields: inout SignFields) -> [AmbientLight.Point]? {
        fields.accept("curve")
        guard fields.has("curve") else { return AmbientLight.usualPoints }
        let words = "lux values with percentages, such as {1: 5, 100: 30, 10000: 100}"
        let place = fields.place(of: "curve")
        return fields.keys("curve", expected: words) { inner -> [AmbientLight.Point]? in
            let keys = inner.givenKeys
            for key in keys { inner.accept(key) }
            guard (1...mostPoints).contains(keys.count) else {
                inner.noteProblem(
                    .outOfRange(key: "curve", expected: "1 to \(mostPoints) points", found: "\(keys.count)"), at: place)
                return nil
            }
            var points: [AmbientLight.Point] = []
            for key in keys {
                let percent = inner.integer(key, in: 0...100)
                let lux = PlainDecimal.read(key)
                guard let lux, (0...AmbientLight.brightest).contains(lux) else {
                    inner.noteProblem(
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
