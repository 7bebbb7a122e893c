import PixelGraphics

/// The constants of an encoder.
final class EncoderSetup: Sendable {
    let matrix: HUB75Matrix
    let visibleSize: Size
    let lines: HUB75Lines
    let settings: ScanSettings
    let planes: PlaneTiming
    let shift: ShiftWords
    let address: AddressWords
    let timing: ScanTiming
    let outputEnable: UInt32
    let latch: UInt32
    /// The padding writes after an edge, and the times of writes.
    let writes: WritePlan
    /// For each row pair and lane, the visible index of each column's pixel; -1 without a pixel.
    let sources: [Int32]
    /// The same for lanes whose pixels lie one after the other: the first index; -1 for other lanes.
    let starts: [Int32]
    /// For each lane and each of the eight colours of its wires, the low and the high lines that are high.
    let laneLow: [UInt32]
    let laneHigh: [UInt32]
    /// The row pairs in the order in which they are shown.
    let order: [Int]
    /// The planes that are shown in each phase, as bits.
    let shown: [Int]
    /// The words that a program needs at most.
    let capacity: Int

    /// The lanes: upper and lower half of each chain.
    var lanes: Int { 2 * matrix.chains }

    init(
        matrix: HUB75Matrix, map: PixelMap, lines: HUB75Lines, settings: ScanSettings, timing: PortTiming
    ) throws(HUB75SetupError) {
        let problems = EncoderSetup.problems(matrix, map: map, lines: lines, settings: settings, timing: timing)
        guard problems.isEmpty else { throw HUB75SetupError(problems: problems) }
        self.matrix = matrix
        self.lines = lines
        self.settings = settings
        visibleSize = map.visibleSize
        planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        let writes = WritePlan(settings: settings, timing: timing)
        self.writes = writes
        let colors = Array(lines.colors.prefix(matrix.chains))
        shift = ShiftWords(
            columns: matrix.columns, clock: lines.clock, colors: colors, kind: timing.kind, plan: writes)
        address = AddressWords(
            settings.addressing,
            lines: Array(lines.address.prefix(settings.addressing.lines(rowPairs: matrix.rowPairs))),
            rowPairs: matrix.rowPairs, kind: timing.kind, pads: writes.pads)
        self.timing = ScanTiming(
            matrix: matrix, shift: shift, address: address, settings: settings, clockTime: timing.clockTime,
            writes: writes, planes: planes)
        outputEnable = LineMasks([lines.outputEnable]).low
        latch = LineMasks([lines.latch]).low
        sources = EncoderSetup.sources(matrix, map: map)
        starts = EncoderSetup.starts(sources, columns: matrix.columns)
        let lanes = EncoderSetup.laneMasks(colors, settings: settings)
        laneLow = lanes.map(\.low)
        laneHigh = lanes.map(\.high)
        let rows = Array(0..<matrix.rowPairs)
        order = settings.isInterlaced ? rows.filter { $0 % 2 == 0 } + rows.filter { $0 % 2 == 1 } : rows
        shown = (0..<planes.phases).map(planes.shown(phase:))
        // Each row pair: its start (wait, OE high, mark), the address with its gaps, and for each shift at most the
        // shift's words and eleven around the pulse; the wait at the end; what the writer of unchanged columns touches.
        let row = 3 + address.mostWords + 4 + ShiftPlan.mostShifts * (shift.mostWords + 11)
        capacity = matrix.rowPairs * row + 1 + ShiftWords.overrun
        guard self.timing.refreshPeriod <= ScanWord.longestWait else {
            throw HUB75SetupError(problems: [
                "a refresh takes \(self.timing.refreshPeriod / 1_000_000) ms, and may take 268 ms: show fewer planes, "
                    + "more dither bits, shorter chains or a smaller least pulse"
            ])
        }
    }

    /// For each row pair and lane, the visible index of every column.
    private static func sources(_ matrix: HUB75Matrix, map: PixelMap) -> [Int32] {
        let lanes = 2 * matrix.chains
        var sources = [Int32](repeating: -1, count: matrix.rowPairs * lanes * matrix.columns)
        for (visible, index) in map.indices.enumerated() where index >= 0 {
            let x = Int(index) % matrix.columns
            let y = Int(index) / matrix.columns
            let lane = y / matrix.rowPairs
            let place = (y % matrix.rowPairs * lanes + lane) * matrix.columns + x
            sources[place] = Int32(visible)
        }
        return sources
    }

    /// The first index of each lane whose pixels lie one after the other.
    private static func starts(_ sources: [Int32], columns: Int) -> [Int32] {
        stride(from: 0, to: sources.count, by: columns).map { first in
            let start = sources[first]
            let isContiguous = start >= 0 && (0..<columns).allSatisfy { sources[first + $0] == start + Int32($0) }
            return isContiguous ? start : -1
        }
    }

    /// For each lane the lines of its eight colours: red is bit 0, green bit 1, blue bit 2.
    private static func laneMasks(_ colors: [[Int]], settings: ScanSettings) -> [LineMasks] {
        var masks: [LineMasks] = []
        for wires in colors {
            for half in 0..<2 {
                for color in 0..<8 {
                    let lit = (0..<3).filter { channel in (color >> channel & 1 == 1) != settings.isInverse }
                    masks.append(LineMasks(lit.map { channel in wires[3 * half + settings.sequence.wires[channel]] }))
                }
            }
        }
        return masks
    }
}
