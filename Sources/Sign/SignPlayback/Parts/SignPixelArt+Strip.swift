import Marquee
import PixelGraphics
import SignFiles

extension SignPixelArt {
    /// Makes a strip of a mask for every colour, so that mono panels light all but black.
    func strip() -> ColoredStrip {
        var masks: [Color: MonoBitmap] = [:]
        var order: [Color] = []
        for (y, row) in rows.enumerated() {
            for (x, color) in row.enumerated() {
                guard let color else { continue }
                if masks[color] == nil { order.append(color) }
                masks[color, default: MonoBitmap(size: size)][x, y] = true
            }
        }
        let parts = order.compactMap { color in
            masks[color].map { (strip: ColoredStrip(mask: $0, ink: Ink(color)), at: Point.zero) }
        }
        return ColoredStrip(size: size, strips: parts)
    }
}
