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

    /// Returns the picture as it is scaled to an area; itself without an area.
    ///
    /// Reduced, it is the mean of what each pixel covers, in linear light, unless the nearest pixel is asked for; enlarged, the
    /// nearest pixel. By integers alone; O(pixels of the shown part and of the result).
    public func fitted(_ fit: ImageFit, in area: Size?, scaling: ImageScaling = .mean) -> MaskedBitmap {
        fitted(ImageFitting(fit, area, scaling))
    }

    func fitted(_ fitting: ImageFitting) -> MaskedBitmap {
        let plan = ImagePlan(bitmap.size, fitting)
        guard plan.kept != bitmap.size else { return self }
        let (picture, mask) = bitmap.scaled(plan.part, to: plan.kept, mask: mask, fitting.scaling)
        return MaskedBitmap(bitmap: picture, mask: mask)
    }
}

/// A still or animated image out of a file, with the times that viewers show its frames.
public struct DecodedImage: Hashable, Sendable {
    /// One frame as displayed: the whole picture, not only what changed.
    public struct Frame: Hashable, Sendable {
        /// The whole picture, in four bytes a pixel or in one.
        package enum Pixels: Hashable, Sendable {
            case whole(MaskedBitmap)
            case indexed(IndexedBitmap)
        }

        /// The whole picture as it is kept.
        package let pixels: Pixels
        /// How long it is shown in milliseconds, 1 or more; not used for stills.
        public let milliseconds: Int

        /// The whole picture.
        public var picture: MaskedBitmap {
            switch pixels {
            case .whole(let picture): return picture
            case .indexed(let indexed):
                let (picture, mask) = indexed.expanded
                return MaskedBitmap(bitmap: picture, mask: mask)
            }
        }

        /// The bytes that it is kept in, but for the mask.
        var byteCount: Int {
            switch pixels {
            case .whole(let picture): 4 * picture.bitmap.width * picture.bitmap.height
            case .indexed(let picture): picture.byteCount
            }
        }
    }

    /// The extent of all frames in pixels.
    public let size: Size
    /// The frames in order, one at least.
    public let frames: [Frame]
    /// How often all frames are shown, once at least; nil: forever.
    public let loops: Int?
}

extension DecodedImage {
    init(_ still: MaskedBitmap) {
        self.init(size: still.bitmap.size, frames: [Frame(picture: still, milliseconds: 100)], loops: 1)
    }
}

extension DecodedImage.Frame {
    /// A frame with the time that a file gives: those of 10 ms or less are shown for 100 ms, as all web browsers do.
    ///
    /// - Parameter isIndexed: whether it is kept in one byte a pixel, if it has at most 256 colours.
    init(picture: MaskedBitmap, given milliseconds: Int, isIndexed: Bool = false) {
        let indexed = isIndexed ? IndexedBitmap(picture.bitmap, mask: picture.mask) : nil
        self.init(
            pixels: indexed.map { .indexed($0) } ?? .whole(picture),
            milliseconds: milliseconds <= 10 ? 100 : milliseconds)
    }

    init(picture: MaskedBitmap, milliseconds: Int) { self.init(pixels: .whole(picture), milliseconds: milliseconds) }
}

/// How a picture is brought to the size of an area.
package struct ImageFitting: Hashable, Sendable {
    package let fit: ImageFit
    /// The area; nil leaves the picture its size.
    package let area: Size?
    package let scaling: ImageScaling

    /// Describes it; without an area the rest counts for nothing.
    package init(_ fit: ImageFit = .natural, _ area: Size? = nil, _ scaling: ImageScaling = .mean) {
        (self.fit, self.area, self.scaling) = (fit, area, scaling)
    }
}

/// What is kept of a picture that a file declares.
struct ImagePlan {
    /// The extent that the file declares, in pixels.
    let source: Size
    /// The part of it that is shown.
    let part: Rectangle
    /// The extent that this part gets.
    let kept: Size

    /// What the pixels of that part are made of.
    let scaling: ImageScaling

    /// Plans for an area; nil leaves its size.
    init(_ source: Size, _ fitting: ImageFitting) {
        self.source = source
        part = fitting.area.map { fitting.fit.part(of: source, in: $0) } ?? Rectangle(source)
        kept = fitting.area.map { fitting.fit.size(of: source, in: $0) } ?? source
        scaling = fitting.scaling
    }
}
