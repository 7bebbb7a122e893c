import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// Records the wires of a board while a driver shows frames on them.
package struct WireRecorder {
    /// Shows a frame at an instant on the wires that are recorded.
    package typealias Shower = (Instant, Frame) throws -> Void

    private let board: Board
    private let firstBrightness: Brightness

    /// Creates a recorder.
    ///
    /// - Parameter firstBrightness: the brightness with which the panel starts.
    package init(_ board: Board, firstBrightness: Brightness) {
        self.board = board
        self.firstBrightness = firstBrightness
    }

    /// Returns the wires as VCD bytes: the panel's start, then frames at their instants; nil for boards without wires.
    ///
    /// MAX7219 chains are healed in between as on a device; HUB75 panels show each frame for one dither cycle.
    ///
    /// - Parameter end: how long chips are healed; without it, healing ends with the last frame.
    package func record(until end: Instant? = nil, _ frames: (_ show: Shower) throws -> Void) throws -> [UInt8]? {
        switch board.panel {
        case .max7219(let wired): try record(wired, until: end, frames)
        case .hub75(let wired) where wired.port == .dpi: try recordEngine(wired, frames)
        case .hub75(let wired): try record(wired, frames)
        case .picture: nil
        }
    }

    private func record(
        _ wired: MAX7219Board, until end: Instant?, _ frames: (_ show: Shower) throws -> Void
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

    private func record(_ wired: HUB75Board, _ frames: (_ show: Shower) throws -> Void) throws -> [UInt8] {
        let port = wired.simulatedPort(into: WireTrace.hub75(chains: wired.matrix.chains))
        var panel = HUB75Panel(encoder: try wired.encoder(), port: port, limiter: wired.limiter)
        try panel.start(at: .zero)
        try frames { instant, frame in
            panel.player.port.advance(to: instant.nanoseconds)
            panel.show(frame)
            for _ in panel.encoder.programs.indices { try panel.refresh(at: instant) }
        }
        return panel.player.port.finishedTrace().vcd
    }

    /// Records a frame of the display engine for each picture, and idle lines between them.
    private func recordEngine(_ wired: HUB75Board, _ frames: (_ show: Shower) throws -> Void) throws -> [UInt8] {
        let plan = try wired.scanOutPlan()
        var panel = ScanOutPanel(
            plan: plan, port: wired.simulatedEngine(plan, into: WireTrace.hub75(chains: wired.matrix.chains)),
            limiter: wired.limiter)
        try frames { instant, frame in
            panel.port.rest(until: instant.nanoseconds)
            panel.show(frame)
            panel.port.scan()
        }
        panel.port.rest(until: panel.port.time)
        var trace = panel.port.listener
        trace.extend(to: panel.port.time + 100)
        return trace.vcd
    }
}
