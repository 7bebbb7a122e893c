import PixelGraphics

/// A colour picture some of whose pixels are transparent.
public struct MaskedBitmap: Hashable, Sendable {
    /// The colours; transparent pixels are black.
    public var bitmap: RGBBitmap
    /// Lit where a pixel is opaque; the same size as `bitmap`.
    public var mask: MonoBitmap

    /// Creates a fully transparent picture.
    public init(size: Size) {
        bitmap = RGBBitmap(size: size)
        mask = MonoBitmap(size: size)
    }

    /// Creates a picture; pixels outside the mask are transparent.
    public init(bitmap: RGBBitmap, mask: MonoBitmap) {
        self.bitmap = bitmap
        self.mask = mask
    }
}
