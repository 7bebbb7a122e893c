import BitmapFonts
import PixelGraphics
import Timelines

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

extension ItemBackground {
    /// Rasterizes it for something of a size with letters of a colour.
    package func strip(_ size: Size, behind letters: Color) -> ColoredStrip {
        var canvas = Canvas(size: size, format: .mono)
        let style: ShapeStyle = isFilled ? .filled : .outlined
        switch shape {
        case .box: canvas.rectangle(Rectangle(size), ink: .white, style: style)
        case .capsule: canvas.capsule(in: Rectangle(size), ink: .white, style: style)
        }
        return ColoredStrip(mask: canvas.mono, ink: isFilled ? Ink(behind: letters, color: color) : Ink(color))
    }
}

/// One of several things that slide by side by side: a text or picture with padding and a background.
public struct Item: Sendable {
    /// What it shows.
    public var strip: ColoredStrip
    /// The colour of its text; decides with the background's which of the two a mono panel lights.
    public var color: Color
    /// What stands behind it.
    public var background: ItemBackground?
    /// Empty pixels left and right of it.
    public var horizontalPadding: Int
    /// Empty pixels above and below it.
    public var verticalPadding: Int

    /// Creates an item from a strip.
    public init(
        _ strip: ColoredStrip, color: Color = .white, background: ItemBackground? = nil, horizontalPadding: Int = 0,
        verticalPadding: Int = 0
    ) {
        self.strip = strip
        self.color = color
        self.background = background
        self.horizontalPadding = max(0, horizontalPadding)
        self.verticalPadding = max(0, verticalPadding)
    }

    /// The extent with padding.
    public var size: Size {
        Size(
            width: strip.size.width + 2 * horizontalPadding, height: strip.size.height + 2 * verticalPadding)
    }

    /// Rasterizes background and content into one strip.
    public func rasterized() -> ColoredStrip {
        var strips: [(strip: ColoredStrip, at: Point)] = []
        if let background { strips.append((background.strip(size, behind: color), .zero)) }
        strips.append((strip, Point(x: horizontalPadding, y: verticalPadding)))
        let isBare = background == nil && horizontalPadding == 0
        var whole = ColoredStrip(size: size, columns: isBare ? strip.columns : nil, strips: strips)
        whole.textDirection = strip.textDirection
        return whole
    }
}

extension ColoredStrip {
    /// Creates a strip of items side by side with a spacing in pixels, each centred from top to bottom.
    ///
    /// - Parameter direction: where the first item stands; automatic: at the right if the first text among them with a
    ///   direction runs from right to left.
    public init(items: [Item], spacing: Int, direction: TextDirection = .automatic) {
        let own = items.lazy.map(\.strip.textDirection).first { $0 != .automatic } ?? .automatic
        let direction = direction == .automatic ? own : direction
        let height = items.map(\.size.height).max() ?? 0
        var x = 0
        var columns: Range<Int>?
        var strips: [(strip: ColoredStrip, at: Point)] = []
        for item in direction == .rightToLeft ? items.reversed() : items {
            if x > 0 { x += max(0, spacing) }
            let strip = item.rasterized()
            strips.append((strip, Point(x: x, y: (height - item.size.height) / 2)))
            columns = strip.columns.shifted(by: x).union(columns)
            x += item.size.width
        }
        self.init(size: Size(width: x, height: height), columns: columns, strips: strips)
        textDirection = direction
    }
}

/// Blinking: there for half of the period, not there for the other half, counted from instant zero.
///
/// All blinks of one period keep time with each other, wherever they are and whenever they were put up.
public struct Blink: Hashable, Sendable {
    /// The time from one appearance to the next; an even number of nanoseconds.
    public var period: Nanoseconds { Nanoseconds(2 * half) }
    private let half: Int64

    /// The shortest period.
    public static let minimumPeriod = Nanoseconds.milliseconds(100)
    /// The longest period.
    public static let maximumPeriod = Nanoseconds.seconds(3600)

    /// Creates a blink; periods out of range count as the nearest in range.
    public init(period: Nanoseconds = .seconds(1)) {
        half = min(max(period, Blink.minimumPeriod), Blink.maximumPeriod).count / 2
    }

    func isLit(at instant: Instant) -> Bool { number(at: instant) & 1 == 0 }

    /// Returns the first instant after another at which it comes or goes; nil at the end of all time.
    func nextEdge(after instant: Instant) -> Instant? {
        let (edge, overflow) = (number(at: instant) + 1).multipliedReportingOverflow(by: half)
        return overflow ? nil : Instant(nanoseconds: edge)
    }

    /// The number of the half period, rounded down.
    private func number(at instant: Instant) -> Int64 {
        let (quotient, remainder) = instant.nanoseconds.quotientAndRemainder(dividingBy: half)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
