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
    init(
        _ levels: LevelSurvey, planes: PlaneTiming, timing: UnsafePointer<ScanTiming>,
        memory: UnsafeMutablePointer<Int>
    ) {
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

    private mutating func chooseThresholds(_ levels: LevelSurvey, timing: UnsafePointer<ScanTiming>) -> Bool {
        var time: Int64 = 0
        var before = 0
        for index in 0..<levels.timeCount {
            values[index] = levels.times[index]
            units[index] = values[index] - before
            before = values[index]
            time += timing.pointee.time(units: units[index])
        }
        // Many short steps between times that are close together may take longer than the planes would.
        guard time <= timing.pointee.pulseBudget else { return false }
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

/// The colours of a column in the shifts of a row pair, one byte for each shift: red, green and blue of the upper pixel in
/// bits 0 to 2, of the lower one in bits 3 to 5.
///
/// A value of a channel has such codes as well, with bit 0 alone.
struct ShiftCodes {
    /// The bytes; those behind the last shift are 0.
    var bytes: SIMD16<UInt8>

    /// Puts the codes of a pixel together from those of its channels.
    @inline(__always)
    init(red: ShiftCodes, green: ShiftCodes, blue: ShiftCodes) {
        let two = Self.twice(blue.bytes) | green.bytes
        bytes = Self.twice(two) | red.bytes
    }

    /// The codes of a value that is lit in the shifts whose lane of the mask is all ones.
    @inline(__always)
    init(lit: SIMD16<Int16>) {
        bytes = SIMD16<UInt8>(truncatingIfNeeded: lit & SIMD16(repeating: 1))
    }

    /// The codes of a column, from the codes of the 256 values.
    ///
    /// Pixels are read by bytes, blue first as they lie in memory: a load costs less than taking a number apart.
    @inline(__always)
    init(upper: UnsafeRawPointer, lower: UnsafeRawPointer, values: UnsafeRawPointer) {
        var codes = Self.codes(values, lower)
        codes = Self.twice(codes) | Self.codes(values, lower + 1)
        codes = Self.twice(codes) | Self.codes(values, lower + 2)
        codes = Self.twice(codes) | Self.codes(values, upper)
        codes = Self.twice(codes) | Self.codes(values, upper + 1)
        bytes = Self.twice(codes) | Self.codes(values, upper + 2)
    }

    /// The bits that codes have in the bytes of some planes, where every plane is a shift by itself.
    @inline(__always)
    static func mask(planes: Int) -> SIMD2<UInt64> {
        let planes = UInt64(truncatingIfNeeded: planes)
        return SIMD2(mask(eight: planes & 0xFF), mask(eight: planes >> 8))
    }

    @inline(__always)
    private static func mask(eight planes: UInt64) -> UInt64 {
        // Bit n alone in byte n; then bit 7 of every byte that is not 0.
        let spread = planes &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
        let isSet = (spread &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
        return isSet &>> 7 &* 63
    }

    /// The same colours as those of a lower pixel.
    @inline(__always)
    var lowered: ShiftCodes {
        var codes = self
        codes.bytes = Self.twice(Self.twice(Self.twice(bytes)))
        return codes
    }

    /// The same colours in bits 2 to 7.
    @inline(__always)
    var fourfold: ShiftCodes {
        var codes = self
        codes.bytes = Self.twice(Self.twice(bytes))
        return codes
    }

    /// An upper and a lower pixel.
    @inline(__always)
    static func | (upper: ShiftCodes, lower: ShiftCodes) -> ShiftCodes {
        var codes = upper
        codes.bytes |= lower.bytes
        return codes
    }

    /// An addition, because processors shift no bytes.
    @inline(__always)
    private static func twice(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> { bytes &+ bytes }

    /// The codes of the value at a place: 16 bytes each.
    @inline(__always)
    private static func codes(_ values: UnsafeRawPointer, _ place: UnsafeRawPointer) -> SIMD16<UInt8> {
        values.load(fromByteOffset: Int(place.load(as: UInt8.self)) &<< 4, as: SIMD16<UInt8>.self)
    }
}
