import HardwareInterfaces

/// The memory in which an encoder works: one block, allocated once, whose parts are these pointers for one call.
struct EncoderMemory {
    /// The most colours that the palette holds; rows with more are encoded by values.
    static let paletteSize = 32
    /// Slots of the palette's hash table.
    static let slots = 64
    /// How many plans are kept.
    static let planCount = 16

    /// Numbers that last from frame to frame.
    let state: UnsafeMutablePointer<EncoderState>
    /// What is known of each phase's program while it is written.
    let phases: UnsafeMutablePointer<PhaseState>
    /// The level of each value of a channel.
    let levels: UnsafeMutablePointer<UInt16>
    /// For values, the shifts in which they are lit, three bits apart: shift s in bit 3 * s.
    let valueCodes: UnsafeMutablePointer<UInt64>
    /// Which values occur in a row.
    let isPresent: UnsafeMutablePointer<UInt8>
    /// Levels that occur.
    let levelList: UnsafeMutablePointer<UInt16>
    /// The palette as a hash table: colours with bit 31 set, 0 for a free slot; and their numbers.
    let keys: UnsafeMutablePointer<UInt32>
    let numbers: UnsafeMutablePointer<UInt8>
    /// The colours of the palette.
    let palette: UnsafeMutablePointer<UInt32>
    /// For each kept plan, the colours and the phase that it is for; 0 for none.
    let planKeys: UnsafeMutablePointer<UInt64>
    /// For each kept plan, its shifts, the units of each, and for each colour the shifts that light its channels.
    ///
    /// Codes have bit 3 * shift + channel. One plan more is for rows that are encoded by values; it has no codes.
    let planShifts: UnsafeMutablePointer<Int>
    let planUnits: UnsafeMutablePointer<Int16>
    let planCodes: UnsafeMutablePointer<UInt64>
    /// The changing columns of a row pair, and for each the palette numbers of its lanes.
    let events: ShiftEvents
    let eventNumbers: UnsafeMutablePointer<UInt8>
    /// For rows that are encoded by values: codes like those of plans, for each column and lane.
    let columnCodes: UnsafeMutablePointer<UInt64>
    /// Pixels that do not lie one after the other, gathered.
    let pixels: UnsafeMutablePointer<UInt32>
    /// Where each lane's pixels are, and what it shows while columns are walked.
    let lanePixels: UnsafeMutablePointer<UnsafePointer<UInt32>>
    let laneColors: UnsafeMutablePointer<UInt32>
    let laneNumbers: UnsafeMutablePointer<UInt8>
    /// The lines of each lane's eight colours.
    let laneLow: UnsafeMutablePointer<UInt32>
    let laneHigh: UnsafeMutablePointer<UInt32>
    /// The end of the last part.
    private let end: UnsafeMutableRawPointer

    /// Lays the parts out from an address that is a multiple of 16.
    init(at base: UnsafeMutableRawPointer, columns: Int, lanes: Int) {
        var end = base
        func take<T>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
            let start = end.assumingMemoryBound(to: type)
            end += (count * MemoryLayout<T>.stride + 15) / 16 * 16
            return start
        }
        state = take(1, of: EncoderState.self)
        phases = take(4, of: PhaseState.self)
        levels = take(256, of: UInt16.self)
        valueCodes = take(256, of: UInt64.self)
        isPresent = take(256, of: UInt8.self)
        levelList = take(256, of: UInt16.self)
        keys = take(Self.slots, of: UInt32.self)
        numbers = take(Self.slots, of: UInt8.self)
        palette = take(Self.paletteSize, of: UInt32.self)
        planKeys = take(Self.planCount, of: UInt64.self)
        planShifts = take(Self.planCount + 1, of: Int.self)
        planUnits = take((Self.planCount + 1) * 16, of: Int16.self)
        planCodes = take(Self.planCount * Self.paletteSize, of: UInt64.self)
        events = ShiftEvents(
            count: 0, columns: take(columns, of: Int32.self), low: take(columns, of: UInt32.self),
            high: take(columns, of: UInt32.self))
        eventNumbers = take(columns * lanes, of: UInt8.self)
        columnCodes = take(columns * lanes, of: UInt64.self)
        pixels = take(columns * lanes, of: UInt32.self)
        lanePixels = take(lanes, of: UnsafePointer<UInt32>.self)
        laneColors = take(lanes, of: UInt32.self)
        laneNumbers = take(lanes, of: UInt8.self)
        laneLow = take(lanes * 8, of: UInt32.self)
        laneHigh = take(lanes * 8, of: UInt32.self)
        self.end = end
    }

    /// The bytes that the parts take.
    static func bytes(columns: Int, lanes: Int) -> Int {
        // Nothing is read or written through these pointers.
        guard let base = UnsafeMutableRawPointer(bitPattern: 16) else { return 0 }
        return EncoderMemory(at: base, columns: columns, lanes: lanes).end - base
    }
}

/// What an encoder remembers between frames besides its tables.
struct EncoderState {
    /// The colours in the palette.
    var paletteCount: Int
    /// The plan that is replaced next.
    var nextPlan: Int
}

/// What is known of a program while it is written.
struct PhaseState {
    /// The words so far.
    var count: Int
    /// The row that is addressed; -1 where that is unknown.
    var row: Int
    /// Where the words of the shift lie that was latched last; an empty range at the start.
    var latchedStart: Int
    var latchedEnd: Int
    /// Whether the next row's shifts come in reverse order.
    var isReversed: Bool
}
