import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// The panel of a board, simulated: frames go out on simulated wires, and the picture is what the simulated chips show.
///
/// Boards without wires show the frame itself.
package final class SimulatedPanel {
    /// The panel's picture.
    package private(set) var shown: Frame
    private let wired: (any SimulatedWiredPanel)?

    /// Creates the panel of a board; it is dark.
    package init(_ board: Board) throws {
        shown = Frame(size: board.size, format: board.format)
        wired =
            switch board.panel {
            case .picture: nil
            case .max7219(let chain): SimulatedMAX7219Panel(chain)
            case .hub75(let panels) where panels.port == .dpi: try SimulatedScanOutPanel(panels, size: board.size)
            case .hub75(let panels): try SimulatedHUB75Panel(panels, size: board.size)
            }
    }

    /// The number of errors of the driver on the wires; 0 for boards without wires.
    package var violationCount: Int { wired?.violationCount ?? 0 }
    /// When `heal` is due; nil for never.
    package var nextHealing: Instant? { wired?.nextHealing }

    /// Shows a frame and records what the panel makes of it.
    ///
    /// - Parameter instant: the time since the sign was started.
    package func show(_ frame: Frame, at instant: Instant) throws {
        guard let wired else {
            shown = frame
            return
        }
        try wired.show(frame, at: instant)
        shown = wired.shown
    }

    /// Sends the panel again what it shows, if that is due.
    package func heal(at instant: Instant) {
        guard let wired, let due = wired.nextHealing, instant >= due else { return }
        wired.heal(at: instant)
        shown = wired.shown
    }

    /// Makes the panel dark.
    package func stop() throws {
        try wired?.stop()
        shown.canvas.clear()
    }
}

/// A panel behind simulated wires: a driver of PanelDrivers sends frames, and simulated chips show what they decode.
protocol SimulatedWiredPanel: AnyObject {
    /// What the panel shows.
    var shown: Frame { get }
    /// The number of errors of the driver on the wires.
    var violationCount: Int { get }
    /// When `heal` is due; nil for never.
    var nextHealing: Instant? { get }

    /// Sends a frame at an instant and records what the panel shows then.
    func show(_ frame: Frame, at instant: Instant) throws
    /// Sends the panel again what it shows.
    func heal(at instant: Instant)
    /// Makes the panel dark.
    func stop() throws
}

/// HUB75 panels on simulated wires: every frame is shown for one dither cycle, and its light is the picture.
final class SimulatedHUB75Panel: SimulatedWiredPanel {
    private(set) var shown: Frame
    private let board: HUB75Board
    private var panel: HUB75Panel<SimulatedScanPort<SimulatedHUB75>>

    init(_ board: HUB75Board, size: Size) throws {
        self.board = board
        shown = Frame(size: size, format: .rgb)
        let port = board.simulatedPort(into: SimulatedHUB75(board: board))
        panel = HUB75Panel(encoder: try board.encoder(), port: port, limiter: board.limiter)
    }

    var violationCount: Int { panel.player.port.listener.violationCounts.values.reduce(0, +) }
    var nextHealing: Instant? { nil }

    func show(_ frame: Frame, at instant: Instant) throws {
        panel.player.port.advance(to: instant.nanoseconds)
        panel.show(frame)
        panel.player.port.listener.resetLight()
        for _ in panel.encoder.programs.indices { try panel.refresh(at: instant) }
        let picture = panel.player.port.listener.picture(through: board.map, leastPulse: board.settings.leastPulse)
        shown.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
    }

    func heal(at instant: Instant) {}

    func stop() throws {
        try panel.stop()
        shown.canvas.clear()
    }
}

/// A chain of MAX7219 modules on simulated SPI wires.
final class SimulatedMAX7219Panel: SimulatedWiredPanel {
    private(set) var shown: Frame
    private var panel: MAX7219Panel<SPIWireWriter<SimulatedMAX7219Chain>>

    init(_ board: MAX7219Board) {
        shown = Frame(size: board.chain.size, format: .mono)
        let timing = SPIWireTiming(clockRate: board.clockRate)
        panel = MAX7219Panel(
            chain: board.chain, device: SPIWireWriter(timing: timing, into: SimulatedMAX7219Chain(board: board)))
    }

    var violationCount: Int { panel.device.listener.violationCounts.values.reduce(0, +) }
    var nextHealing: Instant? { panel.nextHealing }

    func show(_ frame: Frame, at instant: Instant) {
        panel.device.advance(to: instant.nanoseconds)
        panel.show(frame, at: instant)
        look()
    }

    func heal(at instant: Instant) {
        panel.device.advance(to: instant.nanoseconds)
        panel.heal(at: instant)
        look()
    }

    func stop() {
        panel.stop()
        look()
    }

