import PixelGraphics

/// How the refreshes of HUB75 panels are laid out in a picture that a display engine scans out: a constant of the board.
///
/// A frame begins with the registers of driver chips, if they have any, and continues with whole dither cycles. Every row pair
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
    /// The row pair in each refresh of the dither cycle.
    let bands: [ScanOutBand]
    /// In each refresh the bytes between the first line and the planes of a flat row pair, where lines follow each other in
    /// memory; and the pixels in which it shifts nothing.
    let darkShifts: [[Int]]
    let litShifts: [[Range<Int>]]
    /// The pixels of a column for each of its 64 colours, for every row pair, and for OE low and high.
    ///
    /// Those of row pair r, light l (0 lit, 1 dark), chain c and colour n begin at
    /// (((2 * r + l) * chains + c) * 64 + n) * the pixels of a column. Those of a further chain only have its colour lines,
    /// which are added.
    let tables: [UInt32]
    /// The pixels of a row pair in `tables` for OE low, and for OE high.
    var tableSize: Int { matrix.chains * 64 * timing.column }
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
            settings.addressing, lines: wires.address, rowPairs: matrix.rowPairs, clock: timing.rowClock)
        let bands = try Self.bands(setup, timing: timing, address: address)
        let width = bands[0].width
        var darkness = ScanOutBand.registers(settings.chip, timing: timing, width: width)
        guard let registers = darkness, darkness?.appendDarkness() == true, let darkness else {
            throw HUB75SetupError(problems: [Self.tooWide(setup, timing)])
        }
        let lines = bands.reduce(0) { $0 + $1.lines } * matrix.rowPairs
        let cycles = Self.cycles(given: cycles, lines: lines, registers: registers.lines)
        mode = ScanOutMode(
            pixelClock: Self.pixelClock,
            columns: ScanOutMode.Extent(visible: width, frontPorch: 0, sync: 1, backPorch: 0),
            lines: ScanOutMode.Extent(
                visible: registers.lines + cycles * lines, frontPorch: Self.lineBlanking, sync: Self.lineBlanking,
                backPorch: Self.lineBlanking))
        (self.setup, self.wires, self.timing, self.address) = (setup, wires, timing, address)
        (self.bands, self.cycles) = (bands, cycles)
        darkShifts = bands.map { $0.darkShifts.map { 4 * $0 } }
        litShifts = bands.map { $0.litShifts(columnPixels: timing.column) }
        tables = Self.tables(wires, address: address, chains: matrix.chains, half: timing.half)
        // Some chips want address line A to be high while their registers are written.
        // It falls at the end of each line, and must not where it is the clock of the rows.
        let isHeld = settings.chip.holdsAddressA && !settings.addressing.isShifted
        let held = isHeld ? wires.address.first ?? 0 : 0
        registerPixels = registers.pixels(wires, half: timing.half, chip: settings.chip).map { $0 | held }
        darknessPixels = darkness.pixels(wires, half: timing.half, chip: settings.chip).map { $0 | held }
        firstLines = Self.firstLines(bands, cycles: cycles, order: setup.order, from: registers.lines)
    }

    /// The time of a frame over its refreshes, in nanoseconds: what the mean refresh takes, with what is not visible.
    package var refreshPeriod: Int64 { mode.frameTime.count / Int64(refreshes) }

    /// The registers of a port that writes a pixel at a time, of which the encoder's tables are made.
    package static let portTiming = PortTiming(kind: .bcm, writeTime: 20)

    /// The GPIO lines that pixels drive.
    package static let lineRange = 4...27

    private static func problems(_ setup: EncoderSetup) -> [String] {
        var problems = setup.lines.wires.map(\.line).filter { !lineRange.contains($0) }.map { line in
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

extension ScanOutPlan {
    /// The pixel clock in kHz, which all Raspberry Pis divide exactly.
    static let pixelClock = 50_000
    /// The widest line: the display engines of the Raspberry Pi 0 to 3 take 2048.
    static let maximumColumns = 2_040
    /// The most lines.
    static let maximumLines = 2_048
    /// The lines of each porch and of the sync after the visible ones: without a front porch the kernel's driver never hears of
    /// the end of a frame.
    private static let lineBlanking = 1

    /// Lays out the row pairs in each refresh of the dither cycle, in lines of the width with which the cycle takes the least
    /// time.
    private static func bands(
        _ setup: EncoderSetup, timing: ScanOutTiming, address: ScanOutAddress
    ) throws(HUB75SetupError) -> [ScanOutBand] {
        var best: (cost: Int, bands: [ScanOutBand])?
        var isTooLong = false
        for width in stride(from: maximumColumns, through: 64, by: -8) {
            guard let bands = bands(timing, address, width: width) else { continue }
            let lines = bands.reduce(0) { $0 + $1.lines } * setup.matrix.rowPairs
            let cost = lines * (width + 1)
            // Narrower lines take more of them.
            if let best, cost > 2 * best.cost { break }
            guard lines <= maximumLines - 64 else {
                isTooLong = true
                continue
            }
            if cost < best?.cost ?? .max { best = (cost, bands) }
        }
        guard let best else {
            throw HUB75SetupError(problems: [isTooLong ? tooLong(setup) : tooWide(setup, timing)])
        }
        return best.bands
    }

    /// As few dither cycles a frame as keep what is not visible below a thirtieth: pictures that change are written for each of
    /// them.
    private static func cycles(given: Int?, lines: Int, registers: Int) -> Int {
        let lost = registers + 3 * lineBlanking
        let maximum = max((maximumLines - registers) / lines, 1)
        return min(max(given ?? (30 * lost + lines - 1) / lines, 1), maximum)
    }

    private static func firstLines(_ bands: [ScanOutBand], cycles: Int, order: [Int], from first: Int) -> [Int] {
        var firstLines: [Int] = []
        var line = first
        for _ in 0..<cycles {
            for band in bands {
                var lines = [Int](repeating: 0, count: order.count)
                for (place, row) in order.enumerated() { lines[row] = line + place * band.lines }
                firstLines += lines
                line += order.count * band.lines
            }
        }
        return firstLines
    }

    private static func tables(_ wires: ScanOutLines, address: ScanOutAddress, chains: Int, half: Int) -> [UInt32] {
        var pixels: [UInt32] = []
        for levels in address.levels {
            for outputEnable in [0, wires.outputEnable] {
                for chain in 0..<chains {
                    let low = chain == 0 ? levels | outputEnable : 0
                    let high = chain == 0 ? low | wires.clock : 0
                    for color in 0..<64 {
                        let lines = wires.chains[64 * chain + color]
                        pixels += [UInt32](repeating: low | lines, count: half)
                        pixels += [UInt32](repeating: high | lines, count: half)
                    }
                }
            }
        }
        return pixels
    }

    private static func bands(_ timing: ScanOutTiming, _ address: ScanOutAddress, width: Int) -> [ScanOutBand]? {
        var bands: [ScanOutBand] = []
        for lights in timing.lights {
            guard let band = ScanOutBand.row(lights, timing: timing, address: address, width: width) else { return nil }
            bands.append(band)
        }
        return bands
    }

    private static func tooWide(_ setup: EncoderSetup, _ timing: ScanOutTiming) -> String {
        let isShifted = setup.settings.addressing.isShifted
        return "\(setup.matrix.columns) columns take \(timing.shift) pixels of a display engine, and with the latch"
            + (isShifted ? ", the gaps and the steps to the row" : " and the gaps")
            + " they have to fit into a line of \(maximumColumns): make the chain shorter, or clock_width smaller (20 ns takes "
            + "two pixels a column, 40 ns four)" + (isShifted ? ", or row_clock smaller" : "")
    }

    private static func tooLong(_ setup: EncoderSetup) -> String {
        "a dither cycle takes more than \(maximumLines - 64) lines of a display engine: show fewer planes, fewer dither bits, "
            + "shorter chains or a shorter minimum pulse"
    }
}

extension ScanOutPlan {
    /// A pixel with which the panels are dark: output enable is high, everything else low.
    package var darkPixel: UInt32 { wires.outputEnable }

    /// Whether a picture has room for the plan's visible pixels.
    func fits(_ count: Int, stride: Int) -> Bool {
        stride >= mode.columns.visible && count >= (mode.lines.visible - 1) * stride + mode.columns.visible
    }

    /// Writes a picture as a whole in which the panels are dark: OE is high, and the latch gets zeros.
    ///
    /// Chips are initialised first. Pictures that are too small are left alone.
    package func writeDarkness(to pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int) {
        guard let base = pixels.baseAddress, fits(pixels.count, stride: stride) else { return }
        for line in 0..<mode.lines.visible {
            (base + line * stride).update(repeating: wires.outputEnable, count: mode.columns.visible)
        }
        write(darknessPixels, to: base, stride: stride)
    }

    /// Writes everything but the planes.
    func writeLines(_ light: ScanOutLight, to base: UnsafeMutablePointer<UInt32>, stride: Int) {
        write(registerPixels, to: base, stride: stride)
        let rowPairs = matrix.rowPairs
        for index in firstLines.indices {
            let row = index % rowPairs
            let phase = index / rowPairs % bands.count
            let line = base + firstLines[index] * stride
            write(light.pixels[phase], adding: address.levels[row], to: line, stride: stride)
            let steps = address.steps[row]
            for pixel in steps.indices { line[pixel] = wires.outputEnable | steps[pixel] }
        }
    }

    private func write(
        _ pixels: [UInt32], adding levels: UInt32 = 0, to base: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let width = mode.columns.visible
        pixels.withUnsafeBufferPointer { pixels in
            var index = 0
            while index < pixels.count {
                let line = base + index / width * stride
                let end = min(width, pixels.count - index)
                for place in 0..<end { line[place] = pixels[index + place] | levels }
                index += end
            }
        }
    }
}
