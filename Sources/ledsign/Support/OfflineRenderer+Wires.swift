import Boards
import PanelDrivers
import PanelSimulation
import PixelGraphics
import Timelines

extension OfflineRenderer {
    /// Shows a frame at an instant on the wires that are recorded.
    typealias Shower = (Instant, Frame) throws -> Void

    /// Returns the wires of a board as VCD bytes: its start-up, then frames at their instants.
    ///
    /// MAX7219 chains are healed in between as on a device; HUB75 panels show each frame for one dither cycle.
    ///
    /// - Parameter end: how long chips are healed; not after the last frame without it.
    /// - Throws: where the board has no wires.
    func wires(until end: Instant? = nil, _ frames: (_ show: Shower) throws -> Void) throws -> [UInt8] {
        switch board.panel {
        case .max7219(let wired): try wires(of: wired, until: end, frames)
        case .hub75(let wired): try wires(of: wired, frames)
        case .picture:
            throw Failure(
                "the board \(board.name) has no wires, so there is no .vcd of it; "
                    + "boards with wires are, for instance, sim-32x8, max7219-32x8 and hub75-64x32")
        }
    }

    private func wires(
        of wired: MAX7219Board, until end: Instant?, _ frames: (_ show: Shower) throws -> Void
    ) rethrows -> [UInt8] {
        let writer = SPIWireWriter(timing: SPIWireTiming(clockRate: wired.clockRate), into: WireTrace.spi())
        var panel = MAX7219Panel(chain: wired.chain, device: writer)
        panel.start(at: .zero, brightness: firstBrightness)
        func heal(before instant: Instant) {
            while let due = panel.nextHealing, due < instant {
                panel.device.advance(to: due.nanoseconds)
                panel.heal(at: due)
            }
        }
        try frames { instant, frame in
            heal(before: instant)
            panel.device.advance(to: instant.nanoseconds)
            panel.show(frame, at: instant)
        }
        if let end { heal(before: end) }
        panel.device.finish()
        var trace = panel.device.listener
        trace.extend(to: panel.device.time)
        return trace.vcd
    }

    private func wires(of wired: HUB75Board, _ frames: (_ show: Shower) throws -> Void) throws -> [UInt8] {
        let port = wired.simulatedPort(into: WireTrace.hub75(chains: wired.matrix.chains))
        var panel = HUB75Panel(encoder: try wired.encoder(), port: port, limiter: wired.limiter)
        try panel.start(at: .zero)
        try frames { instant, frame in
            panel.port.advance(to: instant.nanoseconds)
            panel.show(frame)
            for _ in panel.encoder.programs.indices { try panel.refresh(at: instant) }
        }
        return panel.port.finishedTrace().vcd
    }
}
