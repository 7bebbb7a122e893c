import PixelGraphics

extension EncoderSetup {
    /// The checks of matrix, lines, settings and timing.
    static func problems(
        _ matrix: HUB75Matrix, map: PixelMap, lines: HUB75Lines, settings: ScanSettings, timing: PortTiming
    ) -> [String] {
        matrixProblems(matrix, map: map, settings: settings) + lineProblems(lines, matrix: matrix, settings: settings)
            + settingProblems(settings) + timeProblems(settings, timing: timing)
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
        let used = lines.used(chains: max(matrix.chains, 0), addressLines: addressLines)
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
        func check(_ time: Int64, _ what: String, least: Int64, longest: Int64 = 10_000_000, step: Int64 = 10) {
            if time < least || time > longest || time % step != 0 {
                let grid = step == 1 ? "" : "multiples of \(step) "
                problems.append("\(what) of \(time) ns where \(grid)from \(least) to \(longest) ns are supported")
            }
        }
        check(timing.writeTime, "a write time", least: 10)
        check(settings.leastPulse, "a least pulse", least: 10)
        check(settings.darkGap, "a dark gap", least: 0)
        check(settings.settle, "a settle time", least: 0)
        check(settings.latchGap, "a latch gap", least: 0)
        check(settings.oeLag, "an OE lag", least: 0)
        check(settings.clockWidth, "a clock width", least: 0, longest: 100_000, step: 1)
        if !(0...1000).contains(timing.slowdown) {
            problems.append("a slowdown of \(timing.slowdown) where 0 to 1000 are supported")
        }
        guard problems.isEmpty else { return problems }
        // With fewer planes the short ones are left out.
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        let pulse = Int64(planes.duration(plane: planes.firstPlane(phase: 0))) * settings.leastPulse + settings.oeLag
        if pulse < timing.writeTime {
            problems.append(
                "a least pulse of \(pulse) ns, and the port needs \(timing.writeTime) ns for a write: show fewer planes, "
                    + "or with a longer LSB")
        }
        return problems
    }
}
