import PixelGraphics

/// What stands behind an item.
public struct ItemBackground: Hashable, Sendable {
    /// Its outline.
    public enum Shape: String, Hashable, Sendable, CaseIterable {
        /// A rectangle.
        case box
        /// A rectangle whose short sides are half circles.
        case capsule
    }

    /// Its outline.
    public var shape: Shape
    /// Its colour.
    public var color: Color
    /// Whether it is filled or just a line of one pixel.
    public var isFilled: Bool

    /// Creates a background.
    public init(_ shape: Shape, color: Color, isFilled: Bool = true) {
        self.shape = shape
        self.color = color
        self.isFilled = isFilled
    }
}

/// One of several things that slide by side by side: a text or picture with padding and a background.
public struct Item: Sendable {
    /// What it shows.
    public var band: Band
    /// The colour of its text; decides with the background's which of the two a mono panel lights.
    public var color: Color
    /// What stands behind it.
    public var background: ItemBackground?
    /// Empty pixels left and right of it.
    public var horizontalPadding: Int
    /// Empty pixels above and below it.
    public var verticalPadding: Int

    /// Creates an item from a band.
    public init(
        _ band: Band, color: Color = .white, background: ItemBackground? = nil, horizontalPadding: Int = 0,
        verticalPadding: Int = 0
    ) {
        self.band = band
        self.color = color
        self.background = background
        self.horizontalPadding = max(0, horizontalPadding)
        self.verticalPadding = max(0, verticalPadding)
    }

    /// The extent with padding.
    public var size: Size {
        Size(
            width: band.size.width + 2 * horizontalPadding, height: band.size.height + 2 * verticalPadding)
    }

    /// Rasterizes background and content into one band.
    public func rasterized() -> Band {
        var parts: [(band: Band, at: Point)] = []
        if let background {
            var canvas = Canvas(size: size, format: .mono)
            let frame = Rectangle(size)
            let style: ShapeStyle = background.isFilled ? .filled : .outlined
            switch background.shape {
            case .box: canvas.rectangle(frame, ink: .white, style: style)
            case .capsule: canvas.capsule(in: frame, ink: .white, style: style)
            }
            let ink = background.isFilled ? Ink(behind: color, color: background.color) : Ink(background.color)
            parts.append((Band(mask: canvas.mono, ink: ink), .zero))
        }
        parts.append((band, Point(x: horizontalPadding, y: verticalPadding)))
        let isBare = background == nil && horizontalPadding == 0
        return Band(size: size, columns: isBare ? band.columns : nil, parts: parts)
    }
}

extension Ink {
    /// The ink of a background: a mono panel lights it only where the text on it is darker.
    public init(behind foreground: Color, color: Color) {
        self.init(color, isLit: color != .black && color.luma > foreground.luma)
    }

    /// The ink of a text on a background: dark on a mono panel where the background is the brighter one.
    public init(_ color: Color, onto background: Color?) {
        self.init(color, isLit: background.map { $0 == .black || $0.luma <= color.luma } ?? true && color != .black)
    }
}

extension Band {
    /// Creates a band of items side by side with a spacing in pixels, each centred from top to bottom.
    public init(items: [Item], spacing: Int) {
        let height = items.map(\.size.height).max() ?? 0
        var x = 0
        var columns: Range<Int>?
        var parts: [(band: Band, at: Point)] = []
        for item in items {
            if x > 0 { x += max(0, spacing) }
            let band = item.rasterized()
            parts.append((band, Point(x: x, y: (height - item.size.height) / 2)))
            let (first, end) = (x + band.columns.lowerBound, x + band.columns.upperBound)
            columns = min(columns?.lowerBound ?? first, first)..<max(columns?.upperBound ?? end, end)
            x += item.size.width
        }
        self.init(size: Size(width: x, height: height), columns: columns, parts: parts)
    }
}
