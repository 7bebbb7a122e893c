import PixelGraphics

/// Paints a frame as a panel of round LEDs, adding up light as light adds up: in squares of the channels (a gamma of
/// 2), by integers.
struct LEDArtist: Sendable {
    /// The distance of two LEDs in image pixels.
    let pitch: Int
    private let stamp: LEDStamp
    /// The channel of a sum of light: the root of 16 times the index.
    private let roots: [UInt8]

    /// What a dark LED reflects, as a channel's square.
    private static let reflection = 34 * 34
    /// What the panel between the LEDs reflects, as a channel's square.
    private static let ground = 7 * 7

    /// The percent of a channel at a brightness of 1 to 100 percent: a camera, like the eye, opens its iris for a dim
    /// panel, so that a quarter of the way is left at the darkest.
    private static func visible(_ percent: Int) -> Int32 { 25 + Int32(percent) * 75 / 100 }

    init(pitch: Int) {
        self.pitch = pitch
        stamp = LEDStamp(pitch: pitch)
        var roots: [UInt8] = []
        var root = 0
        for square in stride(from: 0, through: 255 * 255 + 63, by: 16) {
            while root < 255 && (root + 1) * (root + 1) <= square { root += 1 }
            roots.append(UInt8(root))
        }
        self.roots = roots
    }

    /// Paints a frame; takes memory for one image and three sums per image pixel.
    func paint(_ frame: Frame, ledColor: Color) -> RGBBitmap {
        let canvas = frame.canvas
        let width = canvas.size.width * pitch
        let height = canvas.size.height * pitch
        var sums = [Int32](repeating: Int32(Self.ground), count: width * height * 3)
        sums.withUnsafeMutableBufferPointer { sums in
            for y in 0..<canvas.size.height {
                for x in 0..<canvas.size.width {
                    addPackage(x: x, y: y, width: width, to: sums)
                    let color = canvas.format == .rgb ? canvas.rgb[x, y] : canvas.mono[x, y] ? ledColor : .black
                    guard color != .black, frame.brightness.percent > 0 else { continue }
                    addLight(
                        of: color, percent: frame.brightness.percent, x: x, y: y, width: width, height: height,
                        to: sums)
                }
            }
        }
        return image(sums, size: Size(width: width, height: height))
    }

    private func addPackage(x: Int, y: Int, width: Int, to sums: UnsafeMutableBufferPointer<Int32>) {
        for row in 0..<pitch {
            var index = ((y * pitch + row) * width + x * pitch) * 3
            for column in 0..<pitch {
                let light = stamp.package[row * pitch + column] * Int32(Self.reflection) / Int32(LEDStamp.one)
                sums[index] += light
                sums[index + 1] += light
                // A trace of blue: the colour of clear resin on a black board.
                sums[index + 2] += light + light / 6
                index += 3
            }
        }
    }

    private func addLight(
        of color: Color, percent: Int, x: Int, y: Int, width: Int, height: Int,
        to sums: UnsafeMutableBufferPointer<Int32>
    ) {
        func square(_ channel: UInt8) -> Int32 {
            let value = Int32(channel) * Self.visible(percent)
            return value * value / 10_000
        }
        let red = square(color.red)
        let green = square(color.green)
        let blue = square(color.blue)
        let brightest = max(red, green, blue)
        let left = (x - 1) * pitch
        let top = (y - 1) * pitch
        for row in max(0, -top)..<min(stamp.side, height - top) {
            for column in max(0, -left)..<min(stamp.side, width - left) {
                let light = stamp.light[row * stamp.side + column]
                let heat = stamp.heat[row * stamp.side + column]
                guard light | heat != 0 else { continue }
                let index = ((top + row) * width + left + column) * 3
                let white = brightest * heat / Int32(LEDStamp.one)
                sums[index] += red * light / Int32(LEDStamp.one) + white
                sums[index + 1] += green * light / Int32(LEDStamp.one) + white
                sums[index + 2] += blue * light / Int32(LEDStamp.one) + white
            }
        }
    }

    private func image(_ sums: [Int32], size: Size) -> RGBBitmap {
        var picture = RGBBitmap(size: size)
        var index = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                picture[x, y] = Color(
                    red: channel(sums[index]), green: channel(sums[index + 1]), blue: channel(sums[index + 2]))
                index += 3
            }
        }
        return picture
    }

    /// The channel of a sum of light; sums beyond what an image can show are full.
    private func channel(_ sum: Int32) -> UInt8 { roots[min(Int(sum) / 16, roots.count - 1)] }
}
