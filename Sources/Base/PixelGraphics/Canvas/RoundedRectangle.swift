/// A rectangle whose corners are quarters of a circle: what rectangles, circles and capsules have in common.
struct RoundedRectangle {
    /// The extent.
    let box: Rectangle
    /// The diameter of the corners' circle, 1 to 2^30; 1 and 2 leave the corners square.
    let diameter: Int

    init(_ box: Rectangle, diameter: Int) {
        self.box = box
        self.diameter = min(max(diameter, 1), 1 << 30)
    }

    /// The rows, relative to the box, that reach from side to side.
    var straightRows: Range<Int> { diameter / 2..<box.height - diameter / 2 }

    /// The number of pixels that are missing at either end of a row, `row` being 0 to height - 1.
    func inset(row: Int) -> Int {
        let row = min(row, box.height - 1 - row)
        guard row < diameter / 2 else { return 0 }
        // In half pixels: the row's centre lies `rise` above the circle's, and the row ends within `half` of it.
        let rise = diameter - 1 - 2 * row
        // A diameter of 3 loses the corners, whose centres lie just inside: a plus rather than a square.
        let half = Self.squareRoot(diameter * diameter - (diameter == 3 ? 2 : 0) - rise * rise)
        return (diameter - half) / 2
    }

    /// The column after the left part of the outline in a row, relative to the box; the right part mirrors it.
    func outlineEnd(row: Int) -> Int {
        let inset = inset(row: row)
        guard row > 0, row < box.height - 1 else { return box.width - inset }
        let end = max(inset + 1, self.inset(row: row - 1), self.inset(row: row + 1))
        return min(end, box.width - inset)
    }

    /// The largest integer whose square is at most `number`, which is 1 to 2^60; in integers, bit by bit.
    private static func squareRoot(_ number: Int) -> Int {
        var root = 0
        var bit = 1 << ((number.bitWidth - 1 - number.leadingZeroBitCount) / 2)
        while bit > 0 {
            if (root + bit) * (root + bit) <= number { root += bit }
            bit >>= 1
        }
        return root
    }
}
