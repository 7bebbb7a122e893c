import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// Shows a frame at an instant on the wires that are recorded.
package typealias RecordedFrames = (_ show: (Instant, Frame) throws -> Void) throws -> Void

extension Board {
    /// Records the wires while a driver shows frames on them, as VCD bytes: the panel's start, then frames at their instants; nil
    /// for boards without wires.
    ///
    /// MAX7219 chains are healed in between as on a device; HUB75 panels show each frame for one dither cycle.
    ///
    /// - Parameters:
    ///   - firstBrightness: the brightness with which the panel starts.
    ///   - end: how long chips are healed; without it, healing ends with the last frame.
    package func recordWires(
        firstBrightness: Brightness, until end: Instant? = nil, _ frames: RecordedFrames
    ) throws -> [UInt8]? {
        switch panel {
        case .max7219(let wired): try wired.recordWires(firstBrightness: firstBrightness, until: end, frames)
        case .hub75(let wired) where wired.port == .dpi: try wired.recordEngine(frames)
        case .hub75(let wired): try wired.recordWires(frames)
        case .picture, .network: nil
        }
    }

    /// Returns the picture that the board's display engine scans out to show a frame, of which bit n of a pixel is GPIO line n + 4;
    /// nil for boards without a display engine.
    package func scanOutPicture(of frame: Frame) throws -> RGBBitmap? {
        guard case .hub75(let wired) = panel, wired.port == .dpi else { return nil }
        var panel = try wired.enginePanel(into: SimulatedHUB75(board: wired))
        panel.show(frame)
        panel.port.takePicture()
        let mode = panel.plan.mode
        let size = Size(width: mode.columns.visible, height: mode.lines.visible)
        var picture = RGBBitmap(size: size)
        for (index, pixel) in panel.port.picture.enumerated() {
            picture[index % size.width, index / size.width] = Color(rawValue: pixel)
        }
        return picture
    }
}

extension MAX7219Board {
    fileprivate func recordWires(
        firstBrightness: Brightness, until end: Instant?, _ frames: RecordedFrames
    ) throws -> [UInt8] {
        let writer = SPIWireWriter(timing: SPIWireTiming(clockRate: clockRate), into: WireTrace.spi())
        var panel = MAX7219Panel(chain: chain, device: writer)
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
        return panel.device.finishedTrace().vcd
    }
}

extension HUB75Board {
    fileprivate func recordWires(_ frames: RecordedFrames) throws -> [UInt8] {
        let trace = WireTrace.hub75(chains: matrix.chains)
        if case .pio = port { return try record(frames, on: simulatedPIO(into: trace)).finishedTrace().vcd }
        return try record(frames, on: simulatedPort(into: trace)).finishedTrace().vcd
    }

    /// Shows frames on a port, and returns it.
    private func record<Port: SimulatedPort>(_ frames: RecordedFrames, on port: Port) throws -> Port {
        var panel = HUB75Panel(encoder: try encoder(), port: port, limiter: limiter)
        try panel.start(at: .zero)
        try frames { instant, frame in
            panel.player.port.advance(to: instant.nanoseconds)
            panel.show(frame)
            for _ in panel.encoder.programs.indices { try panel.refresh(at: instant) }
        }
        return panel.player.port
    }

    /// Records a frame of the display engine for each picture, and idle lines between them.
    fileprivate func recordEngine(_ frames: RecordedFrames) throws -> [UInt8] {
        var panel = try enginePanel(into: WireTrace.hub75(chains: matrix.chains))
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

    /// Panels on a simulated display engine.
    func enginePanel<Listener: WireListener>(
        into listener: Listener
    ) throws -> ScanOutPanel<SimulatedScanOut<Listener>> {
        let plan = try scanOutPlan()
        return ScanOutPanel(plan: plan, port: simulatedEngine(plan, into: listener), limiter: limiter)
    }
}
