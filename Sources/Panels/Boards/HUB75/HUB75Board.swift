import PanelDrivers
import PixelGraphics

/// HUB75 panels in chains, and the GPIO lines that drive them.
package struct HUB75Board: Hashable, Sendable {
    /// What drives the lines.
    package enum Port: Hashable, Sendable {
        /// Wires that are simulated.
        case simulated
        /// The registers of the Raspberry Pi's GPIO block, whichever it has.
        case registers
        /// The kernel's lines through libgpiod; the label of the chip, or nil for that of the 40-pin header.
        case gpiod(chip: String?)
        /// The Raspberry Pi's display engine, which scans pictures out on GPIO 4 to 27.
        case dpi
    }

    /// The panel; all are of the same kind.
    package let model: PanelModel
    /// What one panel draws from 5 V with all pixels white at full brightness, in mA; nil where unknown.
    package let panelCurrent: Int?
    /// How the panels are connected to the adapter.
    package let arrangement: Arrangement
    /// The adapter's lines, including those that this board does not use.
    package let wiring: HUB75Wiring
    /// What is shifted out.
    package let matrix: HUB75Matrix
    /// The way from the pixels of the picture to those of the matrix.
    package let map: PixelMap
    /// The lines that are driven: no more address lines than the panel needs, no more chains than there are.
    package let lines: HUB75Lines
    /// The chips that drive the rows of the panels, whose dark times `settings` has where none are given.
    package let rowDriver: RowDriver
    /// How the panels are scanned.
    package let settings: ScanSettings
    /// What drives the lines.
    package let port: Port
    /// The harmless writes that follow each write of a register port, -1 for a barrier; nil for what the machine wants.
    package let slowdown: Int?
    /// The most current that the panels may draw, in mA; nil where there is no limit.
    package let maxCurrent: Int?
    /// The time after which driver chips are initialised again, in ns; nil for never.
    package let reinitialiseInterval: Int64?

    /// How panels are connected to an adapter.
    package struct Arrangement: Hashable, Sendable {
        /// The panels of each chain.
        package let chain: Int
        /// The chains, which are shifted at the same time.
        package let parallel: Int
        /// The pixel mappers as given; empty without any.
        package let pixelMapper: String
    }

    /// What all panels draw with all pixels white at full brightness, in mA; nil where unknown.
    package var fullCurrent: Int? { panelCurrent.map { $0 * arrangement.chain * arrangement.parallel } }
}

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
