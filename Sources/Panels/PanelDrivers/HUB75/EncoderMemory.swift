/// The memory in which an encoder works: one block, allocated once, whose parts are these pointers for one call.
struct EncoderMemory {
    /// The most colours that the palette holds; row pairs with more are encoded by values.
    static let paletteSize = 32
    /// Slots of the palette's hash table.
    static let slotCount = 64
    /// A slot without a colour: colours have 24 bits.
    static let freeSlot = UInt64.max
    /// How many plans of palette colours are kept; the next one is for rows that are encoded by values.
    static let planCount = 8

    /// How many colours the palette has, and the plan that is replaced next.
    let paletteCount: UnsafeMutablePointer<Int>
    let nextPlan: UnsafeMutablePointer<Int>
    /// What is known of each phase's program while it is written.
    let phases: UnsafeMutablePointer<PhaseState>
    /// The level of each value of a channel.
    let levels: UnsafeMutablePointer<UInt16>
    /// The planes, or the thresholds of a row, in which each value is lit.
    let planeCodes: UnsafeMutablePointer<ShiftCodes>
    let thresholdCodes: UnsafeMutablePointer<ShiftCodes>
    /// Which values were met in a row.
    let isMet: UnsafeMutablePointer<UInt8>
    /// The palette as a hash table: colours in the lower halves, their numbers in the upper ones; `freeSlot` for none.
    let slots: UnsafeMutablePointer<UInt64>
    let palette: UnsafeMutablePointer<UInt32>
    /// For each kept plan, the colours and the phase that it is for; 0 for an empty entry.
    let planKeys: UnsafeMutablePointer<UInt64>
    /// For each plan, the number of its shifts, and what `ShiftPlan` records of them: the units come first.
    let planShifts: UnsafeMutablePointer<Int>
    let planNumbers: UnsafeMutablePointer<Int>
    /// What `LevelSurvey` records.
    let survey: UnsafeMutablePointer<Int>
    /// For each kept plan the codes of the colours of the palette, in upper and in lower pixels.
    let planCodes: UnsafeMutablePointer<ShiftCodes>
    /// The changing columns of a row pair, and for each the palette numbers of its lanes.
    let eventColumns: UnsafeMutablePointer<Int32>
    let eventNumbers: UnsafeMutablePointer<UInt8>
    /// The codes of each chain's columns, or only of those that change.
    let columnCodes: UnsafeMutablePointer<ShiftCodes>
    /// Pixels that do not lie one after the other, gathered.
    let pixels: UnsafeMutablePointer<UInt32>
    /// Where each lane's pixels are.
    let lanePixels: UnsafeMutablePointer<UnsafePointer<UInt32>>
    /// The low and the high lines of each chain's 64 colours: three bits of the upper pixel, three of the lower one.
    ///
    /// The levels of further chains are added to those of the first one.
    let chainLevels: UnsafeMutablePointer<ColumnLevels>
    let chainHigh: UnsafeMutablePointer<UInt32>
    /// Where the words of each phase's program lie.
    let bases: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>>
    /// The end of the last part.
    private let end: UnsafeMutableRawPointer

    /// Lays the parts out from an address that is a multiple of 16.
    init(at base: UnsafeMutableRawPointer, matrix: HUB75Matrix) {
        let columns = matrix.columns
        let chains = matrix.chains
        let lanes = 2 * chains
        var end = base
        paletteCount = Self.take(&end, 1, of: Int.self)
        nextPlan = Self.take(&end, 1, of: Int.self)
        phases = Self.take(&end, 4, of: PhaseState.self)
        levels = Self.take(&end, 256, of: UInt16.self)
        planeCodes = Self.take(&end, 256, of: ShiftCodes.self)
        thresholdCodes = Self.take(&end, 256, of: ShiftCodes.self)
        isMet = Self.take(&end, 256, of: UInt8.self)
        slots = Self.take(&end, Self.slotCount, of: UInt64.self)
        palette = Self.take(&end, Self.paletteSize, of: UInt32.self)
        planKeys = Self.take(&end, Self.planCount, of: UInt64.self)
        planShifts = Self.take(&end, Self.planCount + 1, of: Int.self)
        planNumbers = Self.take(&end, (Self.planCount + 1) * ShiftPlan.memorySize, of: Int.self)
        survey = Self.take(&end, 2 * PlaneTiming.planeCount, of: Int.self)
        planCodes = Self.take(&end, Self.planCount * 2 * Self.paletteSize, of: ShiftCodes.self)
        eventColumns = Self.take(&end, columns, of: Int32.self)
        eventNumbers = Self.take(&end, columns * lanes, of: UInt8.self)
        columnCodes = Self.take(&end, columns * chains, of: ShiftCodes.self)
        pixels = Self.take(&end, columns * lanes, of: UInt32.self)
        lanePixels = Self.take(&end, lanes, of: UnsafePointer<UInt32>.self)
        chainLevels = Self.take(&end, chains * 64, of: ColumnLevels.self)
        chainHigh = Self.take(&end, chains * 64, of: UInt32.self)
        bases = Self.take(&end, 4, of: UnsafeMutablePointer<UInt32>.self)
        self.end = end
    }

    /// Takes the next part: a function of its own, because closures over `end` would be allocated in debug builds.
    @inline(__always)
    private static func take<T>(
        _ end: inout UnsafeMutableRawPointer, _ count: Int, of type: T.Type
    ) -> UnsafeMutablePointer<T> {
        let start = end.assumingMemoryBound(to: type)
        end += (count &* MemoryLayout<T>.stride &+ 15) & ~15
        return start
    }

    /// The bytes that the parts take.
    static func bytes(_ matrix: HUB75Matrix) -> Int {
        // These pointers are never read or written.
        guard let base = UnsafeMutableRawPointer(bitPattern: 16) else { return 0 }
        return EncoderMemory(at: base, matrix: matrix).end - base
    }

    /// Forgets all colours, and the plans that were made of them.
    func forgetPalette() {
        paletteCount.pointee = 0
        slots.update(repeating: Self.freeSlot, count: Self.slotCount)
        planKeys.update(repeating: 0, count: Self.planCount)
    }

    /// Makes the levels of a brightness from 0 to 100 percent, and forgets the plans of others.
    func setBrightness(_ percent: Int, _ dimming: Dimming) {
        let planes = ShiftPlan.allPlanes
        for value in 0..<256 {
            levels[value] = UInt16(truncatingIfNeeded: dimming.level(value: value, brightness: percent))
            planeCodes[value] = ShiftPlan.codes(level: Int(levels[value]), planes: planes)
        }
        planKeys.update(repeating: 0, count: Self.planCount)
    }
}

/// What is known of a program while it is written.
struct PhaseState {
    /// The words so far.
    var count = 0
    /// The row that is addressed; -1 where that is unknown.
    var row = -1
    /// Where the words of the shift lie that was latched last; an empty range at the start.
    var latchedStart = 0
    var latchedEnd = 0
    /// Whether the next row's shifts come in reverse order.
    var isReversed = false
    /// The plan of the row pair before.
    var plan = 0
}
