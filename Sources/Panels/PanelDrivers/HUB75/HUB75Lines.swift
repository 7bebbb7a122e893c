/// The GPIO lines of HUB75 panels, 0 to 55.
public struct HUB75Lines: Hashable, Sendable {
    /// The line of OE; low is lit.
    public var outputEnable: Int
    /// The line of CLK.
    public var clock: Int
    /// The line of LAT.
    public var latch: Int
    /// The lines of A, B, C ..., as many as are wired.
    public var address: [Int]
    /// For every parallel chain its lines R1, G1, B1, R2, G2, B2.
    public var colors: [[Int]]

    /// Names the lines; mistakes are reported by the encoder's initializer.
    public init(outputEnable: Int, clock: Int, latch: Int, address: [Int], colors: [[Int]]) {
        self.outputEnable = outputEnable
        self.clock = clock
        self.latch = latch
        self.address = address
        self.colors = colors
    }

    /// The adapters with three chains: hardware mapping "regular".
    public static let regular = HUB75Lines(
        outputEnable: 18, clock: 17, latch: 4, address: [22, 23, 24, 25, 15],
        colors: [[11, 27, 7, 8, 9, 10], [12, 5, 6, 19, 13, 20], [14, 2, 3, 26, 16, 21]])

    /// Every line that is driven, for as many chains and address lines as are used.
    public func used(chains: Int, addressLines: Int) -> [Int] {
        var lines = [outputEnable, clock, latch]
        lines += address.prefix(addressLines)
        lines += colors.prefix(chains).joined()
        return lines
    }
}
