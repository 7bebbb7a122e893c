/// The words that shift bits into a panel on one kind of port, and how long they take at most.
struct ShiftWords: Sendable {
    /// The kind of port.
    let kind: PortKind
    /// The clock line.
    let clock: UInt32
    /// All colour lines.
    let colors: LineMasks
    /// The low ones in both halves, for `ColumnLevels`.
    let bothColors: UInt64
    /// The word that lets time pass after an edge of CLK or LAT; nil if a write takes long enough.
    let pad: UInt32?
    /// The bits that are shifted for a row.
    let columns: Int
    /// The most words of a shift.
    let mostWords: Int
    /// The longest time of a shift in nanoseconds.
    let longestTime: Int64
    /// Unchanged columns, as many as eight words hold.
    let unchanged: SIMD8<UInt32>

    /// Words that a writer may touch behind the last one.
    static let overrun = 8

    /// Derives the words from lines and times.
    init(columns: Int, clock: Int, colors: [[Int]], kind: PortKind, plan: WritePlan) {
        self.kind = kind
        self.columns = columns
        self.clock = LineMasks([clock]).low
        self.colors = LineMasks(colors.joined())
        bothColors = ColumnLevels(alsoHigh: self.colors.low).words
        let pads = plan.pads
        pad = pads == 0 ? nil : ScanWord(.pad, UInt32(truncatingIfNeeded: pads)).rawValue
        let hasHigh = self.colors.high != 0
        let writes: Int
        switch kind {
        case .bcm: writes = hasHigh ? 5 : 3
        case .rp1: writes = hasHigh ? 4 : 2
        case .kernel: writes = hasHigh ? 3 : 2
        }
        longestTime = plan.time(writes: columns * (writes + 2 * pads) + (hasHigh ? 2 : 1))
        mostWords = columns * ((hasHigh ? 5 : 3) + (pads == 0 ? 0 : 2)) + 2
        let clear = ScanWord(.clearLow, self.clock).rawValue
        let set = ScanWord(.setLow, self.clock).rawValue
        unchanged =
            pad.map { SIMD8(clear, $0, set, $0, clear, $0, set, $0) }
            ?? SIMD8(clear, set, clear, set, clear, set, clear, set)
    }

    /// Appends the padding after an edge.
    @inline(__always)
    func appendPad(to cursor: inout WordCursor) {
        if let pad { cursor.append(pad) }
    }
}
