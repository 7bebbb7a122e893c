import LEDSignKit
import PanelSimulation
import Testing

/// Content of a program that uses the library: a dot that moves by a column every second.
struct MovingDot: Content {
    func draw(at instant: Instant, into frame: inout Frame) {
        let column = Int((instant - .zero).count / 1_000_000_000)
        frame.canvas.fill(Rectangle(x: column, y: 0, width: 1, height: 1), with: .white)
    }

    func nextChange(after instant: Instant) -> Instant? {
        instant + .seconds(1) - Nanoseconds((instant - .zero).count % 1_000_000_000)
    }
}

/// Tests a sign without hardware: the driver's messages become edges on simulated wires, and simulated chips decode them.
@Suite("A sign on simulated chips")
struct SignTests {
    /// Shows every change up to an instant; returns the top row of the panel.
    private func topRow(at end: Instant) -> String {
        let chips = SimulatedMAX7219Chain(count: 1)
        let wires = SPIWireWriter(timing: SPIWireTiming(clockRate: 8_000_000), into: chips)
        var panel = MAX7219Panel(chain: MAX7219Chain(count: 1), device: wires)
        var presenter = Presenter(MovingDot(), size: Size(width: 8, height: 8), format: .mono)
        var now = Instant.zero
        while now <= end {
            if presenter.present(at: now) { panel.show(presenter.frame, at: now) }
            now = presenter.deadline ?? end + .seconds(1)
        }
        #expect(panel.device.listener.violations.isEmpty)
        let shown = panel.device.listener.picture
        return String((0..<8).map { shown[$0, 0] ? "#" : "." })
    }

    @Test("the dot moves by a column every second")
    func moves() {
        #expect(topRow(at: .zero) == "#.......")
        #expect(topRow(at: .zero + .milliseconds(2_999)) == "..#.....")
        #expect(topRow(at: .zero + .seconds(3)) == "...#....")
    }
}
