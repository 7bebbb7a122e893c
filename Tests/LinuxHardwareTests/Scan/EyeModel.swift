import Glibc

/// What an eye makes of light that comes in refreshes: a low-pass filter of the first order with 30 ms.
///
/// A white LED that is refreshed as planned is 1.
struct EyeModel {
    static let time = 30_000_000.0
    private let gain: Double
    private let nominal: [Double]
    private(set) var levels: [Double]

    /// Starts with eyes that have looked at the LEDs of a machine at rest for long.
    init(_ machine: DisturbedMachine) {
        let white = Double(DisturbedMachine.white)
        gain = (1 - exp(-Double(machine.period) / Self.time)) / white
        nominal = machine.nominal.map { Double($0) / white }
        levels = nominal
    }

    /// Sees the next refresh of a machine.
    mutating func see(_ machine: inout DisturbedMachine) {
        let start = machine.loop.time
        let light = machine.refresh().light
        let decay = exp(-Double(machine.loop.time - start) / Self.time)
        for index in levels.indices { levels[index] = levels[index] * decay + Double(light[index]) * gain }
    }

    /// By how much the LED that is worst is too bright; negative where it is too dark.
    var worst: Double {
        var worst = 0.0
        for index in levels.indices {
            let error = levels[index] - nominal[index]
            if abs(error) > abs(worst) { worst = error }
        }
        return worst
    }
}
