import PixelGraphics

/// A still or animated image out of a file, with the times that viewers show its frames.
public struct DecodedImage: Hashable, Sendable {
    /// One frame as displayed: the whole picture, not only what changed.
    public struct Frame: Hashable, Sendable {
        /// The whole picture.
        public let picture: MaskedBitmap
        /// How long it is shown in hundredths of a second, 1 or more; not used for stills.
        public let hundredths: Int
    }

    /// The extent of all frames in pixels.
    public let size: Size
    /// The frames in order, one at least.
    public let frames: [Frame]
    /// How often all frames are shown, once at least; nil: forever.
    public let loops: Int?

    init(_ still: MaskedBitmap) {
        size = still.bitmap.size
        frames = [Frame(picture: still, hundredths: 10)]
        loops = 1
    }

    init(_ animation: GIFAnimation) {
        size = animation.frames.first?.picture.bitmap.size ?? animation.size
        frames = animation.frames.map { Frame(picture: $0.picture, hundredths: $0.shownHundredths) }
        loops = animation.loops
    }
}
