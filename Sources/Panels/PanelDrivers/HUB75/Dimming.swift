/// How HUB75 panels show the values of a channel at a brightness: the length of the pulses, and the level of each value.
///
/// The light follows the CIE 1931 lightness curve: with v = value * brightness / 255 (0 to 100) it is v / 902.3 up to v = 8, and
/// ((v + 16) / 116)^3 above. Brightness is so applied as lightness, as the eye sees it.
///
/// Pulses get shorter with the brightness, all in the same ratio, so a dark picture has as many levels as a bright one. Where the
/// lowest plane reaches the shortest pulse of the port, levels are rounded to whole pulses instead. A value that is lit at full
/// brightness is lit at every brightness above 0. All of it takes constant time and allocates nothing.
package struct Dimming: Hashable, Sendable {
    /// The lowest plane that is shown: levels are multiples of 2 to that power.
    private let lowestPlane: Int
    /// The length of the lowest plane at full brightness, in nanoseconds.
    private let fullPulse: Int64
    /// The length below which it never falls.
    private let shortestPulse: Int64

    /// The shortest pulse of any port, in nanoseconds: panels of eight planes and an LSB of 130 ns show 49 levels at 5 percent.
    private static let shortestPulse: Int64 = 30

    /// Creates the dimming of panels with these settings.
    ///
    /// - Parameter timing: of the port whose writes make the pulses; nil where a machine makes them.
    package init(_ settings: ScanSettings, timing: PortTiming? = nil) {
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        lowestPlane = planes.firstPlane(phase: 0)
        fullPulse = max(Int64(planes.duration(plane: lowestPlane)) * settings.leastPulse, 1)
        // A pulse ends a write after the clock was read before it and at least once while it is lit.
        let end = timing.map { timing in
            WritePlan(settings: settings, timing: timing).time(writes: 1) + 2 * timing.roundedClockTime
        }
        shortestPulse = min(max(Self.shortestPulse, (end ?? 0) - settings.oeLag), fullPulse)
    }

    /// The length of the lowest plane at a brightness from 0 to 100 percent, in nanoseconds, without what the panel loses of it.
    package func pulse(brightness: Int) -> Int64 {
        // Rounded up, so that white stays within the highest level.
        let light = Double(fullPulse) * Self.luminance(value: 255, brightness: brightness)
        return min(max(Int64((light / 10).rounded(.up)) * 10, shortestPulse), fullPulse)
    }

    /// The level of a value from 0 to 255 at a brightness from 0 to 100 percent, with pulses of the length for that brightness.
    package func level(value: Int, brightness: Int) -> Int {
        let highest = PlaneTiming.maximumLevel >> lowestPlane
        let ratio = Double(fullPulse) / Double(pulse(brightness: brightness))
        let step = Double(highest) * Self.luminance(value: value, brightness: brightness) * ratio
        let least = brightness > 0 && Double(highest) * Self.luminance(value: value, brightness: 100) >= 0.5 ? 1 : 0
        return min(max(Int(step.rounded()), least), highest) << lowestPlane
    }

    /// The light of a value at a brightness as the nearest level of full brightness, 0 to 2047.
    package func light(value: Int, brightness: Int) -> Int {
        let light = Int64(level(value: value, brightness: brightness)) * pulse(brightness: brightness)
        return Int((2 * light + fullPulse) / (2 * fullPulse))
    }

    /// The light of a value from 0 to 255 at a brightness from 0 to 100 percent, from 0 to 1.
    static func luminance(value: Int, brightness: Int) -> Double {
        // v = product / 255: v <= 8 up to 2040.
        let product = value * brightness
        if product <= 2040 { return Double(10 * product) / Double(255 * 9023) }
        let base = product + 255 * 16
        return Double(base * base * base) / Double(29580 * 29580 * 29580)
    }
}
