import PixelGraphics

/// A picture of a stream from the network: every pixel of its zone.
///
/// Made once and filled again and again; filling it allocates nothing, and neither does showing it.
package struct StreamPicture: Sendable {
    /// The pixels, row by row from the top, each from the left.
    package private(set) var bitmap: RGBBitmap

    /// Creates a black picture.
    package init(size: Size) { bitmap = RGBBitmap(size: size) }

    /// The extent in pixels.
    package var size: Size { bitmap.size }

    /// Takes pixels from three bytes each, red first; what the bytes lack stays as it was.
    ///
    /// - Parameter start: the first pixel, counted row by row; one that is not there takes nothing.
    package mutating func store(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        bitmap.store(bytes, from: start)
    }

    /// Takes the pixels of another picture of the same size, without sharing its storage.
    package mutating func copy(_ other: StreamPicture) { bitmap.copyPixels(of: other.bitmap) }
}
