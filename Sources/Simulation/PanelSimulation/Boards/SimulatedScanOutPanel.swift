import Boards
import PanelDrivers
import PixelGraphics
import Timelines

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
