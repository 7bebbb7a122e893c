import PixelGraphics

/// The pixels that come together in a PNG file: all of them, or those of a pass of Adam7 (W3C PNG, second edition, 8.2).
struct InterlacePass {
    /// The first of them.
    let first: Point
    /// How many columns and rows lie from one to the next.
    let step: Size

    /// All pixels.
    static let whole = InterlacePass(0, 0, 1, 1)

    /// The seven passes in their order.
    static let adam7 = [
        InterlacePass(0, 0, 8, 8), InterlacePass(4, 0, 8, 8), InterlacePass(0, 4, 4, 8), InterlacePass(2, 0, 4, 4),
        InterlacePass(0, 2, 2, 4), InterlacePass(1, 0, 2, 2), InterlacePass(0, 1, 1, 2),
    ]

    private init(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int) {
        first = Point(x: x, y: y)
        step = Size(width: columns, height: rows)
    }

    /// How many of its columns lie before a column.
    func columns(in width: Int) -> Int { max(0, (width - first.x + step.width - 1) / step.width) }

    /// Its first column that is not before a column, and how many of its own lie before that.
    func firstColumn(from x: Int) -> (skipped: Int, column: Int) {
        let skipped = columns(in: x)
        return (skipped, first.x + skipped * step.width)
    }
}
