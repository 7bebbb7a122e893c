import Boards
import PanelDrivers
import PixelGraphics

extension SimulatedMAX7219Chain {
    /// Creates the modules of a board, with the board's clock as the limit.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture that is decoded, in nanoseconds.
    ///   - allowing: the kinds of violations that are not reported.
    package init(board: MAX7219Board, sample: Int64 = 0, allowing: Set<MAX7219ViolationKind> = []) {
        let chain = board.chain
        guard let wiring = SimulatedModuleWiring.named(chain.type.name) else {
            preconditionFailure("no simulated module is called \(chain.type.name)")
        }
        self.init(
            columns: chain.modules.count / chain.rows, rows: chain.rows, arrangement: chain.arrangement,
            wiring: wiring.turned(quarterTurns: chain.rotation.quarterTurns),
            limits: MAX7219WireLimits(clockRate: board.clockRate).loosened(bySample: sample), allowing: allowing)
    }
}

extension SimulatedMAX7219Chain {
    /// What the modules show: a mono frame where all are equally bright; else the LEDs' colour, darker on darker modules.
    package func frame(ledColor: Color) -> Frame {
        let picture = picture
        let brightest = brightness
        var frame = Frame(size: size, format: unequalModules.isEmpty ? .mono : .rgb)
        frame.brightness = brightest
        for (module, chip) in zip(modules, chips) {
            let pixels = picture.cropped(to: Rectangle(x: module.origin.x, y: module.origin.y, width: 8, height: 8))
            let percent = 100 * chip.brightness.percent / max(brightest.percent, 1)
            let color = frame.canvas.format == .mono ? .white : ledColor.scaled(percent: percent)
            frame.canvas.stamp(pixels, columns: 0..<pixels.width, at: module.origin, ink: Ink(color))
        }
        return frame
    }

    /// One line for every module that is darker than the brightest ones, or off while others are on.
    package var inequalities: [String] {
        let brightest = brightness.percent
        return unequalModules.map { index in
            let column = modules[index].origin.x / 8 + 1
            let row = modules[index].origin.y / 8 + 1
            let percent = chips[index].brightness.percent
            return "module \(index + 1) of the data wire (column \(column), row \(row)) is "
                + (percent == 0 ? "off" : "at \(percent) %") + " while the brightest are at \(brightest) %"
        }
    }

    /// The indices on the data wire of the modules that are darker than the brightest one.
    private var unequalModules: [Int] {
        let brightest = brightness
        return chips.indices.filter { chips[$0].brightness != brightest }
    }
}

extension HUB75Board {
    /// Simulated wires on the board's lines.
    package func simulatedPort<Listener: WireListener>(
        into listener: Listener, timing: PortTiming? = nil
    ) -> SimulatedScanPort<Listener> {
        SimulatedScanPort(wireOfLine: wireOfLine, writeTime: (timing ?? self.timing).writeTime, into: listener)
    }

    /// A simulated state machine on the board's lines.
    package func simulatedPIO<Listener: WireListener>(
        into listener: Listener, feed: PIOFeed = .full
    ) -> SimulatedPIO<Listener> {
        SimulatedPIO(lines: lines, settings: settings, wireOfLine: wireOfLine, feed: feed, into: listener)
    }

    /// A simulated display engine on the board's lines.
    package func simulatedEngine<Listener: WireListener>(
        _ plan: ScanOutPlan, into listener: Listener
    ) -> SimulatedScanOut<Listener> {
        SimulatedScanOut(plan: plan, wireOfLine: wireOfLine, into: listener)
    }

    /// The wire of `HUB75Wires` on each GPIO line.
    private var wireOfLine: [Int: Int] {
        Dictionary(lines.wires.map { ($0.line, $0.wire) }, uniquingKeysWith: { $1 })
    }
}

extension SimulatedHUB75 {
    /// Creates the panels of a board.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture that is decoded, in nanoseconds.
    ///   - allowing: the kinds of violations that are not reported.
    package init(board: HUB75Board, sample: Int64 = 0, allowing: Set<HUB75ViolationKind> = []) {
        let settings = board.settings
        self.init(
            columns: board.matrix.columns, rowPairs: board.matrix.rowPairs, chains: board.matrix.chains,
            addressing: settings.addressing, chip: settings.chip,
            limits: HUB75WireLimits(
                clockWidth: settings.clockWidth, darkGap: settings.darkGap, settle: settings.settle,
                latchGap: settings.latchGap, rowClock: settings.rowClock
            ).loosened(bySample: sample),
            oeLag: settings.oeLag,
            ledColors: (0..<3).compactMap { settings.sequence.wires.firstIndex(of: $0) },
            isInverted: settings.isInverse, allowing: allowing)
    }
}
