extension ScanOutPlan {
    /// The pixel clock in kHz, which all Raspberry Pis divide exactly.
    static let pixelClock = 50_000
    /// The widest line: the display engines of the Raspberry Pi 0 to 3 take 2048.
    static let mostColumns = 2_040
    /// The most lines.
    static let mostLines = 2_048
    /// The lines after the visible ones: without a front porch the kernel's driver never hears of the end of a frame.
    static let lineBlanking = (frontPorch: 1, sync: 1, backPorch: 1)
    /// The pixels after the visible ones.
    static let columnBlanking = (frontPorch: 0, sync: 1, backPorch: 0)

    /// Where everything lies.
    struct Layout {
        let mode: ScanOutMode
        let bands: [ScanOutBand]
        let registers: ScanOutBand
        let darkness: ScanOutBand
        let cycles: Int
    }

    /// Chooses the width of lines with which a dither cycle takes the least time, and as few cycles a frame as keep what is
    /// not visible below a thirtieth: pictures that change are written for each of them.
    static func layout(
        _ setup: EncoderSetup, timing: ScanOutTiming, address: ScanOutAddress, cycles given: Int?
    ) throws(HUB75SetupError) -> Layout {
        var best: (cost: Int, width: Int, bands: [ScanOutBand])?
        var isTooLong = false
        for width in stride(from: mostColumns, through: 64, by: -8) {
            guard let bands = bands(timing, address, width: width) else { continue }
            let lines = bands.reduce(0) { $0 + $1.lines } * setup.matrix.rowPairs
            let cost = lines * (width + 1)
            // Narrower lines take more of them.
            if let best, lines * (width + 1) > 2 * best.cost { break }
            guard lines <= mostLines - 64 else {
                isTooLong = true
                continue
            }
            if cost < best?.cost ?? .max { best = (cost, width, bands) }
        }
        guard let best else {
            throw HUB75SetupError(problems: [isTooLong ? tooLong(setup) : tooWide(setup, timing)])
        }
        let width = best.width
        var darkness = ScanOutBand.registers(setup.settings.chip, timing: timing, width: width)
        guard let registers = darkness, darkness?.appendDarkness() == true, let darkness else {
            throw HUB75SetupError(problems: [tooWide(setup, timing)])
        }
        let lines = best.bands.reduce(0) { $0 + $1.lines } * setup.matrix.rowPairs
        let lost = registers.lines + lineBlanking.frontPorch + lineBlanking.sync + lineBlanking.backPorch
        let most = max((mostLines - registers.lines) / lines, 1)
        let cycles = min(max(given ?? (30 * lost + lines - 1) / lines, 1), most)
        let mode = ScanOutMode(
            pixelClock: pixelClock,
            columns: ScanOutMode.Extent(
                visible: width, frontPorch: columnBlanking.frontPorch, sync: columnBlanking.sync,
                backPorch: columnBlanking.backPorch),
            lines: ScanOutMode.Extent(
                visible: registers.lines + cycles * lines, frontPorch: lineBlanking.frontPorch,
                sync: lineBlanking.sync, backPorch: lineBlanking.backPorch))
        return Layout(mode: mode, bands: best.bands, registers: registers, darkness: darkness, cycles: cycles)
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
        "\(setup.matrix.columns) columns take \(timing.shift) pixels of a display engine, and with the latch and the gaps they "
            + "have to fit into a line of \(mostColumns): make the chain shorter, or clock_width smaller (20 ns takes two "
            + "pixels a column, 40 ns four)"
    }

    private static func tooLong(_ setup: EncoderSetup) -> String {
        "a dither cycle takes more than \(mostLines - 64) lines of a display engine: show fewer planes, fewer dither bits, "
            + "shorter chains or a smaller least pulse"
    }
}
