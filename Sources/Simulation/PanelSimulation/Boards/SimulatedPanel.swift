import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// The panel of a board, simulated: frames go out on simulated wires, and the picture is what the simulated chips show.
///
/// Boards without wires show the frame itself.
package class SimulatedPanel {
    /// The panel's picture.
    package fileprivate(set) var shown: Frame

    fileprivate init(size: Size, format: Canvas.Format) {
        shown = Frame(size: size, format: format)
    }

    /// Creates the panel of a board; it is dark.
    package static func make(for board: Board) throws -> SimulatedPanel {
        switch board.panel {
        case .picture, .network: SimulatedPanel(size: board.size, format: board.format)
        case .max7219(let wired): SimulatedMAX7219Panel(wired)
        case .hub75(let wired) where wired.port == .dpi: try SimulatedScanOutPanel(wired, size: board.size)
        case .hub75(let wired) where wired.port == .pio:
            try SimulatedHUB75Panel(wired, wired.simulatedPIO(into: SimulatedHUB75(board: wired)), size: board.size)
        case .hub75(let wired):
            try SimulatedHUB75Panel(wired, wired.simulatedPort(into: SimulatedHUB75(board: wired)), size: board.size)
        }
    }

    /// The number of errors of the driver on the wires; 0 for boards without wires.
    package var violationCount: Int { 0 }
    /// When `heal` is due; nil for never.
    package var nextHealing: Instant? { nil }

    /// Shows a frame and records what the panel makes of it.
    ///
    /// - Parameter instant: the time since the sign was started.
    package func show(_ frame: Frame, at instant: Instant) throws { shown = frame }

    /// Sends the panel again what it shows, if that is due.
    package func heal(at instant: Instant) {}

    /// Makes the panel dark.
    package func stop() throws { shown.canvas.clear() }

    /// Shows the light of HUB75 panels.
    fileprivate func show(_ panels: SimulatedHUB75, of board: HUB75Board, cycles: Int = 1) {
        let picture = panels.picture(through: board.map, leastPulse: board.settings.leastPulse, cycles: cycles)
        shown.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
    }
}

/// HUB75 panels on simulated wires: every frame is shown for one dither cycle, and its light is the picture.
private final class SimulatedHUB75Panel<Port: SimulatedPort<SimulatedHUB75>>: SimulatedPanel {
    private let board: HUB75Board
    private var panel: HUB75Panel<Port>

    init(_ board: HUB75Board, _ port: Port, size: Size) throws {
        self.board = board
        panel = HUB75Panel(encoder: try board.encoder(), port: port, limiter: board.limiter)
        super.init(size: size, format: .rgb)
    }

    override var violationCount: Int { panel.player.port.listener.violationCounts.values.reduce(0, +) }

    override func show(_ frame: Frame, at instant: Instant) throws {
        panel.player.port.advance(to: instant.nanoseconds)
        panel.show(frame)
        panel.player.port.listener.resetLight()
        for _ in panel.encoder.programs.indices { try panel.refresh(at: instant) }
        show(panel.player.port.listener, of: board)
    }

    override func stop() throws {
        try panel.stop()
        try super.stop()
    }
}

/// HUB75 panels on a simulated display engine: every frame is scanned out once, and its light is the picture.
private final class SimulatedScanOutPanel: SimulatedPanel {
    private let board: HUB75Board
    private var panel: ScanOutPanel<SimulatedScanOut<SimulatedHUB75>>

    init(_ board: HUB75Board, size: Size) throws {
        self.board = board
        panel = try board.enginePanel(into: SimulatedHUB75(board: board))
        super.init(size: size, format: .rgb)
    }

    override var violationCount: Int { panel.port.listener.violationCounts.values.reduce(0, +) }

    override func show(_ frame: Frame, at instant: Instant) {
        panel.port.rest(until: instant.nanoseconds)
        panel.show(frame)
        panel.port.listener.resetLight()
        panel.port.scan()
        panel.port.rest(until: panel.port.time)
        show(panel.port.listener, of: board, cycles: panel.plan.cycles)
    }

    override func stop() throws {
        panel.stop()
        try super.stop()
    }
}

/// A chain of MAX7219 modules on simulated SPI wires.
private final class SimulatedMAX7219Panel: SimulatedPanel {
    private var panel: MAX7219Panel<SPIWireWriter<SimulatedMAX7219Chain>>

    init(_ board: MAX7219Board) {
        let timing = SPIWireTiming(clockRate: board.clockRate)
        panel = MAX7219Panel(
            chain: board.chain, device: SPIWireWriter(timing: timing, into: SimulatedMAX7219Chain(board: board)))
        super.init(size: board.chain.size, format: .mono)
    }

    override var violationCount: Int { panel.device.listener.violationCounts.values.reduce(0, +) }
    override var nextHealing: Instant? { panel.nextHealing }

    override func show(_ frame: Frame, at instant: Instant) {
        panel.device.advance(to: instant.nanoseconds)
        panel.show(frame, at: instant)
        look()
    }

    override func heal(at instant: Instant) {
        guard let due = panel.nextHealing, instant >= due else { return }
        panel.device.advance(to: instant.nanoseconds)
        panel.heal(at: instant)
        look()
    }

    override func stop() throws {
        panel.stop()
        try super.stop()
    }

    private func look() {
        let simulated = panel.device.listener
        shown.canvas.clear()
        shown.canvas.stamp(simulated.picture, columns: 0..<simulated.size.width, at: .zero, ink: .white)
        shown.brightness = simulated.brightness
    }
}

extension Board {
    /// Returns a frame as what the board's panel can show of it, in the colours of its light at full brightness.
    ///
    /// HUB75: every colour as the light that brightness, depth and pulses leave of it. Other panels:
    /// what the simulated panel shows, at its brightness.
    package func levels(of frame: Frame) throws -> Frame {
        guard case .hub75(let wired) = panel else {
            let panel = try SimulatedPanel.make(for: self)
            try panel.show(frame, at: .zero)
            return panel.shown.light(ledColor: previewColor)
        }
        var limiter = wired.limiter
        let brightness = limiter?.brightness(of: frame) ?? frame.brightness
        let dimming = wired.dimming
        let light = (0..<256).map { dimming.light(value: $0, brightness: brightness.percent) }
        func level(_ value: UInt8) -> Int { light[Int(value)] }
        return frame.recolored { color in
            Color(redLevel: level(color.red), greenLevel: level(color.green), blueLevel: level(color.blue))
        }
    }
}

extension Frame {
    /// The light of a frame whose brightness has not been applied yet.
    package func light(ledColor: Color) -> Frame {
        recolored(ledColor: ledColor) { $0.scaled(percent: brightness.percent) }
    }

    /// Returns a colour frame at full brightness; its pixels that are not black get another colour.
    fileprivate func recolored(ledColor: Color = .white, _ change: (Color) -> Color) -> Frame {
        var shown = Frame(size: canvas.size, format: .rgb)
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width {
                let isMono = canvas.format == .mono
                let color = isMono ? (canvas.mono[x, y] ? ledColor : .black) : canvas.rgb[x, y]
                guard color != .black else { continue }
                shown.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(change(color)))
            }
        }
        return shown
    }
}
