import Glibc

/// What an eye makes of light that comes in refreshes: a low-pass filter of the first order with 30 ms.
///
/// A white LED that is refreshed as planned is 1.
struct EyeModel {
    static let time = 30_000_000.0
    private let gain: Double
    private(set) var levels: [Double]

    /// Starts with eyes that have looked at the LEDs for long.
    init(nominal: [Int64], white: Int64, period: Int64) {
        gain = (1 - exp(-Double(period) / Self.time)) / Double(white)
        levels = nominal.map { Double($0) / Double(white) }
    }

    /// Sees the light of a refresh that took a time.
    mutating func see(_ light: [Int64], for time: Int64) {
        let decay = exp(-Double(time) / Self.time)
        for index in levels.indices { levels[index] = levels[index] * decay + Double(light[index]) * gain }
    }
}
