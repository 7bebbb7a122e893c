import PixelGraphics
import Timelines

extension ColoredStrip {
    /// One picture of the strip: a mask in an ink, or a colour picture.
    ///
    /// Shared by reference, so that the frame path copies no picture.
    final class Part: Sendable {
        let x: Int
        let y: Int
        let size: Size
        /// What is drawn in the ink; empty for a picture.
        let mask: MonoBitmap
        let ink: Ink
        let picture: (image: RGBBitmap, mask: MonoBitmap?)?
        /// An image with a time of its own, and when that starts.
        let animation: (image: ImageAnimation, start: Instant)?
        /// When it is there; nil for always.
        let blink: Blink?

        init(x: Int, y: Int, mask: MonoBitmap, ink: Ink, blink: Blink? = nil) {
            (self.x, self.y, self.mask, self.ink, self.blink) = (x, y, mask, ink, blink)
            size = mask.size
            (picture, animation) = (nil, nil)
        }

        init(x: Int, y: Int, image: RGBBitmap, mask: MonoBitmap?, blink: Blink? = nil) {
            (self.x, self.y, self.mask, ink, self.blink) = (x, y, MonoBitmap(size: .zero), .dark, blink)
            size = image.size
            picture = (image, mask)
            animation = nil
        }

        init(x: Int, y: Int, animation: ImageAnimation, start: Instant, blink: Blink? = nil) {
            (self.x, self.y, mask, ink, self.blink) = (x, y, MonoBitmap(size: .zero), .dark, blink)
            size = animation.size
            picture = nil
            self.animation = (animation, start)
        }

        private init(_ part: Part, x: Int, y: Int) {
            (self.x, self.y, size, mask, ink) = (x, y, part.size, part.mask, part.ink)
            (picture, animation, blink) = (part.picture, part.animation, part.blink)
        }

        func moved(by distance: Point) -> Part {
            Part(self, x: x + distance.x, y: y + distance.y)
        }
    }
}
