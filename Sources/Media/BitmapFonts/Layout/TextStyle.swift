/// Where a line lies in a block, or a block in an area, that is wider than it.
public enum TextAlignment: String, CaseIterable, Sendable {
    /// At the left edge.
    case left
    /// In the middle; of an odd pixel the right side gets the larger part.
    case center
    /// At the right edge.
    case right

    /// Returns how far from the left edge something begins that leaves that number of pixels free; negative if it is wider
    /// than its place.
    package func start(free: Int) -> Int {
        switch self {
        case .left: return 0
        case .center: return free >> 1
        case .right: return free
        }
    }
}

/// The direction of a paragraph, which decides on which side it begins and where neutral characters go.
public enum TextDirection: String, CaseIterable, Sendable {
    /// That of the first strong character, left to right if there is none (rules P2 and P3 of UAX #9).
    case automatic
    /// Left to right.
    case leftToRight
    /// Right to left.
    case rightToLeft
}

/// How text is set: the distances, the side and the direction.
public struct TextStyle: Hashable, Sendable {
    /// The largest spacing of either kind, in pixels, up or down; larger numbers count as this.
    public static let spacingLimit = 1024
    /// The largest distance of tab stops in spaces.
    public static let tabLimit = 256

    /// Pixels added between letters, -1024 to 1024; negative numbers tighten, but never below an advance of zero.
    ///
    /// Joined Arabic letters stay joined: nothing is added between them.
    public var letterSpacing: Int { didSet { letterSpacing = Self.clamp(letterSpacing) } }
    /// Pixels added between lines, -1024 to 1024; negative numbers let lines overlap.
    public var lineSpacing: Int { didSet { lineSpacing = Self.clamp(lineSpacing) } }
    /// The distance of tab stops in widths of a space, 1 to 256.
    public var tabWidth: Int { didSet { tabWidth = min(max(tabWidth, 1), Self.tabLimit) } }
    /// The side on which the lines of a block lie.
    public var alignment: TextAlignment
    /// The direction of every paragraph.
    public var direction: TextDirection

    /// Creates a style; without arguments the plain one: no extra space, tab stops every 8 spaces, left aligned.
    ///
    /// Numbers beyond their range count as the nearest in range.
    public init(
        letterSpacing: Int = 0, lineSpacing: Int = 0, tabWidth: Int = 8, alignment: TextAlignment = .left,
        direction: TextDirection = .automatic
    ) {
        self.letterSpacing = Self.clamp(letterSpacing)
        self.lineSpacing = Self.clamp(lineSpacing)
        self.tabWidth = min(max(tabWidth, 1), Self.tabLimit)
        self.alignment = alignment
        self.direction = direction
    }

    static func clamp(_ spacing: Int) -> Int { min(max(spacing, -spacingLimit), spacingLimit) }
}
