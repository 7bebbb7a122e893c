/// The wires of HUB75 panels, in the order in which simulated panels and captures number them.
///
/// The first fourteen are those of the connector of the first chain; a further parallel chain has six colour wires more,
/// and shares the rest.
public enum HUB75Wires {
    /// The colour wires of a chain, within its six: for the upper and for the lower half of the panel.
    public static let colors = ["R1", "G1", "B1", "R2", "G2", "B2"]
    /// Address line A; B to E follow.
    public static let address = 6
    /// The clock, idle low: data is taken at its rising edge.
    public static let clock = 11
    /// The latch, idle low: while it is high the shift registers' content appears at the outputs.
    public static let latch = 12
    /// Output enable: low is lit.
    public static let outputEnable = 13

    /// The number of a colour wire.
    ///
    /// - Parameters:
    ///   - color: 0 to 5, its place in `colors`.
    ///   - chain: the parallel chain, from 0.
    public static func color(_ color: Int, chain: Int) -> Int {
        chain == 0 ? color : 14 + 6 * (chain - 1) + color
    }

    /// The names in captures, for a number of parallel chains.
    public static func names(chains: Int) -> [String] {
        colors + ["A", "B", "C", "D", "E", "CLK", "LAT", "OE"]
            + (1..<max(chains, 1)).flatMap { chain in colors.map { "C\(chain + 1)_\($0)" } }
    }

    /// The levels while the panel is dark: everything low except output enable.
    public static func idleLevels(chains: Int) -> [Bool] {
        names(chains: chains).map { $0 == "OE" }
    }
}
