import PixelGraphics
import Timelines

extension ColoredStrip {
    /// Returns how many columns (rows) from the start, and up to the end, are the same pixels as those of an older strip.
    ///
    /// Parts that blink and animated images are compared as they begin. O(pixels of both); allocates. Nothing where the
    /// strips are not as high (wide).
    func keptEnds(of old: ColoredStrip, isHorizontal: Bool) -> KeptEnds {
        let (across, oldAcross) = isHorizontal ? (size.height, old.size.height) : (size.width, old.size.width)
        guard across == oldAcross else { return .none }
        let (picture, oldPicture) = (drawn(), old.drawn())
        let (length, oldLength) = isHorizontal ? (size.width, old.size.width) : (size.height, old.size.height)
        func isSame(_ place: Int, _ oldPlace: Int) -> Bool {
            for other in 0..<across {
                let (x, y) = isHorizontal ? (place, other) : (other, place)
                let (oldX, oldY) = isHorizontal ? (oldPlace, other) : (other, oldPlace)
                let isCovered = picture.coverage[x, y]
                guard isCovered == oldPicture.coverage[oldX, oldY] else { return false }
                guard !isCovered || picture.rgb[x, y] == oldPicture.rgb[oldX, oldY] else { return false }
            }
            return true
        }
        let room = min(length, oldLength)
        var start = 0
        while start < room, isSame(start, start) { start += 1 }
        var end = 0
        while end < room - start, isSame(length - 1 - end, oldLength - 1 - end) { end += 1 }
        return KeptEnds(start: start, end: end)
    }

    /// The strip as a picture.
    private func drawn() -> Canvas {
        var canvas = Canvas(size: size, format: .rgb, tracksCoverage: true)
        draw(at: .zero, into: &canvas)
        return canvas
    }
}
