import PixelGraphics

/// A colour picture some of whose pixels are transparent.
public struct MaskedBitmap: Hashable, Sendable {
    /// The colours; transparent pixels are black.
    public var bitmap: RGBBitmap
    /// Lit for opaque pixels; the same size as `bitmap`.
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

extension MaskedBitmap {
    /// Returns the picture as it is scaled to an area, by integers alone; itself without an area.
    ///
    /// O(pixels of the shown part and of the result).
    public func fitted(_ fit: ImageFit, in area: Size?) -> MaskedBitmap {
        guard let area else { return self }
        let part = fit.part(of: bitmap.size, in: area)
        let size = fit.size(of: bitmap.size, in: area)
        return MaskedBitmap(
            bitmap: bitmap.cropped(to: part).scaled(to: size), mask: mask.cropped(to: part).scaled(to: size))
    }
}
