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
        let layout = board.layout
        guard let wiring = SimulatedModuleWiring.named(layout.type.name) else {
            preconditionFailure("no simulated module is called \(layout.type.name)")
        }
        self.init(
            SimulatedMAX7219Arrangement(
                columns: layout.modules / layout.rows, rows: layout.rows,
                first: SimulatedMAX7219Arrangement.Corner(layout.arrangement.first),
                path: SimulatedMAX7219Arrangement.Path(layout.arrangement.path)),
            wiring: wiring.turned(quarterTurns: layout.rotation.quarterTurns),
            limits: MAX7219WireLimits(clockRate: board.clockRate).loosened(bySample: sample), allowing: allowing)
    }
}

extension SimulatedMAX7219Arrangement.Corner {
    fileprivate init(_ corner: ModuleArrangement.Corner) {
        self =
            switch corner {
            case .topRight: .topRight
            case .topLeft: .topLeft
            case .bottomRight: .bottomRight
            case .bottomLeft: .bottomLeft
            }
    }
}

extension SimulatedMAX7219Arrangement.Path {
    fileprivate init(_ path: ModuleArrangement.Path) {
        self =
            switch path {
            case .straight: .straight
            case .serpentine: .serpentine
            case .serpentineUpright: .serpentineUpright
            }
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
