/// The row pairs of a plan with pulses of one length: their pixels without planes and address, and the columns of the planes.
///
/// Every picture of a plan has its pulses at the same places, and shorter ones end earlier. A change of the length does not
/// allocate, and takes O(pixels of a row pair in each refresh of the dither cycle).
struct ScanOutLight: Sendable {
    /// The length of the lowest plane that is shown, in nanoseconds.
    private(set) var pulse: Int64
    /// In each refresh of the dither cycle the pixels of a row pair.
    private(set) var pixels: [[UInt32]]
    /// In each refresh the columns of the planes.
    private(set) var runs: [[ScanOutRun]]

    /// Prepares the row pairs at full brightness.
    init(_ plan: ScanOutPlan) {
        pulse = plan.timing.fullPulse
        pixels = plan.bands.map { $0.pixels(plan.wires, half: plan.timing.half, chip: plan.settings.chip) }
        runs = plan.bands.map { band in
            var runs: [ScanOutRun] = []
            runs.reserveCapacity(band.maximumRuns)
            return runs
        }
        for phase in plan.bands.indices { findRuns(phase, plan) }
    }

    /// Gives all pulses another length, at most that of full brightness.
    mutating func setPulse(_ pulse: Int64, plan: ScanOutPlan) {
        guard pulse != self.pulse else { return }
        self.pulse = pulse
        for phase in plan.bands.indices {
            pixels[phase].withUnsafeMutableBufferPointer { Self.setPulse(pulse, phase: phase, plan, in: $0) }
            findRuns(phase, plan)
        }
    }

    private static func setPulse(
        _ pulse: Int64, phase: Int, _ plan: ScanOutPlan, in pixels: UnsafeMutableBufferPointer<UInt32>
    ) {
        var plane = -1
        var left = 0
        // Not over elements: the debug build allocates for the iteration over those that are larger than a few words.
        let windows = plan.bands[phase].pulses
        for number in windows.indices {
            let window = windows[number]
            if window.plane != plane {
                plane = window.plane
                left = plan.timing.pixels(plane: plane, phase: phase, pulse: pulse)
            }
            let light = min(window.places.count - plan.timing.lag, left)
            left -= light
            let end = window.places.lowerBound + (light > 0 ? light + plan.timing.lag : 0)
            for place in window.places.lowerBound..<end { pixels[place] &= ~plan.wires.outputEnable }
            for place in end..<window.places.upperBound { pixels[place] |= plan.wires.outputEnable }
        }
    }

    private mutating func findRuns(_ phase: Int, _ plan: ScanOutPlan) {
        plan.bands[phase].findRuns(
            in: pixels[phase], plan.wires, columnPixels: plan.timing.column, into: &runs[phase])
    }
}
