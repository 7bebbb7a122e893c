/// A tree of boxes: leaves with an extent of their own, and lists of boxes below or beside each other.
///
/// Boxes are measured from the leaves upwards and placed from the root downwards, in whole pixels:
///
///     let clock = Box(.leaf(Size(width: 20, height: 8)))
///     var news = Box(.leaf(Size(width: 90, height: 8)))
///     news.width = .fill(shares: 1)
///     let row = Box(.list(.horizontal, [clock, news], gap: 2))
///     row.placed(in: Rectangle(x: 0, y: 0, width: 64, height: 8))
///     // the row, then x 0 to 19 for the clock, x 22 to 63 for the news
public struct Box: Hashable, Sendable {
    /// The axis along which a list places its boxes.
    public enum Axis: Hashable, Sendable {
        /// Side by side, from left to right.
        case horizontal
        /// Below each other, from top to bottom.
        case vertical
    }

    /// What a box holds.
    public indirect enum Content: Hashable, Sendable {
        /// Something that measures so many pixels.
        case leaf(Size)
        /// Boxes along an axis, with so many pixels between them.
        case list(Axis, [Box], gap: Int)
    }

    /// Where a box lies across its list that does not fill it.
    public enum Place: Hashable, Sendable {
        /// At the top or the left edge.
        case start
        /// In the middle; an odd pixel is left below or at the right.
        case middle
        /// At the bottom or the right edge.
        case end
    }

    /// What it holds.
    public var content: Content
    /// Its width in its list; nil for `fit` along the list and `fill` across.
    public var width: BoxExtent?
    /// Its height in its list; nil for `fit` along the list and `fill` across.
    public var height: BoxExtent?
    /// The empty pixels at its left and right edge, and at its top and bottom edge.
    public var padding = Size.zero
    /// Where it lies across its list.
    public var place = Place.start
    /// Whether a list gives each box what it asks for, for example because it scrolls.
    public var isUnbounded = false
    /// Whether the rows of a list share the widths of their columns.
    public var isTable = false
    /// Whether it has a whole row of a table for itself, with columns of its own.
    public var spansTable = false

    /// Creates a box of default extents, without padding.
    public init(_ content: Content) { self.content = content }

    /// Returns the rectangles of all boxes on a rectangle for the root: each box before those in it, in the order of the tree.
    ///
    /// Rectangles may reach beyond the root only in unbounded lists. O(boxes x depth); allocates.
    public func placed(in rectangle: Rectangle) -> [Rectangle] {
        MeasuredBox(self).placed(in: rectangle)
    }

    /// Whether it takes the rows that others leave.
    package var fillsHeight: Bool { if case .fill = height { true } else { false } }

    /// The heights of boxes below each other in so many rows of pixels.
    package static func heights(of boxes: [Box], in rows: Int, gap: Int) -> [Int] {
        MeasuredBox(Box(.list(.vertical, boxes, gap: gap))).extents(along: .vertical, gap: gap, in: rows)
    }

    /// What the tree asks for.
    public var measured: Size { MeasuredBox(self).size }
}

extension Box.Place {
    /// How far from the start something begins that leaves so many pixels free.
    fileprivate func start(free: Int) -> Int {
        switch self {
        case .start: 0
        case .middle: free / 2
        case .end: free
        }
    }
}

