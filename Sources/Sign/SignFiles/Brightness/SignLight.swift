import LiveValues
import Schedules
import Timelines

/// A sensor of the light around a sign, and what is made of it.
package struct SignLight: Equatable, Sendable {
    /// The sensor, which is asked like the sources of fields.
    package var source: LiveSource
    /// The brightness at some illuminances.
    package var points = AmbientLight.usualPoints
    /// The time after which a jump of the light is followed by two thirds.
    package var smoothing = Nanoseconds.seconds(10)
    /// The percentage points below which nothing changes.
    package var hysteresis = 3

    /// The name under which the sensor is asked, which no field has.
    package static let sourceName = "light of brightness"

    /// Describes a sensor of the kernel (IIO): a file with lux in it, or one whose name ends in `_raw` and whose factor
    /// stands in a file beside it.
    ///
    /// - Parameter interval: from one look to the next.
    package init(_ file: LiveFile, interval: Nanoseconds = .seconds(2)) {
        var file = file
        file.isScaledBeside = true
        source = LiveSource(Self.sourceName, .file(file), form: .number(LiveScale()))
        source.interval = interval
        // A sensor that has been unplugged no longer measures the light.
        source.keep = max(.seconds(30), interval + interval + interval)
    }
}
