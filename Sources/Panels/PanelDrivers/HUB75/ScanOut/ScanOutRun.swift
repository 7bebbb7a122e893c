/// Columns of a plane that lie one after the other in a line of a row pair, all with OE high, or all with OE low, or one
/// within which OE changes.
struct ScanOutRun: Sendable {
    /// Where OE is.
    enum Light: Int, Sendable {
        case lit, dark, changing
    }

    let light: Light
    /// The place of the first column's code: 16 bytes a column, one of them for each plane.
    let code: Int
    /// How many columns there are.
    let count: Int
    /// The line of the row pair, and the pixel in it.
    let line: Int
    let pixel: Int
    /// The pixel counted through all lines.
    let place: Int
    /// The same for an equal run, which is written together with this one; the line is -1 where there is none.
    private(set) var otherLine = -1
    private(set) var otherPixel = 0

    init(plane: Int, light: Light, columns: Range<Int>, place: Int, width: Int) {
        (self.light, count) = (light, columns.count)
        code = 16 * columns.lowerBound + plane
        (line, pixel) = place.quotientAndRemainder(dividingBy: width)
        self.place = place
    }

    /// Joins another run to this one; false where that is not possible.
    mutating func join(_ other: ScanOutRun) -> Bool {
        guard otherLine < 0, light != .changing, light == other.light, code == other.code, count == other.count else {
            return false
        }
        (otherLine, otherPixel) = (other.line, other.pixel)
        return true
    }
}

extension ScanOutBand {
    /// The columns of all planes.
    ///
    /// - Parameters:
    ///   - pixels: those of the band.
    ///   - columnPixels: the pixels of a column.
    func runs(in pixels: [UInt32], outputEnable: UInt32, columnPixels: Int) -> [ScanOutRun] {
        var runs: [ScanOutRun] = []
        for shift in shifts {
            guard case .plane(let plane) = shift.content else { continue }
            let lights = (0..<shift.count).map { index -> ScanOutRun.Light in
                let first = shift.place + index * columnPixels
                let dark = pixels[first..<first + columnPixels].filter { $0 & outputEnable != 0 }.count
                return dark == 0 ? .lit : dark == columnPixels ? .dark : .changing
            }
            var index = 0
            while index < shift.count {
                let first = index
                repeat { index += 1 } while index < shift.count && lights[index] == lights[first]
                let run = ScanOutRun(
                    plane: plane, light: lights[first], columns: shift.column + first..<shift.column + index,
                    place: shift.place + first * columnPixels, width: width)
                if !runs.indices.contains(where: { runs[$0].join(run) }) { runs.append(run) }
            }
        }
        return runs
    }

    /// Where the planes of flat row pairs are shifted: the first pixels of those in the dark.
    var darkShifts: [Int] {
        shifts.filter { $0.isPlane && !$0.isUnderLight && $0.column == 0 }.map(\.place)
    }

    /// The pixels of the planes that flat row pairs do not shift: they are in the registers already.
    func litShifts(columnPixels: Int) -> [Range<Int>] {
        shifts.filter { $0.isPlane && $0.isUnderLight }.map { $0.place..<$0.place + $0.count * columnPixels }
    }
}

/// The times of a refresh in pixels of a display engine.
struct ScanOutTiming: Sendable {
    /// The light of a bit plane in one refresh: the pixels for which it is lit, without what the panel loses of each pulse.
    typealias Light = (plane: Int, pixels: Int)

    /// The bits that are shifted for a row.
    let columns: Int
    /// The pixels for which CLK and LAT stay at a level.
    let half: Int
    /// The pixels for which the clock of shifted rows stays at a level.
    let rowClock: Int
    /// From the end of the latch to the light, 1 at least.
    let latchGap: Int
    /// From the end of the light to the change of the row address, and from there to the light.
    let darkGap: Int
    let settle: Int
    /// What the panel loses of each pulse.
    let lag: Int
    /// For each refresh of the dither cycle the planes that are shown, the shortest first.
    let lights: [[Light]]

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
        rowClock = max(pixels(settings.rowClock), 1)
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
                return (plane, max(Int(rounded(before + 1) - rounded(before)), 1))
            }
        }
    }
}
