/// The times of a refresh in pixels of a display engine.
struct ScanOutTiming: Sendable {
    /// The light of a bit plane in one refresh.
    struct Light: Hashable, Sendable {
        let plane: Int
        /// The pixels for which it is lit, without what the panel loses of each pulse.
        var pixels: Int
    }

    /// The bits that are shifted for a row.
    let columns: Int
    /// The pixels for which CLK and LAT stay at a level.
    let half: Int
    /// From the end of the latch to the light, 1 at least.
    let latchGap: Int
    /// From the end of the light to the change of the row address, and from there to the light.
    let darkGap: Int
    let settle: Int
    /// What the panel loses of each pulse.
    let lag: Int
    /// For each refresh of the dither cycle the planes that are shown, the shortest first.
    let lights: [[Light]]

    /// The pixels of a column.
    var column: Int { 2 * half }
    /// The pixels of a shift, and one in which CLK falls.
    var shift: Int { columns * column + 1 }
    /// The pixels of a latch and of what follows it before the light.
    var latch: Int { half + latchGap }

    /// Converts the times of settings.
    init(columns: Int, settings: ScanSettings, pixelPicoseconds: Int64) {
        func pixels(_ nanoseconds: Int64) -> Int {
            Int((1_000 * nanoseconds + pixelPicoseconds - 1) / pixelPicoseconds)
        }
        self.columns = columns
        half = max(pixels(settings.clockWidth), 1)
        latchGap = max(pixels(settings.latchGap), 1)
        darkGap = pixels(settings.darkGap)
        settle = pixels(settings.settle)
        lag = pixels(settings.oeLag)
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        var refreshes = [Int64](repeating: 0, count: PlaneTiming.planeCount)
        lights = (0..<planes.phases).map { phase in
            (planes.firstPlane(phase: phase)..<PlaneTiming.planeCount).map { plane in
                // What a plane is lit for is rounded once for all refreshes of the cycle, so that nothing adds up.
                let length = Int64(planes.duration(plane: plane)) * settings.leastPulse * 1_000
                func rounded(_ refreshes: Int64) -> Int64 {
                    (2 * refreshes * length + pixelPicoseconds) / (2 * pixelPicoseconds)
                }
                let before = refreshes[plane]
                refreshes[plane] += 1
                return Light(plane: plane, pixels: max(Int(rounded(before + 1) - rounded(before)), 1))
            }
        }
    }
}
