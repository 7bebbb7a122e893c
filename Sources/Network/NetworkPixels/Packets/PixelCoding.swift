/// What the bytes of a pixel are in packets that have no pixels of their own kind.
package enum PixelCoding: Hashable, Sendable, CaseIterable {
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and white, which is added to the three.
    case rgbw

    /// The bytes of a pixel.
    package var bytes: Int { self == .rgb ? 3 : 4 }
}
