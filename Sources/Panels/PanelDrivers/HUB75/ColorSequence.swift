/// Which colour the wires named R, G and B of a panel carry.
///
/// Written as three letters: the place of a letter is the wire of that colour. "RBG" swaps green and blue.
public struct ColorSequence: Hashable, Sendable, CustomStringConvertible {
    /// For red, green and blue, the wire among R, G, B that carries it: 0, 1 or 2.
    public let wires: [Int]

    /// Reads the letters R, G and B, each once, in any order and case; nil for anything else.
    public init?(_ text: String) {
        let letters = Array(text.uppercased().unicodeScalars)
        let places = ["R", "G", "B"].compactMap { (letter: Unicode.Scalar) in letters.firstIndex(of: letter) }
        guard letters.count == 3, places.count == 3 else { return nil }
        wires = places
    }

    private init(wires: [Int]) { self.wires = wires }

    /// Every wire carries the colour that it is named after.
    public static let rgb = ColorSequence(wires: [0, 1, 2])

    /// The letters, as they are read.
    public var description: String {
        (0..<3).map { wire in
            wires[0] == wire ? "R" : wires[1] == wire ? "G" : "B"
        }.joined()
    }
}
