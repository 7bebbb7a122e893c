import PixelGraphics
import Timelines

/// A list of numbers as a line, an area or bars over the width of an area, the last number at the right.
///
/// On an RGB canvas its edges are as bright as the share of their pixels; on a mono one it has whole pixels.
public final class Plot: Content {
    /// How numbers are drawn.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// A line from number to number.
        case line
        /// The line, and all below it.
        case area
        /// A bar for each number, from zero or the end of the range that is nearer to it.
        case bars
    }

    /// What a column of pixels has: rows from the top in 1/256, and their colour.
    private struct Column: Equatable {
        var top: Int
        var bottom: Int
        var color: Color
    }

    /// How numbers are drawn.
    public let form: Form
    /// Its area in pixels.
    public let size: Size
    /// A number that grows whenever it shows something else.
    public private(set) var revision = 0
    private var columns: [Column?]
    /// The ends of the line's pieces on a mono canvas.
    private var pieces: [(from: Point, to: Point)] = []
    private var background: Color?
    /// A colour of the numbers, beside which a mono panel has the background dark or lit.
    private var foreground = Color.black

    /// Creates an empty plot.
    public init(_ form: Form, size: Size) {
        (self.form, self.size) = (form, size)
        columns = Array(repeating: nil, count: max(0, size.width))
    }

    /// Shows other numbers; O(numbers + columns), and allocates.
    ///
    /// - Parameters:
    ///   - values: the numbers; nil, NaN and infinities are gaps. Where there are more than columns, each column has the mean of its
    ///     numbers.
    ///   - range: the numbers at the lower and at the upper edge; what is beyond is cut off.
    ///   - background: the colour of the rest; nil where that is transparent.
    ///   - color: the colour of a number.
    public func show(
        _ values: [Double?], range: ClosedRange<Double>, background: Color? = nil, color: (Double) -> Color
    ) {
        var drawing = Drawing(values, range, form, size)
        let columns = drawing.columns(color)
        guard columns != self.columns || background != self.background else { return }
        (self.columns, self.background, pieces) = (columns, background, drawing.pieces)
        foreground = columns.first { $0 != nil }??.color ?? .black
        revision += 1
    }

    /// Draws the numbers, and the rest where it has a colour; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let isRGB = frame.canvas.format == .rgb
        if let background {
            frame.canvas.fill(Rectangle(size), with: Ink(behind: foreground, color: background))
        }
        for x in columns.indices {
            guard let column = columns[x] else { continue }
            if isRGB {
                draw(column, at: x, &frame.canvas)
            } else if form != .line {
                let (top, bottom) = ((column.top + 128) / 256, (column.bottom + 128) / 256)
                fill(top..<max(top, bottom), at: x, with: Ink(column.color, onto: background), &frame.canvas)
            }
        }
        guard !isRGB, form == .line else { return }
        for number in pieces.indices {
            let piece = pieces[number]
            let color = columns[piece.from.x]?.color ?? .white
            frame.canvas.line(from: piece.from, to: piece.to, ink: Ink(color, onto: background))
        }
    }

    /// Draws a column whose first and last pixel may be covered in part.
    private func draw(_ column: Column, at x: Int, _ canvas: inout Canvas) {
        let (first, last) = (column.top / 256, (column.bottom - 1) / 256)
        guard column.bottom > column.top else { return }
        guard last > first else {
            return fill(first, at: x, column.color, share: column.bottom - column.top, &canvas)
        }
        fill(first, at: x, column.color, share: (first + 1) * 256 - column.top, &canvas)
        fill(first + 1..<last, at: x, with: Ink(column.color), &canvas)
        fill(last, at: x, column.color, share: column.bottom - last * 256, &canvas)
    }

    private func fill(_ row: Int, at x: Int, _ color: Color, share: Int, _ canvas: inout Canvas) {
        let mixed = share == 256 ? color : (background ?? .black).mixed(with: color, share: share)
        canvas.set(Point(x: x, y: row), to: Ink(mixed))
    }

    private func fill(_ rows: Range<Int>, at x: Int, with ink: Ink, _ canvas: inout Canvas) {
        guard !rows.isEmpty else { return }
        canvas.fill(Rectangle(x: x, y: rows.lowerBound, width: 1, height: rows.count), with: ink)
    }

    /// Nil: only values change it.
    public func nextChange(after instant: Instant) -> Instant? { nil }
}

extension Plot {
    /// Where numbers lie on an area.
    private struct Drawing {
        /// The numbers of as many columns at most.
        private let values: [Double?]
        private let range: ClosedRange<Double>
        private let form: Form
        private let size: Size
        private(set) var pieces: [(from: Point, to: Point)] = []

        init(_ values: [Double?], _ range: ClosedRange<Double>, _ form: Form, _ size: Size) {
            (self.range, self.form, self.size) = (range, form, size)
            let reduced = Self.means(values, count: max(1, size.width))
            // A single number lasts from edge to edge.
            self.values = reduced.count == 1 && form != .bars ? [reduced[0], reduced[0]] : reduced
        }

        /// The means of so many groups of neighbours; fewer values stay as they are.
        private static func means(_ values: [Double?], count: Int) -> [Double?] {
            func mean(_ group: ArraySlice<Double?>) -> Double? {
                let numbers = group.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
                guard var mean = numbers.first else { return nil }
                // Step by step, so that the mean of equal numbers is exactly that number, and none becomes infinite.
                for (index, number) in numbers.enumerated() {
                    mean += number / Double(index + 1) - mean / Double(index + 1)
                }
                return mean
            }
            guard values.count > count else { return values.map { $0.flatMap { $0.isFinite ? $0 : nil } } }
            let groups = count
            return (0..<groups).map { mean(values[$0 * values.count / groups..<($0 + 1) * values.count / groups]) }
        }

