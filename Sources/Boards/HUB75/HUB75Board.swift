import PanelDrivers
import PixelGraphics

/// HUB75 panels in chains and the lines that they hang on.
public struct HUB75Board: Hashable, Sendable {
    /// What drives the lines.
    public enum Port: Hashable, Sendable {
        /// Wires that are simulated.
        case simulated
        /// The registers of the Raspberry Pi's GPIO block, whichever it has.
        case registers
        /// The kernel's lines through libgpiod; the label of the chip, or nil for that of the 40-pin header.
        case gpiod(chip: String?)
    }

    /// The panel; all are of the same kind.
    public let model: PanelModel
    /// What one panel draws from 5 V with all pixels white at full brightness, in mA; nil where nobody knows.
    public let panelCurrent: Int?
    /// How the panels hang on the adapter.
    public let arrangement: Arrangement
    /// The adapter's lines, those that this board does without among them.
    public let wiring: HUB75Wiring
    /// What is shifted out.
    public let matrix: HUB75Matrix
    /// The way from the pixels of the picture to those of the matrix.
    public let map: PixelMap
    /// The lines that are driven: no more address lines than the panel needs, no more chains than there are.
    public let lines: HUB75Lines
    /// How the panels are scanned.
    public let settings: ScanSettings
    /// What drives the lines.
    public let port: Port
    /// The harmless writes that follow each write of a register port, -1 for a barrier; nil for what the machine wants.
    public let slowdown: Int?
    /// The most current that the panels may draw, in mA; nil where there is no limit.
    public let maxCurrent: Int?
    /// The time after which driver chips are initialised again, in ns; nil for never.
    public let reinitialiseInterval: Int64?

    /// How panels hang on an adapter.
    public struct Arrangement: Hashable, Sendable {
        /// The panels of each chain.
        public let chain: Int
        /// The chains, which are shifted at the same time.
        public let parallel: Int
        /// The pixel mappers as they were given; empty for none.
        public let pixelMapper: String
    }

    /// What all panels draw with all pixels white at full brightness, in mA; nil where nobody knows.
    public var fullCurrent: Int? { panelCurrent.map { $0 * arrangement.chain * arrangement.parallel } }
}
