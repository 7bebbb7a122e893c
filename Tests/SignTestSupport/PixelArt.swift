import PixelGraphics

/// Pixels as text: `#` lit, `.` dark, one line a row.
public func art(_ bitmap: MonoBitmap) -> String {
    (0..<bitmap.height).map { y in
        String((0..<bitmap.width).map { x in bitmap[x, y] ? "#" : "." })
    }.joined(separator: "\n")
}

/// The mono or RGB picture of a canvas as text: `#` for every pixel that is not dark.
public func art(_ canvas: Canvas) -> String {
    if canvas.format == .mono { return art(canvas.mono) }
    return (0..<canvas.size.height).map { y in
        String((0..<canvas.size.width).map { x in canvas.rgb[x, y] == .black ? "." : "#" })
    }.joined(separator: "\n")
}

/// Reads such a text back; anything but `#` is dark, and lines may be indented.
public func bitmap(_ art: String) -> MonoBitmap {
    let rows = art.split(separator: "\n").map { row in row.filter { $0 != " " } }.filter { !$0.isEmpty }
    var bitmap = MonoBitmap(width: rows.map(\.count).max() ?? 0, height: rows.count)
    for (y, row) in rows.enumerated() {
        for (x, character) in row.enumerated() where character == "#" { bitmap[x, y] = true }
    }
    return bitmap
}

extension Canvas {
    /// The colour of a pixel of the whole canvas; on a mono canvas white or black, and black outside.
    public func color(x: Int, y: Int) -> Color {
        format == .rgb ? rgb[x, y] : mono[x, y] ? .white : .black
    }

    /// Whether a pixel of the whole canvas is lit, or not black; false outside.
    public func isLit(x: Int, y: Int) -> Bool { color(x: x, y: y) != .black }
}
