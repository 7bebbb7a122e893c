import PanelDrivers
import PixelGraphics

/// A HUB75 panel as one buys it: its pixels, how they hang on its shift registers, and what its chips want.
public struct PanelModel: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    public let name: String
    /// What it is, in one line.
    public let summary: String
    /// The extent of its picture in pixels.
    public let size: Size
    /// The number of row addresses, each of which lights a row in both halves of the matrix: 16 are called 1/16 scan.
    public let rowPairs: Int
    /// The bits that each of its six colour wires takes for one row address.
    public let shiftedColumns: Int
    /// Where its pixels lie in the matrix; nil where they lie as they are seen.
    public let multiplexing: MultiplexingTable?
    /// What its wires and chips want.
    public let traits: PanelTraits
    /// What it draws from 5 V with all pixels white at full brightness, in mA; nil where nobody knows.
    public let current: Int?
}

/// What the wires and chips of a panel want; a board file may give each of these too, and is right then.
public struct PanelTraits: Hashable, Sendable {
    /// How rows are addressed.
    public let addressing: RowAddressing
    /// Which colour the wires called R, G and B carry.
    public let sequence: ColorSequence
    /// Whether the data wires are inverted.
    public let isInverse: Bool
    /// The driver chips that want to be initialised.
    public let chip: DriverChip
    /// How much shorter each pulse of light is than its pulse of OE, in ns.
    public let oeLag: Int64
    /// The least time for which CLK is high and low, in ns.
    public let clockWidth: Int64
}
