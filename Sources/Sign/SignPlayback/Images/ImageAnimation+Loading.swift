import ImageFiles
import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension ImageAnimation {
    /// Creates an image that can be drawn from one out of a file; O(pixels of all frames), for any thread.
    ///
    /// - Parameter look: how mono panels tell the colours.
    package init(_ image: DecodedImage, look: MonoLook = .half) {
        self.init(
            frames: image.frames.map { frame in
                ImageFrame(
                    frame.picture.bitmap, mask: frame.picture.mask,
                    delay: .milliseconds(10 * Int64(frame.hundredths)))
            }, loops: image.loops, look: look)
    }

    /// Reads a PNG or GIF file and brings it to the size of an area; may take long, for any thread but the one that
    /// draws.
    ///
    /// - Parameters:
    ///   - fit: how it is brought to the size of the area.
    ///   - area: where it will be shown; nil leaves its size.
    ///   - look: how mono panels tell the colours.
    /// - Throws: `ImageFileError` with the path.
    package static func read(
        path: String, limits: ImageLimits = .shown, fit: ImageFit = .natural, area: Size? = nil, look: MonoLook = .half
    ) throws(ImageFileError) -> ImageAnimation {
        ImageAnimation(try ImageLoader.read(path: path, limits: limits, fit: fit, area: area), look: look)
    }
}
