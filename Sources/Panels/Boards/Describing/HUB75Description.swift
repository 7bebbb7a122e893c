import PanelDrivers

/// A description of a board with HUB75 panels, for people: panels, wires, current, refresh rate.
package enum HUB75Description {
    /// Returns the lines of text.
    static func lines(of board: HUB75Board) -> [String] {
        panels(board) + wires(board) + [current(board)] + refresh(board)
    }

    // MARK: - Panels

    private static func panels(_ board: HUB75Board) -> [String] {
        let (chain, parallel) = (board.arrangement.chain, board.arrangement.parallel)
        let settings = board.settings
        let mapper = board.arrangement.pixelMapper
        var panel = "panel: \(board.model.name), \(board.model.summary)"
        if settings.chip != .plain { panel += ", chips \(settings.chip.rawValue)" }
        var scan =
            "scan: \(settings.planes) plane\(settings.planes == 1 ? "" : "s"), LSB \(settings.leastPulse) ns, rows addressed \(settings.addressing.name)"
        if settings.ditherBits > 0 {
            scan += ", \(settings.ditherBits) dither bit\(settings.ditherBits == 1 ? "" : "s")"
        }
        if settings.isInterlaced { scan += ", interlaced" }
        if settings.sequence != .rgb { scan += ", colours \(settings.sequence)" }
        if settings.isInverse { scan += ", inverted" }
        return [
            panel,
            "panels: \(chain) in \(parallel == 1 ? "a chain" : "each of \(parallel) chains"), the first one on the right as "
                + "seen from the front" + (mapper.isEmpty ? "" : "; arranged by \(mapper)"),
            "matrix: \(board.matrix.columns) columns, \(board.matrix.rowPairs) row pairs, \(parallel) "
                + "chain\(parallel == 1 ? "" : "s")",
            scan, gaps(board),
        ]
    }

    /// The dark times, and the row drivers that they are for.
    private static func gaps(_ board: HUB75Board) -> String {
        let settings = board.settings
        var text = "gaps: light \(settings.latchGap) ns after the latch"
        if settings.darkGap > 0 || settings.settle > 0 {
            text +=
                "; dark for \(settings.darkGap) ns before the row address changes and \(settings.settle) ns after it"
        }
        return text + (board.rowDriver == .plain ? "" : "; row drivers \(board.rowDriver.rawValue)")
    }

    // MARK: - Wires

    private static func wires(_ board: HUB75Board) -> [String] {
        let port =
            switch board.port {
            case .simulated: "simulated wires"
            case .registers: "GPIO registers of the Raspberry Pi"
            case .gpiod(let chip):
                "GPIO lines through libgpiod, of " + (chip.map { "the chip \($0)" } ?? "the 40-pin header")
            case .dpi: "display engine (DPI) of the Raspberry Pi"
            }
        let lines = board.lines
        let address = zip(HUB75Wiring.addressNames, lines.address).map { ($0, $1) }
        let control = [("OE", lines.outputEnable), ("CLK", lines.clock), ("LAT", lines.latch)] + address
        var result = ["port: " + port, "wires: GPIO lines" + (board.wiring.name.map { " of the wiring \($0)" } ?? "")]
        result.append("       " + control.map(wire).joined(separator: ", "))
        for (chain, colors) in lines.colors.enumerated() {
            let prefix = lines.colors.count == 1 ? "" : "chain \(chain + 1): "
            result.append(
                "       " + prefix + zip(HUB75Wiring.colorNames, colors).map { wire($0, $1) }.joined(separator: ", "))
        }
        for input in board.wiring.inputs { result.append("       GPIO \(input)\(pin(input)) stays an input") }
        guard board.port != .simulated else { return result }
        let used = control.map(\.1) + lines.colors.flatMap { $0 } + board.wiring.inputs
        for clash in LineClash.find(used, disturbsSound: board.port != .dpi) {
            let numbers = clash.lines.map(String.init).joined(separator: ", ")
            result.append("clash: GPIO \(numbers) \(clash.lines.count == 1 ? "is" : "are") also for \(clash.use)")
        }
        return result
    }

    private static func wire(_ name: String, _ line: Int) -> String { "\(name) \(line)\(pin(line))" }

    private static func pin(_ line: Int) -> String {
        RaspberryPiHeader.pin(ofGPIO: line).map { " (pin \($0))" } ?? ""
    }

    // MARK: - Current and refresh

    private static func current(_ board: HUB75Board) -> String {
        let limit = board.maxCurrent.map { "; limited to \($0) mA" } ?? ""
        guard let current = board.fullCurrent else {
            return "current: unknown; give the current of a white panel as `current`" + limit
        }
        return "current: \(current) mA at 5 V with all pixels white at full brightness" + limit
    }

    /// The estimated time of a system call that sets lines, in ns: 1 to 3 us on a Raspberry Pi 3 to 5.
    private static let callTime: Int64 = 2_000

    /// The ports that can drive a board, with the names of the machines.
    package static func timings(of board: HUB75Board) -> [(machine: String, timing: PortTiming)] {
        func registers(_ block: GPIOBlock, _ name: String) -> (machine: String, timing: PortTiming) {
            let writeTime = block.writeTime(slowdown: board.slowdown ?? block.defaultSlowdown)
            return (name, PortTiming(kind: block == .rp1 ? .rp1 : .bcm, writeTime: writeTime))
        }
        switch board.port {
        case .gpiod: return [("a Pi through libgpiod", PortTiming(kind: .kernel, writeTime: callTime))]
        case .dpi: return [("a display engine", ScanOutPlan.portTiming)]
        case .registers, .simulated:
            let high = board.lines.colors.flatMap { $0 }.contains { $0 > GPIOBlock.rp1.lastLine }
            return [registers(.bcm2837, "a Pi 3"), registers(.bcm2711, "a Pi 4")]
                + (high ? [] : [registers(.rp1, "a Pi 5")])
        }
    }

    /// The estimated refresh rate, which is the same for every picture, and that of the method that shifts every plane.
    private static func refresh(_ board: HUB75Board) -> [String] {
        if case .dpi = board.port { return scanOut(board) }
        var result: [String] = []
        for (machine, timing) in timings(of: board) {
            let plain = PlainRefresh(timing: timing).period(board.matrix, board.settings)
            do throws(HUB75SetupError) {
                let period = try board.encoder(timing: timing).refreshPeriod
                result.append(
                    "refresh: about \(rate(period)) Hz on \(machine), whatever is shown (every plane shifted: "
                        + "\(rate(plain)) Hz)")
            } catch {
                result += error.problems.map { "refresh: not on \(machine): \($0)" }
            }
        }
        return result
    }

    /// The exact refresh rate and the mode of the display engine.
    private static func scanOut(_ board: HUB75Board) -> [String] {
        do throws(HUB75SetupError) {
            let plan = try board.scanOutPlan()
            let (columns, lines) = (plan.mode.columns, plan.mode.lines)
            return [
                "refresh: \(rate(plan.refreshPeriod)) Hz, whatever is shown",
                "picture: \(columns.visible) x \(lines.visible) pixels (with blanking \(columns.total) x \(lines.total)) at "
                    + "\(plan.mode.pixelClock / 1_000) MHz, \(plan.refreshes) "
                    + "refresh\(plan.refreshes == 1 ? "" : "es") each",
            ]
        } catch {
            return error.problems.map { "refresh: not on a display engine: \($0)" }
        }
    }

    private static func rate(_ period: Int64) -> String { "\((1_000_000_000 + period / 2) / max(period, 1))" }
}
