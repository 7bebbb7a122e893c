import LiveValues
import Schedules
import Settings
import Timelines

/// A sensor of the light around a sign, and what is made of it.
package struct SignLight: Equatable, Sendable {
    /// The sensor, which is asked like the sources of fields.
    package var source: LiveSource
    /// The brightness at some illuminances.
    package var points = AmbientLight.defaultPoints
    /// The time after which a jump of the light is followed by two thirds.
    package var smoothing = Nanoseconds.seconds(10)
    /// The percentage points below which nothing changes.
    package var hysteresis = 3

    /// The name under which the sensor is asked, which no field has.
    package static let sourceName = "light of brightness"

    /// Describes a sensor of the kernel (IIO): a file with lux in it, or one whose name ends in `_raw` and whose factor
    /// stands in a file beside it.
    package init(_ file: LiveFile, interval: Nanoseconds = .seconds(2)) {
        var file = file
        file.isScaledBeside = true
        source = LiveSource(Self.sourceName, .file(file), form: .number(LiveScale()))
        source.interval = interval
        // A sensor that has been unplugged no longer measures the light.
        source.keep = max(.seconds(30), interval + interval + interval)
    }
}

extension SignLight {
    private static let intervals = Nanoseconds.milliseconds(100)...Nanoseconds.seconds(3_600)
    private static let smoothings = Nanoseconds.zero...Nanoseconds.seconds(600)
    private static let maximumPoints = 50

    /// Reads `light`, a path or keys, which stays as it is without the key.
    static func read(_ fields: inout SignFields, path: String, into light: inout SignLight?) {
        let expected = "the path of a sensor's file, or keys: sensor, curve, every"
        let text = LiveSource.files(path: path).map { SignLight($0) }
        fields.readKeys("light", expected: expected, text: text, into: &light) { SignLight(&$0, path: path) }
    }

    private init?(_ fields: inout SignFields, path: String) {
        let file = fields.value("sensor", as: LiveSource.files(path: path))
        var interval = Nanoseconds.seconds(2)
        fields.read("every", as: .time(in: Self.intervals), into: &interval)
        self.init(file ?? LiveFile(""), interval: interval)
        fields.read("smoothing", as: .time(in: Self.smoothings), into: &smoothing)
        fields.read("hysteresis", in: 0...50, into: &hysteresis)
        let words = "lux values with percentages, such as {1: 5, 100: 30, 10000: 100}"
        let place = fields.place(of: "curve")
        fields.readKeys("curve", expected: words, into: &points) { Self.curve(&$0, at: place) }
        guard file != nil else { return nil }
    }

    /// Reads the brightness at some illuminances.
    private static func curve(_ fields: inout SignFields, at place: TextPlace?) -> [AmbientLight.Point]? {
        let keys = fields.givenKeys
        for key in keys { fields.accept(key) }
        guard (1...maximumPoints).contains(keys.count) else {
            fields.recordProblem(
                .outOfRange(key: "curve", expected: "1 to \(maximumPoints) points", found: "\(keys.count)"), at: place)
            return nil
        }
        var points: [AmbientLight.Point] = []
        for key in keys {
            let percent = fields.value(key, as: .integer(in: 0...100))
            let lux = Double(setting: key)
            guard let lux, (0...AmbientLight.brightest).contains(lux) else {
                fields.recordProblem(
                    .wrongType(
                        key: "curve", expected: "numbers of lux from 0 to 200000, each with a percentage",
                        found: ShownText.quoted(key)), at: fields.keyPlace(of: key))
                continue
            }
            if let percent { points.append(AmbientLight.Point(lux: lux, percent: percent)) }
        }
        return points.count == keys.count ? points : nil
    }
}
