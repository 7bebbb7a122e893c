import PanelDrivers
import PixelGraphics

/// A model of HUB75 panel: its pixels, how they are wired to its shift registers, and what its chips need.
package struct PanelModel: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    package let name: String
    /// What it is, in one line.
    package let summary: String
    /// The extent of its picture in pixels.
    package let size: Size
    /// The number of row addresses, each of which lights a row in both halves of the matrix: 16 are called 1/16 scan.
    package let rowPairs: Int
    /// The bits that each of its six colour wires takes for one row address.
    package let shiftedColumns: Int
    /// Where its pixels lie in the matrix; nil where they lie as they are seen.
    package let multiplexing: MultiplexingTable?
    /// What its wires and chips need.
    package let traits: PanelTraits
    /// What it draws from 5 V with all pixels white at full brightness, in mA; nil where unknown.
    package let current: Int?
}

/// What the wires and chips of a panel need; a board file may override each of them.
package struct PanelTraits: Hashable, Sendable {
    /// How rows are addressed.
    package let addressing: RowAddressing
    /// Which colour the wires called R, G and B carry.
    package let sequence: ColorSequence
    /// Whether the data wires are inverted.
    package let isInverse: Bool
    /// The driver chips, which may need initialisation.
    package let chip: DriverChip
    /// How much shorter each pulse of light is than its pulse of OE, in ns.
    package let oeLag: Int64
    /// The least time for which CLK is high and low, in ns.
    package let clockWidth: Int64
    /// The chips that drive the rows.
    package let rowDriver: RowDriver
    /// The dark times that are given, in ns; nil where the row driver's hold.
    package let gaps: Gaps

    /// The dark times around the row address and after the latch, in ns; nil where none is given.
    package struct Gaps: Hashable, Sendable {
        /// Before the row address changes.
        package var dark: Int64?
        /// After the row address has changed.
        package var settle: Int64?
        /// Between the latch and the light.
        package var latch: Int64?
    }
}

/// The chips that drive the rows of a panel, and the dark times that keep one row from glowing with the picture of another.
///
/// A row driver takes time to turn a row off and the next one on, and a row that was turned off keeps a charge, which lights
/// LEDs of the next row's picture faintly. The times are where to begin, from what other programs use (185 ns where nothing
/// is known of the panel, 1 us and more for slow row drivers); no panel was measured for this project.
package enum RowDriver: String, CaseIterable, Hashable, Sendable {
    /// Unknown, or a panel that shows no ghosts.
    case plain
    /// 74HC138 decoders with pairs of transistors (4953, 9926): nothing discharges a row that was turned off.
    case hc138 = "74hc138"
    /// Decoders that discharge rows: RUC7258, TC7258 and the like.
    case discharging
    /// Shift registers: SM5266P, SM5368, DP32020A and the like.
    case shifting

    /// The dark time before the row address changes, in ns.
    package var darkGap: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging, .shifting: 200
        }
    }

    /// The dark time after the row address has changed, in ns.
    package var settle: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging: 200
        case .shifting: 500
        }
    }
}
