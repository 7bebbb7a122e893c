import Boards
import PanelDrivers
import PixelGraphics
import Timelines

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
