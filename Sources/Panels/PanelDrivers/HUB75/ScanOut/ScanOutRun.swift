/// Columns of a plane that lie one after the other in a line of a row pair, all with OE high, or all with OE low, or one
/// within which OE changes or LAT is high.
struct ScanOutRun: Sendable {
    /// Where OE is; changing also where LAT is high.
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
    /// The most runs of its planes: a pulse that ends within a shift makes three of it, and LAT one more.
    var maximumRuns: Int { 4 * shifts.count }

    /// Finds the columns of all planes; does not allocate where there is room for `maximumRuns`.
    ///
    /// - Parameters:
    ///   - pixels: those of the band.
    ///   - columnPixels: the pixels of a column.
    func findRuns(in pixels: [UInt32], _ wires: ScanOutLines, columnPixels: Int, into runs: inout [ScanOutRun]) {
        runs.removeAll(keepingCapacity: true)
        for number in shifts.indices {
            let shift = shifts[number]
            guard case .plane(let plane) = shift.content else { continue }
            var first = 0
            while first < shift.count {
                let place = shift.place + first * columnPixels
                let light = Self.light(pixels, at: place, wires, columnPixels)
                var end = first + 1
                while end < shift.count,
                    Self.light(pixels, at: shift.place + end * columnPixels, wires, columnPixels) == light
                { end += 1 }
                let columns = shift.column + first..<shift.column + end
                Self.append(
                    ScanOutRun(plane: plane, light: light, columns: columns, place: place, width: width), to: &runs)
                first = end
            }
        }
    }

    private static func append(_ run: ScanOutRun, to runs: inout [ScanOutRun]) {
        let isJoined = runs.withUnsafeMutableBufferPointer { runs in
            for index in 0..<runs.count where runs[index].join(run) { return true }
            return false
        }
        if !isJoined { runs.append(run) }
    }

    /// The light of the column at a place.
    private static func light(
        _ pixels: [UInt32], at place: Int, _ wires: ScanOutLines, _ columnPixels: Int
    ) -> ScanOutRun.Light {
        var dark = 0
        for pixel in place..<place + columnPixels {
            if pixels[pixel] & wires.latch != 0 { return .changing }
            if pixels[pixel] & wires.outputEnable != 0 { dark += 1 }
        }
        return dark == 0 ? .lit : dark == columnPixels ? .dark : .changing
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
    /// For each refresh of the dither cycle the planes that are shown, the shortest first, at full brightness.
    private(set) var lights: [[Light]] = []
    /// The length of the lowest plane at full brightness, in nanoseconds.
    let fullPulse: Int64
    private let planes: PlaneTiming
    private let pixelPicoseconds: Int64

    var column: Int { 2 * half }
    /// The pixels of a shift, and one in which CLK falls.
    var shift: Int { columns * column + 1 }
    /// The pixels of the last columns, during whose clocks LAT is high; 0 where it rises after them.
    let latched: Int
    /// The pixels of a latch and of what follows it before the light.
    var latch: Int { half + latchGap }

    /// Converts the times of settings.
    init(columns: Int, settings: ScanSettings, pixelPicoseconds: Int64) {
        func pixels(_ nanoseconds: Int64) -> Int {
            Int((1_000 * nanoseconds + pixelPicoseconds - 1) / pixelPicoseconds)
        }
        self.columns = columns
        half = max(pixels(settings.clockWidth), 1)
        latched = settings.chip.latchedClocks * 2 * half
        rowClock = max(pixels(settings.rowClock), 1)
        latchGap = max(pixels(settings.latchGap), 1)
        darkGap = pixels(settings.darkGap)
        settle = pixels(settings.settle)
        lag = pixels(settings.oeLag)
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        (self.planes, self.pixelPicoseconds) = (planes, pixelPicoseconds)
        fullPulse = Dimming(settings).pulse(brightness: 100)
        let timing = self
        lights = (0..<planes.phases).map { phase in
            (planes.firstPlane(phase: phase)..<PlaneTiming.planeCount).map { plane in
                (plane, timing.pixels(plane: plane, phase: phase, pulse: timing.fullPulse))
            }
        }
    }

    /// The pixels for which a plane is lit in a refresh of the dither cycle, 1 at least.
    ///
    /// What a plane is lit for is rounded once for all refreshes of the cycle, so that nothing adds up.
    ///
    /// - Parameter pulse: the length of the lowest plane that is shown, in nanoseconds.
    func pixels(plane: Int, phase: Int, pulse: Int64) -> Int {
        let lowest = planes.duration(plane: planes.firstPlane(phase: 0))
        let length = Int64(planes.duration(plane: plane) / lowest) * pulse * 1_000
        var before: Int64 = 0
        for earlier in 0..<phase where planes.firstPlane(phase: earlier) <= plane { before += 1 }
        return max(Int(pixels((before + 1) * length) - pixels(before * length)), 1)
    }

    /// The nearest number of pixels to some picoseconds.
    private func pixels(_ length: Int64) -> Int64 { (2 * length + pixelPicoseconds) / (2 * pixelPicoseconds) }
}
