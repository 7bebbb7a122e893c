/// Which GPIO line leads to which wire of the HUB75 connectors of an adapter.
package struct HUB75Wiring: Hashable, Sendable {
    /// The name: that of its file, or nil if the lines stand in the board file.
    package let name: String?
    /// What it is, in one line; nil if the lines stand in the board file.
    package let summary: String?
    /// The line of OE.
    package let outputEnable: Int
    /// The line of CLK.
    package let clock: Int
    /// The line of LAT.
    package let latch: Int
    /// The lines of A, B, C, D and E, as many as are wired.
    package let address: [Int]
    /// For every parallel chain the lines of R1, G1, B1, R2, G2 and B2.
    package let colors: [[Int]]
    /// The lines that have to stay inputs, because the adapter ties them to others.
    package let inputs: [Int]

    /// The names of the address wires.
    package static let addressNames = ["A", "B", "C", "D", "E"]
    /// The names of the six colour wires of a chain.
    package static let colorNames = ["R1", "G1", "B1", "R2", "G2", "B2"]
}
