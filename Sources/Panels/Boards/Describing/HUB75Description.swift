import PanelDrivers

/// A description for people: panels, wires, current, refresh rate.
extension HUB75Board {
    /// The lines of the description.
    var descriptionLines: [String] { panelLines + wireLines + [currentLine] + refreshLines }

    // MARK: - Panels

    private var panelLines: [String] {
        let (chain, parallel) = (arrangement.chain, arrangement.parallel)
        let mapper = arrangement.pixelMapper
        var panel = "panel: \(model.name), \(model.summary)"
        if settings.chip != .plain { panel += ", chips \(settings.chip.rawValue)" }
        var scan =
            "scan: \(settings.planes) plane\(settings.planes == 1 ? "" : "s"), LSB \(settings.leastPulse) ns, rows addressed \(settings.addressing.name)"
        if settings.addressing.isShifted { scan += " with a row clock of \(settings.rowClock) ns high and low" }
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
            "matrix: \(matrix.columns) columns, \(matrix.rowPairs) row pairs, \(parallel) "
                + "chain\(parallel == 1 ? "" : "s")",
            scan, gapLine,
        ]
    }

    /// The dark times, and the row drivers that they are for.
    private var gapLine: String {
        var text = "gaps: light \(settings.latchGap) ns after the latch"
        if settings.darkGap > 0 || settings.settle > 0 {
            text +=
                "; dark for \(settings.darkGap) ns before the row address changes and \(settings.settle) ns after it"
        }
        return text + (rowDriver == .plain ? "" : "; row drivers \(rowDriver.rawValue)")
    }

    // MARK: - Wires

    private var wireLines: [String] {
        let driver =
            switch port {
            case .simulated: "simulated wires"
            case .registers: "GPIO registers of the Raspberry Pi"
            case .gpiod(let chip):
                "GPIO lines through libgpiod, of " + (chip.map { "the chip \($0)" } ?? "the 40-pin header")
            case .dpi: "display engine (DPI) of the Raspberry Pi"
            case .pio: "state machine (PIO) of the Raspberry Pi 5"
            }
        let names = HUB75Wires.names(chains: 1)
        let control = lines.wires.prefix(3 + lines.address.count).map { (names[$0.wire], $0.line) }
        var result = ["port: " + driver, "wires: GPIO lines" + (wiring.name.map { " of the wiring \($0)" } ?? "")]
        result.append("       " + control.map(Self.wire).joined(separator: ", "))
        for (chain, colors) in lines.colors.enumerated() {
            let prefix = lines.colors.count == 1 ? "" : "chain \(chain + 1): "
            result.append("       " + prefix + zip(HUB75Wires.colors, colors).map(Self.wire).joined(separator: ", "))
        }
        for input in wiring.inputs { result.append("       GPIO \(input)\(Self.pin(input)) stays an input") }
        guard port != .simulated else { return result }
        let used = control.map(\.1) + lines.colors.flatMap { $0 } + wiring.inputs
        for clash in HUB75Wiring.clashes(of: used) {
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

    private var currentLine: String {
        let limit = maxCurrent.map { "; limited to \($0) mA" } ?? ""
        guard let fullCurrent else {
            return "current: unknown; give the current of a white panel as `current`" + limit
        }
        return "current: \(fullCurrent) mA at 5 V with all pixels white at full brightness" + limit
    }

    /// The estimated time of a system call that sets lines, in ns: 1 to 3 us on a Raspberry Pi 3 to 5.
    private static let callTime: Int64 = 2_000

    /// The ports that can drive the board, with the names of the machines.
    package var portTimings: [(machine: String, timing: PortTiming)] {
        func registers(_ block: GPIOBlock, _ name: String) -> (machine: String, timing: PortTiming) {
            let writeTime = block.writeTime(slowdown: slowdown ?? block.defaultSlowdown)
            return (name, PortTiming(kind: block == .rp1 ? .rp1 : .bcm, writeTime: writeTime))
        }
        switch port {
        case .gpiod: return [("a Pi through libgpiod", PortTiming(kind: .kernel, writeTime: Self.callTime))]
        case .dpi: return [("a display engine", ScanOutPlan.portTiming)]
        case .pio:
            return [
                ("a Pi 5 that sends 27 MB/s", PIOPace.defaultRate), ("an early kernel's 10 MB/s", PIOPace.earlyRate),
            ].map {
                ($0.0, .pio(settings, rate: $0.1))
            }
        case .registers, .simulated:
            let high = lines.colors.flatMap { $0 }.contains { $0 > GPIOBlock.rp1.lastLine }
            return [registers(.bcm2837, "a Pi 3"), registers(.bcm2711, "a Pi 4")]
                + (high ? [] : [registers(.rp1, "a Pi 5")])
        }
    }

    /// The estimated refresh rate, which is the same for every picture, and that of the method that shifts every plane.
    private var refreshLines: [String] {
        if case .dpi = port { return scanOutLines }
        var result: [String] = []
        for (machine, timing) in portTimings {
            let plain = timing.plainRefreshPeriod(matrix, settings)
            do throws(HUB75SetupError) {
                let period = try encoder(timing: timing).refreshPeriod
                // A state machine shifts every plane in the worst case, and that is what is planned.
                let comparison = timing.pace == nil ? " (every plane shifted: \(Self.rate(plain)) Hz)" : ""
                result.append("refresh: about \(Self.rate(period)) Hz on \(machine), whatever is shown" + comparison)
            } catch {
                result += error.problems.map { "refresh: not on \(machine): \($0)" }
            }
        }
        return result
    }

    /// The exact refresh rate and the mode of the display engine.
    private var scanOutLines: [String] {
        do throws(HUB75SetupError) {
            let plan = try scanOutPlan()
            let (columns, lines) = (plan.mode.columns, plan.mode.lines)
            return [
                "refresh: \(Self.rate(plan.refreshPeriod)) Hz, whatever is shown",
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

extension PortTiming {
    /// The mean time of a refresh over the dither cycle by the plain method, which shifts every bit plane of every row, in ns.
    ///
    /// A plane is shifted while the one before it is lit, so that each takes the longer of the two, and about six writes
    /// around the latch. A column takes three writes where setting and clearing lines are separate, otherwise two.
    package func plainRefreshPeriod(_ matrix: HUB75Matrix, _ settings: ScanSettings) -> Int64 {
        settings.plainRefreshPeriod(matrix, columnTime: (kind == .bcm ? 3 : 2) * writeTime, planeTime: 6 * writeTime)
    }
}

extension ScanSettings {
    /// The mean time of a refresh that shifts every bit plane of every row, in ns.
    ///
    /// - Parameters:
    ///   - columnTime: the time in which a column is shifted, in ns.
    ///   - planeTime: the time around the latch of a plane, in ns.
    package func plainRefreshPeriod(_ matrix: HUB75Matrix, columnTime: Int64, planeTime: Int64 = 0) -> Int64 {
        let shift = Int64(matrix.columns) * columnTime
        let timing = PlaneTiming(planes: planes, ditherBits: ditherBits)
        var total: Int64 = 0
        for phase in 0..<timing.phases {
            let shown = timing.firstPlane(phase: phase)..<PlaneTiming.planeCount
            for plane in shown {
                let before = plane == shown.lowerBound ? PlaneTiming.planeCount - 1 : plane - 1
                total += max(shift, Int64(timing.duration(plane: before)) * leastPulse) + planeTime
            }
        }
        return total * Int64(matrix.rowPairs) / Int64(timing.phases)
    }
}
