/// How a row pair is shown in one refresh: by thresholds, or by planes of which equal ones are shown together.
///
/// The light is the same. Thresholds: for the distinct times u1 < ... < uk of its LEDs, those with at least ui are lit for
/// ui - u(i-1). Planes: every plane that is not dark, for its time; planes with equal bits at once.
struct ShiftPlan {
    /// The most shifts that a plan has.
    static let maximumShifts = PlaneTiming.planeCount
    /// The numbers that its memory has room for.
    static let memorySize = 2 * maximumShifts

    /// Whether it shows by thresholds.
    private(set) var isThresholds = false
    /// The number of shifts; 0 where all is dark.
    private(set) var count = 0
    /// The units for which each shift is lit.
    let units: UnsafeMutablePointer<Int>
    /// The threshold of each shift in units, or its plane.
    let values: UnsafeMutablePointer<Int>
    /// The same for vectors, planes as bits; behind the last shift what no level reaches.
    private var marks = SIMD16<Int16>(repeating: 0)

    /// Chooses the cheaper way for the levels that were found.
    ///
    /// - Parameter memory: room for `memorySize` numbers.
    init(_ levels: LevelSurvey, planes: PlaneTiming, timing: ScanTiming, memory: UnsafeMutablePointer<Int>) {
        units = memory
        values = memory + Self.maximumShifts
        for index in 0..<levels.groupCount where levels.groups[index] & levels.lit != 0 { count += 1 }
        if !levels.hasManyTimes, levels.timeCount <= count, chooseThresholds(levels, timing: timing) { return }
        choosePlanes(levels, planes: planes)
    }

    private mutating func choosePlanes(_ levels: LevelSurvey, planes: PlaneTiming) {
        count = 0
        for index in 0..<levels.groupCount {
            var remaining = levels.groups[index] & levels.lit
            guard remaining != 0 else { continue }
            values[count] = remaining.trailingZeroBitCount
            marks[count] = 1 << Int16(truncatingIfNeeded: values[count])
            var sum = 0
            while remaining != 0 {
                sum += planes.duration(plane: remaining.trailingZeroBitCount)
                remaining &= remaining &- 1
            }
            units[count] = sum
            count += 1
        }
    }

    private mutating func chooseThresholds(_ levels: LevelSurvey, timing: ScanTiming) -> Bool {
        var time: Int64 = 0
        var before = 0
        for index in 0..<levels.timeCount {
            values[index] = levels.times[index]
            units[index] = values[index] - before
            before = values[index]
            time += timing.time(units: units[index])
        }
        // Many short steps between times that are close together may take longer than the planes would.
        guard time <= timing.pulseBudget else { return false }
        isThresholds = true
        count = levels.timeCount
        marks = SIMD16(repeating: Int16.max)
        for index in 0..<count { marks[index] = Int16(truncatingIfNeeded: values[index]) }
        return true
    }

    /// The shifts in which a level is lit.
    @inline(__always)
    func codes(level: Int, shown: Int, planes: PlaneTiming) -> ShiftCodes {
        guard isThresholds else { return Self.codes(level: level, planes: marks) }
        let units = Int16(truncatingIfNeeded: planes.units(level: level, shown: shown))
        return ShiftCodes(lit: unsafeBitCast(SIMD16(repeating: units) .>= marks, to: SIMD16<Int16>.self))
    }

    /// The codes of a level whose shifts are these planes, as bits.
    @inline(__always)
    static func codes(level: Int, planes: SIMD16<Int16>) -> ShiftCodes {
        let bits = SIMD16(repeating: Int16(truncatingIfNeeded: level)) & planes
        // Vectors of masks as integers: all ones where the level has the plane.
        return ShiftCodes(lit: unsafeBitCast(bits .!= SIMD16(repeating: 0), to: SIMD16<Int16>.self))
    }

    /// Every plane for itself, the lowest one first.
    static var allPlanes: SIMD16<Int16> {
        var planes = SIMD16<Int16>(repeating: 0)
        for plane in 0..<PlaneTiming.planeCount { planes[plane] = 1 << Int16(plane) }
        return planes
    }
}
