import PixelGraphics

/// A still or animated image out of a file, with the times that viewers show its frames.
public struct DecodedImage: Hashable, Sendable {
    /// One frame as it is seen: the whole picture, not only what changed.
    public struct Frame: Hashable, Sendable {
        /// The whole picture.
        public let picture: MaskedBitmap
        /// How long it is shown in hundredths of a second, 1 or more; plays no part in stills.
        public let hundredths: Int
    }

    /// The extent of all frames in pixels.
    public let size: Size
    /// The frames in order, one at least.
    public let frames: [Frame]
    /// How often all frames are shown, once at least; nil for ever.
    public let loops: Int?

    /// Whether there is more than one frame.
    public var isAnimated: Bool { frames.count > 1 }

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

extension GIFAnimation {
    /// How often all frames are shown, nil for ever: a file without a loop extension once, one that asks for n
    /// repetitions n + 1 times, one that asks for 0 for ever, as browsers do.
    public var loops: Int? {
        guard let repetitions else { return 1 }
        return repetitions == 0 ? nil : repetitions + 1
    }
}