        /// The share of the range below a number, 0 to 1.
        private func share(_ value: Double) -> Double {
            let length = range.upperBound - range.lowerBound
            guard length > 0 else { return 0.5 }
            return min(max((value - range.lowerBound) / length, 0), 1)
        }

        mutating func columns(_ color: (Double) -> Color) -> [Column?] {
            var columns: [Column?] = Array(repeating: nil, count: max(0, size.width))
            guard size.width > 0, size.height > 0, !values.isEmpty else { return columns }
            if form == .bars { addBars(&columns, color) } else { addLines(&columns, color) }
            return columns
        }

        private func addBars(_ columns: inout [Column?], _ color: (Double) -> Color) {
            let (width, height) = (size.width, Double(size.height * 256))
            // A dark column between bars, where they are wide enough for that.
            let gap = width >= 3 * values.count ? 1 : 0
            let zero = height * (1 - share(0))
            for (number, value) in values.enumerated() {
                guard let value else { continue }
                let end = height * (1 - share(value))
                let column = Column(
                    top: Int(min(end, zero).rounded()), bottom: Int(max(end, zero).rounded()), color: color(value))
                let next = (number + 1) * (width + gap) / values.count - gap
                for x in number * (width + gap) / values.count..<next { columns[x] = column }
            }
        }

        private mutating func addLines(_ columns: inout [Column?], _ color: (Double) -> Color) {
            var start: Int?
            for number in 0...values.count {
                let isThere = number < values.count && values[number] != nil
                if isThere {
                    start = start ?? number
                } else if let first = start {
                    addRun(first...number - 1, &columns, color)
                    start = nil
                }
            }
        }

        /// Adds the line through neighbours that are all there.
        private mutating func addRun(_ run: ClosedRange<Int>, _ columns: inout [Column?], _ color: (Double) -> Color) {
            let step = Double(size.width - 1) / Double(values.count - 1)
            let (left, right) = (Double(run.lowerBound) * step, Double(run.upperBound) * step)
            /// The number at a place along the width.
            func value(at x: Double) -> Double {
                let place = step > 0 ? min(max(x / step, Double(run.lowerBound)), Double(run.upperBound)) : 0
                let first = min(Int(place), run.upperBound)
                let (low, high) = (values[first] ?? 0, values[min(first + 1, run.upperBound)] ?? 0)
                return low + (high - low) * (place - Double(first))
            }
            /// The middle of the line in rows from the top.
            func middle(_ value: Double) -> Double { Double(size.height - 1) * (1 - share(value)) }
            var before: Point?
            for x in Int(left.rounded())...Int(right.rounded()) {
                let (from, to) = (max(Double(x) - 0.5, left), min(Double(x) + 0.5, right))
                var top = middle(value(at: from))
                var bottom = top
                func reach(_ row: Double) { (top, bottom) = (min(top, row), max(bottom, row)) }
                reach(middle(value(at: min(max(Double(x), left), right))))
                reach(middle(value(at: to)))
                if step > 0, from < to {
                    let first = Int((from / step).rounded(.up))
                    for number in first...max(first, Int(to / step)) where run.contains(number) {
                        if let inside = values[number], (from...to).contains(Double(number) * step) {
                            reach(middle(inside))
                        }
                    }
                }
                columns[x] = Column(
                    top: Int((top * 256).rounded()),
                    bottom: form == .area ? size.height * 256 : Int((bottom * 256).rounded()) + 256,
                    color: color(value(at: Double(x))))
            }
            pieces.reserveCapacity(pieces.count + run.count)
            for number in run {
                let here = Point(
                    x: Int((Double(number) * step).rounded()), y: Int(middle(values[number] ?? 0).rounded()))
                pieces.append((before ?? here, here))
                before = here
            }
        }
    }
}

/// A range that follows numbers without breathing: it stays until they leave it, or need less than half of it.
public struct PlotRange: Hashable, Sendable {
    /// The range; nil before there was a number.
    public private(set) var range: ClosedRange<Double>?

    /// Begins without a range.
    public init() {}

    /// Takes numbers, and returns the range for them; nil where there is none so far.
    ///
    /// A new range has an eighth of the distance between the smallest and the largest number at both ends, or one where all are equal.
    /// With `base`, that number is within it, and an end of the range that it reaches stays there.
    public mutating func take(_ values: [Double?], base: Double? = nil) -> ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for case let value? in values where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
        guard low <= high else { return range }
        if let base { (low, high) = (min(low, base), max(high, base)) }
        if let range, range.contains(low), range.contains(high) {
            let isFlat = low == high && range.upperBound - range.lowerBound <= 2 * Self.margin(low, high)
            if isFlat || high - low >= (range.upperBound - range.lowerBound) / 2 { return range }
        }
        let margin = Self.margin(low, high)
        let lower = low == base ? low : low - margin
        let upper = high == base ? high : high + margin
        guard lower < upper, (upper - lower).isFinite else { return range }
        range = lower...upper
        return range
    }

    private static func margin(_ low: Double, _ high: Double) -> Double {
        // Large enough for the numbers to differ from the ends.
        max(high == low ? 1 : (high - low) / 8, max(low.magnitude, high.magnitude) * 1e-12)
    }
}