    private func look() {
        let simulated = panel.device.listener
        shown.canvas.clear()
        shown.canvas.stamp(simulated.picture, columns: 0..<simulated.size.width, at: .zero, ink: .white)
        shown.brightness = simulated.brightness
    }
}

/// HUB75 panels on a simulated display engine: every frame is scanned out once, and its light is the picture.
final class SimulatedScanOutPanel: SimulatedWiredPanel {
    private(set) var shown: Frame
    private let board: HUB75Board
    private var panel: ScanOutPanel<SimulatedScanOut<SimulatedHUB75>>

    init(_ board: HUB75Board, size: Size) throws {
        self.board = board
        shown = Frame(size: size, format: .rgb)
        let plan = try board.scanOutPlan()
        let port = board.simulatedEngine(plan, into: SimulatedHUB75(board: board))
        panel = ScanOutPanel(plan: plan, port: port, limiter: board.limiter)
    }

    var violationCount: Int { panel.port.listener.violationCounts.values.reduce(0, +) }
    var nextHealing: Instant? { nil }

    func show(_ frame: Frame, at instant: Instant) {
        panel.port.rest(until: instant.nanoseconds)
        panel.show(frame)
        panel.port.listener.resetLight()
        panel.port.scan()
        panel.port.rest(until: panel.port.time)
        let picture = panel.port.listener.picture(
            through: board.map, leastPulse: board.settings.leastPulse, cycles: panel.plan.cycles)
        shown.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
    }

    func heal(at instant: Instant) {}

    func stop() {
        panel.stop()
        shown.canvas.clear()
    }
}

/// The picture that a display engine scans out to show a frame on HUB75 panels: every pixel is the levels of 24 lines.
package enum ScanOutImage {
    /// Returns the picture, of which bit n of a pixel is GPIO line n + 4; nil for boards without a display engine.
    package static func picture(of frame: Frame, on board: Board) throws -> RGBBitmap? {
        guard case .hub75(let wired) = board.panel, wired.port == .dpi else { return nil }
        let plan = try wired.scanOutPlan()
        var panel = ScanOutPanel(
            plan: plan, port: wired.simulatedEngine(plan, into: SimulatedHUB75(board: wired)), limiter: wired.limiter)
        panel.show(frame)
        panel.port.takePicture()
        let size = Size(width: plan.mode.columns.visible, height: plan.mode.lines.visible)
        var picture = RGBBitmap(size: size)
        for (index, pixel) in panel.port.picture.enumerated() {
            picture[index % size.width, index / size.width] = Color(rawValue: pixel)
        }
        return picture
    }
}

/// Turns frames into what a board's panel can show of them, for the style `levels`.
///
/// HUB75: every colour as the level that the luminance table, the brightness and the depth leave of it. Other panels:
/// what the simulated panel shows, at its brightness.
package struct PanelLevels {
    private let board: Board?

    /// Creates the transformation of a board; nil leaves frames as they are.
    package init(_ board: Board?) {
        self.board = board
    }

    /// Returns the frame in the colours of its light, at full brightness.
    package func frame(_ frame: Frame) throws -> Frame {
        guard let board else { return frame }
        if case .hub75(let wired) = board.panel {
            var frame = frame
            var limiter = wired.limiter
            if let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
            return Self.levels(frame, settings: wired.settings)
        }
        let panel = try SimulatedPanel(board)
        try panel.show(frame, at: .zero)
        return Self.light(of: panel.shown, ledColor: board.previewColor)
    }

    private static func levels(_ frame: Frame, settings: ScanSettings) -> Frame {
        let table = LuminanceTable(brightness: frame.brightness.percent)
        let hidden = 11 - settings.planes
        func level(_ value: UInt8) -> Int { (Int(table.levels[Int(value)]) >> hidden) << hidden }
        var shown = Frame(size: frame.canvas.size, format: .rgb)
        for y in 0..<frame.canvas.size.height {
            for x in 0..<frame.canvas.size.width {
                let color = frame.canvas.rgb[x, y]
                guard color != .black else { continue }
                let light = Color(
                    redLevel: level(color.red), greenLevel: level(color.green), blueLevel: level(color.blue))
                shown.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(light))
            }
        }
        return shown
    }

    /// The light of a frame whose brightness has not been applied yet.
    package static func light(of frame: Frame, ledColor: Color) -> Frame {
        var shown = Frame(size: frame.canvas.size, format: .rgb)
        for y in 0..<frame.canvas.size.height {
            for x in 0..<frame.canvas.size.width {
                let isMono = frame.canvas.format == .mono
                let color = isMono ? (frame.canvas.mono[x, y] ? ledColor : .black) : frame.canvas.rgb[x, y]
                guard color != .black else { continue }
                let light = color.scaled(percent: frame.brightness.percent)
                shown.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(light))
            }
        }
        return shown
    }
}
