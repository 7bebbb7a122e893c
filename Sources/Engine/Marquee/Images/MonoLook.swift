import PixelGraphics

/// How a colour picture becomes lit and dark pixels.
public enum MonoLook: Hashable, Sendable {
    /// Pixels are lit whose luma (0...255) is at least that.
    case threshold(Int)
    /// Pixels are lit by an even pattern, the more of them the brighter: still parts of an animation stand still.
    case ordered
    /// The error of each pixel is carried on to its neighbours (Floyd and Steinberg, 1976): the finest look of photos.
    case diffused

    /// The default: half of the light.
    public static let half = MonoLook.threshold(128)

    /// Returns which pixels are lit; transparent ones are not, and take no part.
    ///
    /// O(pixels), in integers.
    public func lit(_ picture: RGBBitmap, mask: MonoBitmap?) -> MonoBitmap {
        guard self != .diffused else {
            var lit = MonoBitmap(size: picture.size)
            diffuse(picture, mask: mask, into: &lit)
            return lit
        }
        let mask = mask ?? MonoBitmap(width: picture.width, height: picture.height, fill: true)
        let wordsPerColumn = (picture.height + 63) / 64
        var words: [UInt64] = []
        words.reserveCapacity(picture.width * wordsPerColumn)
        for x in 0..<picture.width {
            for word in 0..<wordsPerColumn {
                // Only the pixels of the mask are looked at: most charts and symbols have few.
                var (bits, lit) = (mask.word(column: x, word: word), UInt64(0))
                while bits != 0 {
                    let row = bits.trailingZeroBitCount
                    let y = word << 6 + row
                    if picture[x, y].luma >= threshold(x: x, y: y) { lit |= 1 << UInt64(row) }
                    bits &= bits - 1
                }
                words.append(lit)
            }
        }
        return MonoBitmap(size: picture.size, columns: words)
    }

    private func threshold(x: Int, y: Int) -> Int {
        guard case .threshold(let luma) = self else {
            // 64 thresholds in the middles of as many equal steps, so that black stays dark and white is lit.
            return OrderedDither.turn(x: x, y: y) * 4 + 2
        }
        return luma
    }

    private func diffuse(_ picture: RGBBitmap, mask: MonoBitmap?, into lit: inout MonoBitmap) {
        let width = picture.width
        // Sixteenths of luma, for this row and the next, with a place beyond either end.
        var errors = [Int](repeating: 0, count: width + 2)
        for y in 0..<picture.height {
            var next = [Int](repeating: 0, count: width + 2)
            for x in 0..<width where mask?[x, y] ?? true {
                let wanted = picture[x, y].luma * 16 + errors[x + 1]
                let isLit = wanted >= 128 * 16
                lit[x, y] = isLit
                let error = wanted - (isLit ? 255 * 16 : 0)
                errors[x + 2] += error * 7 / 16
                next[x] += error * 3 / 16
                next[x + 1] += error * 5 / 16
                next[x + 2] += error - error * 7 / 16 - error * 3 / 16 - error * 5 / 16
            }
            errors = next
        }
    }
}
