import PixelGraphics

/// Chooses up to 256 colours for pixels that have more: median cut (Heckbert 1982) over a histogram of 5 bits per channel.
///
/// Integer arithmetic and fixed orders throughout: the same pixels give the same palette on every machine.
struct ColorQuantizer {
    /// The colours.
    private(set) var palette: [Color] = []
    /// The palette's place for each of the 32768 bins.
    private var places: [UInt8]

    /// One filled bin of the histogram: how many pixels, and the sums of their channels.
    private struct Bin {
        let number: Int
        var count = 0
        var sums: (red: Int, green: Int, blue: Int) = (0, 0, 0)

        /// The bin's position on an axis: 0 red, 1 green, 2 blue; 0 to 31.
        func position(_ axis: Int) -> Int { number >> (10 - 5 * axis) & 31 }
    }

    /// A range of bins that becomes one colour, and how much there is to gain by cutting it.
    private struct Box {
        var bins: Range<Int>
        var axis: Int
        var weight: Int
    }

    /// Chooses the palette of the pixels, of 1 to 256 colours; takes time in proportion to the number of pixels.
    init(_ pixels: [Color], maximum: Int) {
        places = [UInt8](repeating: 0, count: 1 << 15)
        var bins = Self.histogram(pixels)
        guard !bins.isEmpty else { return }
        var boxes = [Self.box(bins, 0..<bins.count)]
        while boxes.count < maximum {
            guard let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
                boxes[widest].weight > 0
            else { break }
            let box = boxes[widest]
            let middle = Self.cut(&bins, box)
            boxes[widest] = Self.box(bins, box.bins.lowerBound..<middle)
            boxes.append(Self.box(bins, middle..<box.bins.upperBound))
        }
        for box in boxes {
            for bin in bins[box.bins] { places[bin.number] = UInt8(palette.count) }
            palette.append(Self.mean(bins[box.bins]))
        }
    }

    /// The palette's place for a colour that was among the pixels.
    func place(of color: Color) -> UInt8 { places[Self.number(of: color)] }

    private static func number(of color: Color) -> Int {
        Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)
    }

    private static func histogram(_ pixels: [Color]) -> [Bin] {
        var bins = (0..<1 << 15).map { Bin(number: $0) }
        for color in pixels {
            let number = number(of: color)
            bins[number].count += 1
            bins[number].sums.red += Int(color.red)
            bins[number].sums.green += Int(color.green)
            bins[number].sums.blue += Int(color.blue)
        }
        return bins.filter { $0.count > 0 }
    }

    /// Describes a range of bins: its longest axis, and that length times the number of pixels.
    private static func box(_ bins: [Bin], _ range: Range<Int>) -> Box {
        var best = Box(bins: range, axis: 0, weight: 0)
        let pixels = bins[range].reduce(0) { $0 + $1.count }
        for axis in 0..<3 {
            let positions = bins[range].map { $0.position(axis) }
            let length = (positions.max() ?? 0) - (positions.min() ?? 0)
            if length * pixels > best.weight { best = Box(bins: range, axis: axis, weight: length * pixels) }
        }
        return best
    }

    /// Sorts a box along its axis and returns where half of its pixels lie on either side; neither side is empty.
    private static func cut(_ bins: inout [Bin], _ box: Box) -> Int {
        bins[box.bins].sort { left, right in
            (left.position(box.axis), left.number) < (right.position(box.axis), right.number)
        }
        let half = bins[box.bins].reduce(0) { $0 + $1.count } / 2
        var seen = 0
        for index in box.bins.dropLast() {
            seen += bins[index].count
            if seen >= half { return index + 1 }
        }
        return box.bins.upperBound - 1
    }

    private static func mean(_ bins: ArraySlice<Bin>) -> Color {
        let count = bins.reduce(0) { $0 + $1.count }
        func mean(_ sum: Int) -> UInt8 { UInt8((sum + count / 2) / count) }
        return Color(
            red: mean(bins.reduce(0) { $0 + $1.sums.red }), green: mean(bins.reduce(0) { $0 + $1.sums.green }),
            blue: mean(bins.reduce(0) { $0 + $1.sums.blue }))
    }
}
