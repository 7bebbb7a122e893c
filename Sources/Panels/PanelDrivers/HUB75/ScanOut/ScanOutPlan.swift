import PixelGraphics

/// How the refreshes of HUB75 panels are laid out in a picture that a display engine scans out: a constant of the board.
///
/// A frame begins with the registers of driver chips, if they have any, and goes on with whole dither cycles. Every row pair
/// takes the same whole lines in each refresh, whatever is shown, so a row pair that changes changes only its own pixels.
package final class ScanOutPlan: Sendable {
    /// How the picture is scanned out.
    package let mode: ScanOutMode
    /// The dither cycles of a frame.
    package let cycles: Int
    /// What is shifted out.
    package var matrix: HUB75Matrix { setup.matrix }
    /// How the panel is scanned.
    package var settings: ScanSettings { setup.settings }
    /// The refreshes of a frame.
    package var refreshes: Int { cycles * bands.count }

    let setup: EncoderSetup
    let wires: ScanOutLines
    let timing: ScanOutTiming
    let address: ScanOutAddress
    /// The row pair in each refresh of the dither cycle, and its pixels without planes and address.
    let bands: [ScanOutBand]
    let bandPixels: [[UInt32]]
    /// In each refresh the columns of the planes, and their pixels.
    let runs: [[ScanOutRun]]
    /// In each refresh the bytes between the first line and the planes of a flat row pair, where lines follow each other in
    /// memory; and the pixels in which it shifts nothing.
    let darkShifts: [[Int]]
    let litShifts: [[Range<Int>]]
    let tables: ScanOutTables
    /// The first lines, which write the registers of driver chips.
    let registerPixels: [UInt32]
    /// The same, and zeros after them: the first lines of a picture that leaves every LED dark.
    let darknessPixels: [UInt32]
    /// The first line of each row pair: of cycle c, phase p and row pair r at (c * phases + p) * rowPairs + r.
    let firstLines: [Int]

    /// Lays the refreshes out.
    ///
    /// - Parameters:
    ///   - matrix: what is shifted out.
    ///   - map: maps the pixels of the frames to those of the matrix.
    ///   - lines: the GPIO lines of the panel, 4 to 27.
    ///   - settings: depth, times, order and quirks.
    ///   - cycles: the dither cycles of a frame; nil for so many that little is lost by what is not visible.
    /// - Throws: `HUB75SetupError` with every problem.
    package init(
        matrix: HUB75Matrix, map: PixelMap, lines: HUB75Lines, settings: ScanSettings = ScanSettings(),
        cycles: Int? = nil
    ) throws(HUB75SetupError) {
        let setup = try EncoderSetup(
            matrix: matrix, map: map, lines: lines, settings: settings, timing: Self.portTiming)
        let problems = Self.problems(setup)
        guard problems.isEmpty else { throw HUB75SetupError(problems: problems) }
        let wires = ScanOutLines(setup)
        let timing = ScanOutTiming(
            columns: matrix.columns, settings: settings, pixelPicoseconds: 1_000_000_000 / Int64(Self.pixelClock))
        let address = ScanOutAddress(
            settings.addressing, lines: wires.address, rowPairs: matrix.rowPairs, half: timing.half)
        let layout = try Self.layout(setup, timing: timing, address: address, cycles: cycles)
        (self.setup, self.wires, self.timing, self.address) = (setup, wires, timing, address)
        (bands, self.cycles) = (layout.bands, layout.cycles)
        mode = layout.mode
        let bandPixels = layout.bands.map { $0.pixels(wires, half: timing.half, chip: settings.chip) }
        self.bandPixels = bandPixels
        runs = zip(layout.bands, bandPixels).map { band, pixels in
            band.runs(in: pixels, outputEnable: wires.outputEnable, columnPixels: timing.column)
        }
        darkShifts = layout.bands.map { $0.darkShifts.map { 4 * $0 } }
        litShifts = layout.bands.map { $0.litShifts(columnPixels: timing.column) }
        tables = ScanOutTables(wires, address: address, chains: matrix.chains, half: timing.half)
        // Some chips want address line A to be high while their registers are written.
        let held = settings.chip.holdsAddressA ? wires.address.first ?? 0 : 0
        registerPixels = layout.registers.pixels(wires, half: timing.half, chip: settings.chip).map { $0 | held }
        darknessPixels = layout.darkness.pixels(wires, half: timing.half, chip: settings.chip).map { $0 | held }
        var firstLines: [Int] = []
        var line = layout.registers.lines
        for _ in 0..<layout.cycles {
            for band in bands {
                let start = line
                var lines = [Int](repeating: 0, count: matrix.rowPairs)
                for (place, row) in setup.order.enumerated() { lines[row] = start + place * band.lines }
                firstLines += lines
                line += matrix.rowPairs * band.lines
            }
        }
        self.firstLines = firstLines
    }

    /// The time of a frame over its refreshes, in nanoseconds: what the mean refresh takes, with what is not visible.
    package var refreshPeriod: Int64 { mode.frameTime.count / Int64(refreshes) }

    /// The registers of a port that writes a pixel at a time, of which the encoder's tables are made.
    package static let portTiming = PortTiming(kind: .bcm, writeTime: 20)

    /// The GPIO lines that pixels drive.
    package static let lineRange = 4...27

    private static func problems(_ setup: EncoderSetup) -> [String] {
        let used = setup.lines.used(
            chains: setup.matrix.chains,
            addressLines: setup.settings.addressing.lines(rowPairs: setup.matrix.rowPairs))
        var problems = used.filter { !lineRange.contains($0) }.map { line in
            "line \(line) is used, and a display engine drives the lines \(lineRange.lowerBound) to "
                + "\(lineRange.upperBound): use a wiring or fewer chains without it"
        }
        let lag = setup.settings.oeLag
        if Int(lag) * pixelClock % 1_000_000 != 0 {
            problems.append(
                "an OE lag of \(lag) ns, and a display engine makes pulses of whole pixels: give a multiple of "
                    + "\(1_000_000 / pixelClock) ns")
        }
        return problems
    }
}
