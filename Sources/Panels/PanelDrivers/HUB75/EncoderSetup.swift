import PixelGraphics

/// The constants of an encoder.
final class EncoderSetup: Sendable {
    let matrix: HUB75Matrix
    let visibleSize: Size
    /// The lines that are driven.
    let lines: HUB75Lines
    let settings: ScanSettings
    let planes: PlaneTiming
    let shift: ShiftWords
    let address: AddressWords
    let timing: ScanTiming
    let outputEnable: UInt32
    let latch: UInt32
    /// For how many of the last clocks of a row LAT is high; 0 where it rises after them.
    let latchedClocks: Int
    /// The padding writes after an edge, and the times of writes.
    let writes: WritePlan
    /// For each row pair and lane, the visible index of each column's pixel; -1 without a pixel.
    let sources: [Int32]
    /// The same for lanes whose pixels lie one after the other: the first index; -1 for other lanes.
    let starts: [Int32]
    /// For each chain and each of its 64 colours the lines that are high: three bits of the upper pixel, three of the lower one.
    let colorLines: [LineMasks]
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
        let lines = lines.used(
            chains: matrix.chains, addressLines: settings.addressing.lines(rowPairs: matrix.rowPairs))
        (self.matrix, self.lines, self.settings) = (matrix, lines, settings)
        visibleSize = map.visibleSize
        planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        let writes = WritePlan(settings: settings, timing: timing)
        self.writes = writes
        shift = ShiftWords(
            columns: matrix.columns, clock: lines.clock, colors: lines.colors, kind: timing.kind, plan: writes)
        address = AddressWords(
            settings, lines: lines.address, rowPairs: matrix.rowPairs, kind: timing.kind, writes: writes)
        self.timing = ScanTiming(
            matrix: matrix, shift: shift, address: address, settings: settings, timing: timing,
            writes: writes, planes: planes)
        outputEnable = LineMasks([lines.outputEnable]).low
        latch = LineMasks([lines.latch]).low
        latchedClocks = settings.chip.latchedClocks
        sources = EncoderSetup.sources(matrix, map: map)
        starts = EncoderSetup.starts(sources, columns: matrix.columns)
        colorLines = EncoderSetup.colorLines(lines.colors, settings: settings)
        let rows = Array(0..<matrix.rowPairs)
        order = settings.isInterlaced ? rows.filter { $0 % 2 == 0 } + rows.filter { $0 % 2 == 1 } : rows
        shown = (0..<planes.phases).map(planes.shown(phase:))
        // Each row pair: its start (wait, OE high, mark), the address with its gaps, and for each shift at most the
        // shift's words and eleven around the pulse; the wait at the end; what the writer of unchanged columns touches.
        let row = 3 + address.maximumWords + 4 + ShiftPlan.maximumShifts * (shift.maximumWords + 11)
        capacity = matrix.rowPairs * row + 1 + ShiftWords.overrun
        guard self.timing.refreshPeriod <= ScanWord.maximumWait else {
            throw HUB75SetupError(problems: [
                "a refresh takes \(self.timing.refreshPeriod / 1_000_000) ms, and may take 268 ms: show fewer planes, "
                    + "more dither bits, shorter chains or a shorter minimum pulse"
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

    private static func colorLines(_ colors: [[Int]], settings: ScanSettings) -> [LineMasks] {
        colors.flatMap { wires in
            (0..<64).map { color in
                let high = (0..<6).filter { (color >> $0 & 1 == 1) != settings.isInverse }
                return LineMasks(high.map { wires[$0 / 3 * 3 + settings.sequence.wires[$0 % 3]] })
            }
        }
    }
}

extension EncoderSetup {
    /// Returns where the pixels of a lane are, after gathering those that lie apart.
    ///
    /// - Parameters:
    ///   - lane: those of a row pair follow those of the one before.
    ///   - pixels: those of the canvas; nil where it is mono, or not of the size that is shown.
    ///   - gathered: room for the columns.
    @inline(__always)
    func pixels(
        lane: Int, in canvas: Canvas, _ pixels: UnsafePointer<UInt32>?, gathered: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let start = Int(starts[lane])
        if let pixels, start >= 0 { return pixels + start }
        gather(lane, in: canvas, pixels, to: gathered)
        return UnsafePointer(gathered)
    }

    @inline(never)
    private func gather(
        _ lane: Int, in canvas: Canvas, _ pixels: UnsafePointer<UInt32>?, to gathered: UnsafeMutablePointer<UInt32>
    ) {
        for column in 0..<matrix.columns {
            let source = Int(sources[lane * matrix.columns + column])
            gathered[column] = source < 0 ? 0 : pixels?[source] ?? color(of: source, in: canvas)
        }
    }

    /// A pixel of a canvas that is mono, or not of the size that is shown.
    private func color(of index: Int, in canvas: Canvas) -> UInt32 {
        let (y, x) = index.quotientAndRemainder(dividingBy: visibleSize.width)
        if canvas.format == .mono { return canvas.mono[x, y] ? Color.white.rawValue : 0 }
        return canvas.rgb[x, y].rawValue
    }
}

extension EncoderSetup {
    /// The checks of matrix, lines, settings and timing.
    static func problems(
        _ matrix: HUB75Matrix, map: PixelMap, lines: HUB75Lines, settings: ScanSettings, timing: PortTiming
    ) -> [String] {
        matrixProblems(matrix, map: map, settings: settings) + lineProblems(lines, matrix: matrix, settings: settings)
            + settingProblems(settings) + timeProblems(settings, timing: timing)
            + (timing.pace == nil ? [] : machineProblems(lines, matrix: matrix, settings: settings))
    }

    /// What a state machine cannot do.
    private static func machineProblems(
        _ lines: HUB75Lines, matrix: HUB75Matrix, settings: ScanSettings
    ) -> [String] {
        var problems = lines.colors.prefix(max(matrix.chains, 0)).joined().filter { (28..<56).contains($0) }.map {
            line in
            "line \(line) is used, and a state machine drives the lines 0 to \(PIOProgram.lineRange.upperBound)"
        }
        if settings.clockWidth > PIOPace.widestClock {
            problems.append(
                "a clock width of \(settings.clockWidth) ns where a state machine reaches \(PIOPace.widestClock) ns")
        }
        return problems
    }

    private static func matrixProblems(_ matrix: HUB75Matrix, map: PixelMap, settings: ScanSettings) -> [String] {
        var problems: [String] = []
        func check(_ number: Int, _ range: ClosedRange<Int>, _ what: String) {
            if !range.contains(number) {
                problems.append("\(number) \(what) where \(range.lowerBound) to \(range.upperBound) are supported")
            }
        }
        check(matrix.columns, HUB75Matrix.columnRange, "columns")
        check(matrix.rowPairs, settings.addressing.rowPairRange, "row addresses")
        check(matrix.chains, HUB75Matrix.chainRange, "parallel chains")
        if problems.isEmpty, map.matrixSize != matrix.size {
            problems.append("the pixel map leads to \(map.matrixSize) pixels, the matrix has \(matrix.size)")
        }
        let least = (settings.chip.initialization.map(\.latchedClocks).max() ?? 0) + 1
        if settings.chip != .plain, matrix.columns < least {
            problems.append("\(matrix.columns) columns, and chips of type \(settings.chip) need \(least)")
        }
        return problems
    }

    private static func lineProblems(_ lines: HUB75Lines, matrix: HUB75Matrix, settings: ScanSettings) -> [String] {
        var problems: [String] = []
        let rowPairs = min(max(matrix.rowPairs, 1), HUB75Matrix.rowPairRange.upperBound)
        let addressLines = settings.addressing.lines(rowPairs: rowPairs)
        if lines.address.count < addressLines {
            problems.append(
                "\(lines.address.count) address lines are wired, \(matrix.rowPairs) row addresses need \(addressLines)")
        }
        if lines.colors.count < matrix.chains {
            problems.append("colour lines of \(lines.colors.count) chains, and \(matrix.chains) chains are driven")
        }
        for (chain, colors) in lines.colors.prefix(max(matrix.chains, 0)).enumerated() where colors.count != 6 {
            problems.append("chain \(chain + 1) has \(colors.count) colour lines, and needs 6")
        }
        let used = lines.used(chains: max(matrix.chains, 0), addressLines: addressLines).wires.map(\.line)
        for line in Set(used).sorted() {
            if !(0..<56).contains(line) { problems.append("line \(line), and lines are numbered 0 to 55") }
            if used.filter({ $0 == line }).count > 1 { problems.append("line \(line) is used twice") }
        }
        for line in used.prefix(3 + min(addressLines, lines.address.count)) where (28..<56).contains(line) {
            problems.append("line \(line) is used for OE, CLK, LAT or the address, which need lines 0 to 27")
        }
        return problems
    }

    private static func settingProblems(_ settings: ScanSettings) -> [String] {
        var problems: [String] = []
        if !ScanSettings.planeRange.contains(settings.planes) {
            problems.append("\(settings.planes) planes where 1 to 11 are supported")
        }
        if !ScanSettings.ditherRange.contains(settings.ditherBits) {
            problems.append("\(settings.ditherBits) dither bits where 0 to 2 are supported")
        }
        if settings.isInterlaced, settings.addressing == .b707 {
            problems.append("rows of address type 5 come in their order only, and the scan is interlaced")
        }
        return problems
    }

    private static func timeProblems(_ settings: ScanSettings, timing: PortTiming) -> [String] {
        var problems: [String] = []
        func check(_ time: Int64, _ what: String, minimum: Int64, maximum: Int64 = 10_000_000, step: Int64 = 10) {
            if time < minimum || time > maximum || time % step != 0 {
                let grid = step == 1 ? "" : "multiples of \(step) "
                problems.append("\(what) of \(time) ns where \(grid)from \(minimum) to \(maximum) ns are supported")
            }
        }
        check(timing.writeTime, "a write time", minimum: 10)
        check(settings.leastPulse, "a minimum pulse", minimum: 10)
        check(settings.darkGap, "a dark gap", minimum: 0)
        check(settings.settle, "a settle time", minimum: 0)
        check(settings.latchGap, "a latch gap", minimum: 0)
        check(settings.oeLag, "an OE lag", minimum: 0)
        check(settings.rowClock, "a row clock", minimum: 0, maximum: 100_000)
        check(settings.clockWidth, "a clock width", minimum: 0, maximum: 100_000, step: 1)
        if !(0...1000).contains(timing.slowdown) {
            problems.append("a slowdown of \(timing.slowdown) where 0 to 1000 are supported")
        }
        guard problems.isEmpty else { return problems }
        // With fewer planes the short ones are left out.
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        let pulse = Int64(planes.duration(plane: planes.firstPlane(phase: 0))) * settings.leastPulse + settings.oeLag
        if pulse < timing.writeTime {
            problems.append(
                "a minimum pulse of \(pulse) ns, and the port needs \(timing.writeTime) ns for a write: show fewer planes, "
                    + "or with a longer LSB")
        }
        return problems
    }
}

/// Why a HUB75 encoder cannot be made: every problem of the matrix, the lines, the settings and the timing.
public struct HUB75SetupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problems, each a sentence without a full stop: what was given, what was expected.
    public let problems: [String]

    /// All problems, one a line.
    public var description: String { problems.joined(separator: "\n") }
}
