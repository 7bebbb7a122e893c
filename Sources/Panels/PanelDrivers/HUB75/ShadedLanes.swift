/// The lanes of a chain that have shades.
enum ShadedLanes: UInt8 {
    /// All pixels are black.
    case none
    /// The upper lane, or the lower one; the other is black.
    case upper
    case lower
    case both
}
