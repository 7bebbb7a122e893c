/// The unit of positions: 1/65536 of a pixel.
public enum Subpixel {
    /// The number of fraction bits of a position.
    public static let bits = 16
    /// One pixel.
    public static let perPixel: Int64 = 1 << 16

    /// Returns a position in whole pixels as a position; saturates.
    public static func pixels(_ count: Int) -> Int64 {
        Int64(clamping: Int128(count) << 16)
    }
}

/// The resolution of a position: what counts as a change of it.
public enum MotionStep: Int, Sendable {
    /// Whole pixels.
    case pixel = 16
    /// 1/256 pixel, the steps of blended columns.
    case blend = 8

    /// Returns the number of whole steps in a position, rounded down.
    @inline(__always)
    public func index(of position: Int64) -> Int64 { position >> Int64(rawValue) }
}
