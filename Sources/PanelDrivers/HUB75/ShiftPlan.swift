/// How a row pair is shown in one refresh: by thresholds, or by planes of which equal ones are shown together.
///
/// The light is the same. Thresholds: for the distinct times u1 < ... < uk of its LEDs, those with at least ui are lit for
/// ui - u(i-1). Planes: every plane that is not dark, for its time; planes with equal bits at once.
struct ShiftPlan {
    /// The most shifts that a plan has.
    static let mostShifts = PlaneTiming.planeCount

    /// Whether it shows by thresholds.
    private var isThresholds = false
    /// The number of shifts; 0 where all is dark.
    private(set) var count = 0
    /// The units for which each shift is lit.
    private(set) var units = SIMD16<Int16>(repeating: 0)
    /// The thresholds in units, or the planes.
    private var values = SIMD16<Int16>(repeating: 0)

    /// Chooses the cheaper way for the levels that occur.
    ///
    /// - Parameters:
    ///   - levels: the distinct levels, in any order; repeated ones do no harm.
    ///   - shown: the planes of this refresh, as bits.
    init(levels: UnsafeBufferPointer<UInt16>, shown: Int, planes: PlaneTiming, timing: ScanTiming) {
        var thresholds = ThresholdList()
        var groups = PlaneGroups()
        for index in 0..<levels.count {
            let level = Int(levels[index]) & shown
            guard level != 0 else { continue }
            thresholds.insert(planes.units(level: level, shown: shown))
            groups.insert(UInt16(truncatingIfNeeded: level))
            if thresholds.isFull, groups.isComplete(shown: shown) { break }
        }
        choosePlanes(groups, shown: shown, planes: planes)
        if !thresholds.isFull, thresholds.count <= count { chooseThresholds(thresholds, timing: timing) }
    }

    /// The shifts in which a level is lit, as bits.
    @inline(__always)
    func members(level: Int, shown: Int, planes: PlaneTiming) -> UInt32 {
        var members: UInt32 = 0
        if isThresholds {
            let units = planes.units(level: level, shown: shown)
            for shift in 0..<count where units >= Int(values[shift]) { members |= 1 << UInt32(shift) }
        } else {
            for shift in 0..<count where level >> Int(values[shift]) & 1 == 1 { members |= 1 << UInt32(shift) }
        }
        return members
    }

    private mutating func choosePlanes(_ groups: PlaneGroups, shown: Int, planes: PlaneTiming) {
        var remaining = groups.lit
        while remaining != 0 {
            let plane = remaining.trailingZeroBitCount
            let equal = groups.equal(to: plane) & remaining
            remaining &= ~equal
            var sum = 0
            for other in plane..<PlaneTiming.planeCount where equal >> other & 1 == 1 {
                sum += planes.duration(plane: other)
            }
            values[count] = Int16(truncatingIfNeeded: plane)
            units[count] = Int16(truncatingIfNeeded: sum)
            count += 1
        }
    }

    private mutating func chooseThresholds(_ thresholds: ThresholdList, timing: ScanTiming) {
        var time: Int64 = 0
        var before = 0
        for index in 0..<thresholds.count {
            time += timing.time(units: Int(thresholds.values[index]) - before)
            before = Int(thresholds.values[index])
        }
        // Many short steps between times that are close together may take longer than the planes would.
        guard time <= timing.pulseBudget else { return }
        isThresholds = true
        count = thresholds.count
        values = thresholds.values
        before = 0
        for index in 0..<count {
            units[index] = values[index] - Int16(truncatingIfNeeded: before)
            before = Int(values[index])
        }
    }
}

/// Distinct numbers in ascending order, as many as may be worth showing as thresholds.
struct ThresholdList {
    private(set) var values = SIMD16<Int16>(repeating: 0)
    private(set) var count = 0
    /// Whether more numbers came than planes exist.
    private(set) var isFull = false

    /// Inserts a number that is not 0.
    mutating func insert(_ units: Int) {
        guard !isFull else { return }
        let value = Int16(truncatingIfNeeded: units)
        var place = count
        while place > 0, values[place - 1] > value { place -= 1 }
        if place > 0, values[place - 1] == value { return }
        guard count < ShiftPlan.mostShifts else {
            isFull = true
            return
        }
        var index = count
        while index > place {
            values[index] = values[index - 1]
            index -= 1
        }
        values[place] = value
        count += 1
    }
}

/// Which planes have the same bits over all levels that occur.
struct PlaneGroups {
    /// For each plane, the planes that differ from it in some level.
    private var differing = SIMD16<UInt16>(repeating: 0)
    /// The planes that are lit somewhere.
    private(set) var lit: UInt16 = 0

    private static var bits: SIMD16<UInt16> {
        SIMD16(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 0, 0, 0, 0, 0)
    }

    /// Takes a level into account.
    mutating func insert(_ level: UInt16) {
        let all = SIMD16<UInt16>(repeating: level)
        let isLit = (all & Self.bits) .!= 0
        differing |= all.replacing(with: ~all, where: isLit)
        lit |= level
    }

    /// The planes that have the same bits as this one.
    func equal(to plane: Int) -> UInt16 { ~differing[plane] }

    /// Whether no two of the shown planes are equal any more.
    func isComplete(shown: Int) -> Bool {
        guard Int(lit) == shown else { return false }
        for plane in 0..<PlaneTiming.planeCount where shown >> plane & 1 == 1 {
            if Int(equal(to: plane)) & shown != 1 << plane { return false }
        }
        return true
    }
}
