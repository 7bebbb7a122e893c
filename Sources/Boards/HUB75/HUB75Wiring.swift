/// Which GPIO line leads to which wire of the HUB75 connectors of an adapter.
public struct HUB75Wiring: Hashable, Sendable {
    /// The name: that of its file, or nil where the lines stand in the board file.
    public let name: String?
    /// What it is, in one line; nil where the lines stand in the board file.
    public let summary: String?
    /// The line of OE.
    public let outputEnable: Int
    /// The line of CLK.
    public let clock: Int
    /// The line of LAT.
    public let latch: Int
    /// The lines of A, B, C, D and E, as many as are wired.
    public let address: [Int]
    /// For every parallel chain the lines of R1, G1, B1, R2, G2 and B2.
    public let colors: [[Int]]
    /// The lines that have to stay inputs, because the adapter ties them to others.
    public let inputs: [Int]

    /// The names of the address wires.
    public static let addressNames = ["A", "B", "C", "D", "E"]
    /// The names of the six colour wires of a chain.
    public static let colorNames = ["R1", "G1", "B1", "R2", "G2", "B2"]
}
