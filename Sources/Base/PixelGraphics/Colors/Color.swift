/// A colour of the canvas: red, green and blue from 0 to 255, perceptual (the panel's luminance curve is applied by
/// the drivers, not here).
public struct Color: Hashable, Sendable {
    /// The three channels as 0x00RRGGBB.
    public var rawValue: UInt32

    /// Creates a colour from 0x00RRGGBB; the top byte is ignored.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue & 0x00FF_FFFF
    }

    /// Creates a colour from its channels, 0 to 255 each.
    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rawValue = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The red channel, 0 to 255.
    @inlinable
    public var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
    /// The green channel, 0 to 255.
    @inlinable
    public var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
    /// The blue channel, 0 to 255.
    @inlinable
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// No light.
    public static let black = Color(rawValue: 0)
    /// All three channels full.
    public static let white = Color(rawValue: 0x00FF_FFFF)
}
