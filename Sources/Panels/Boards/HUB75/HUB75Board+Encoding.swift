import PanelDrivers

extension HUB75Board {
    /// The assumed timing where programs are written without an open port: registers of a Raspberry Pi 3 or 4 at 20 ns a
    /// store, system calls at 2 us.
    package var timing: PortTiming {
        switch port {
        case .simulated, .registers: PortTiming(kind: .bcm, writeTime: 20, slowdown: max(slowdown ?? 0, 0))
        case .gpiod: PortTiming(kind: .kernel, writeTime: 2_000)
        case .dpi: ScanOutPlan.portTiming
        }
    }

    /// Where the refreshes lie in the pictures of a display engine.
    package func scanOutPlan() throws(HUB75SetupError) -> ScanOutPlan {
        try ScanOutPlan(matrix: matrix, map: map, lines: lines, settings: settings)
    }

    /// The encoder of the board's frames.
    package func encoder(timing: PortTiming? = nil) throws(HUB75SetupError) -> HUB75Encoder {
        try HUB75Encoder(matrix: matrix, map: map, lines: lines, settings: settings, timing: timing ?? self.timing)
    }

    /// What keeps the board's current budget; nil if the board has no budget.
    package var limiter: CurrentLimiter? {
        guard let maxCurrent, let fullCurrent else { return nil }
        return CurrentLimiter(fullCurrent: fullCurrent, maxCurrent: maxCurrent)
    }
}
