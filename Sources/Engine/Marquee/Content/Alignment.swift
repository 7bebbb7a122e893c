import BitmapFonts

/// Where content stands across the direction of text: the sides are those of lines in a block.
public typealias HorizontalAlignment = TextAlignment

/// Where content stands from top to bottom.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    /// At the top edge.
    case top
    /// In the middle; an odd pixel is left below.
    case middle
    /// At the bottom edge.
    case bottom

    /// Returns how far from the top edge something begins that leaves that number of pixels free; negative if it is higher
    /// than its place.
    func start(free: Int) -> Int {
        switch self {
        case .top: return 0
        case .middle: return free >> 1
        case .bottom: return free
        }
    }
}