/// A box with the extents that it and those in it ask for.
package struct MeasuredBox {
    private var box: Box
    /// The extent that its content asks for, padding included.
    package private(set) var size: Size
    /// The boxes in it.
    private var inner: [MeasuredBox] = []
    /// What each box in it asks for along the list.
    private var asked: [Int] = []

    /// Measures a box and those in it; O(boxes), allocates.
    package init(_ box: Box) {
        self.box = box
        size = .zero
        var content: Size
        switch box.content {
        case .leaf(let size): content = size
        case .list(let axis, let boxes, let gap):
            inner = boxes.map(MeasuredBox.init)
            if box.isTable { shareColumns() }
            measureList(axis)
            let across = inner.map { $0.asks(across: axis) }.max() ?? 0
            let along = asked.reduce(0, +) + Self.gaps(gap, asked.count)
            content = axis == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
        }
        size = Size(width: content.width + 2 * box.padding.width, height: content.height + 2 * box.padding.height)
    }

    private mutating func measureList(_ axis: Box.Axis) { asked = inner.map { $0.asks(along: axis) } }

    /// Gives the columns of all rows the width of the widest one.
    private mutating func shareColumns() {
        let rows = inner.indices.filter { inner[$0].isRow }
        var widths: [Int] = []
        for row in rows {
            for (column, width) in inner[row].asked.enumerated() {
                if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
            }
        }
        for row in rows {
            let shared = Array(widths.prefix(inner[row].asked.count))
            let more = shared.reduce(0, +) - inner[row].asked.reduce(0, +)
            inner[row].asked = shared
            inner[row].size = Size(width: inner[row].size.width + more, height: inner[row].size.height)
        }
    }

    private var isRow: Bool { if case .list(.horizontal, _, _) = box.content { !box.spansTable } else { false } }

    private static func gaps(_ gap: Int, _ count: Int) -> Int { gap * max(count - 1, 0) }

    private func extent(along axis: Box.Axis) -> BoxExtent {
        (axis == .horizontal ? box.width : box.height) ?? .fit(minimum: 0)
    }

    private func asks(along axis: Box.Axis) -> Int {
        extent(along: axis).asked(measured: axis == .horizontal ? size.width : size.height)
    }

    private func asks(across axis: Box.Axis) -> Int {
        let extent = (axis == .horizontal ? box.height : box.width) ?? .fill(shares: 1)
        return extent.asked(measured: axis == .horizontal ? size.height : size.width)
    }

    /// The extent across a list that has so many pixels there.
    private func across(_ axis: Box.Axis, _ space: Int) -> Int {
        switch (axis == .horizontal ? box.height : box.width) ?? .fill(shares: 1) {
        case .fill: space
        case .pixels, .fit: min(asks(across: axis), space)
        }
    }

    /// The extents of the boxes of a list along an axis with so many pixels.
    fileprivate func extents(along axis: Box.Axis, gap: Int, in pixels: Int) -> [Int] {
        let extents = inner.map { $0.extent(along: axis) }
        let space = pixels - Self.gaps(gap, inner.count)
        return BoxExtent.divide(box.isUnbounded ? nil : space, among: extents, asked: asked)
    }

    /// Whether it gives each box in it what that asks for.
    package var isUnbounded: Bool {
        get { box.isUnbounded }
        set { box.isUnbounded = newValue }
    }

    /// Returns the same as the box's `placed(in:)`, without measuring again.
    package func placed(in rectangle: Rectangle) -> [Rectangle] {
        var placed: [Rectangle] = []
        place(in: rectangle, &placed)
        return placed
    }

    private func place(in rectangle: Rectangle, _ placed: inout [Rectangle]) {
        placed.append(rectangle)
        guard case .list(let axis, _, let gap) = box.content else { return }
        let area = rectangle.inset(by: box.padding)
        let isHorizontal = axis == .horizontal
        let given = extents(along: axis, gap: gap, in: isHorizontal ? area.width : area.height)
        let end = isHorizontal ? area.maxX : area.maxY
        var position = isHorizontal ? area.x : area.y
        for (child, extent) in zip(inner, given) {
            // Where even the gaps do not fit, the last boxes are empty at the end.
            if !box.isUnbounded { position = min(position, end) }
            let space = isHorizontal ? area.height : area.width
            let across = child.across(axis, space)
            let start = child.box.place.start(free: space - across)
            child.place(
                in: isHorizontal
                    ? Rectangle(x: position, y: area.y + start, width: extent, height: across)
                    : Rectangle(x: area.x + start, y: position, width: across, height: extent), &placed)
            position += extent + gap
        }
    }
}
