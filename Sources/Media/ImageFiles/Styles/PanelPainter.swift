import PixelGraphics

/// Paints frames in a style; made once, used for every frame of a panel.
package struct PanelPainter: Sendable {
    package let style: PanelStyle
    /// The colour of the LEDs of mono panels.
    package let ledColor: Color
    /// The distance of two LEDs in image pixels; 1 for `pixels` and `levels`.
    package let pitch: Int
    private let artist: LEDArtist?

    /// Creates a painter.
    ///
    /// - Parameter ledColor: the colour of the LEDs of mono panels; RGB panels have their own colours.
    /// - Parameter pitch: the distance of two LEDs in image pixels, 4 to 64, for the style `leds` alone.
    package init(style: PanelStyle, ledColor: Color = Color(rawValue: 0x00FF_2A1A), pitch: Int = 12) {
        self.style = style
        self.ledColor = ledColor
        self.pitch = style == .leds ? min(max(pitch, 4), 64) : 1
        artist = style == .leds ? LEDArtist(pitch: self.pitch) : nil
    }

    package func imageSize(of panel: Size) -> Size {
        Size(width: panel.width * pitch, height: panel.height * pitch)
    }

    /// Paints a frame.
    ///
    /// Integer arithmetic alone: the same frame gives the same pixels on every machine.
    package func paint(_ frame: Frame) -> RGBBitmap {
        if let artist { return artist.paint(frame, ledColor: ledColor) }
        if frame.canvas.format == .rgb { return frame.canvas.rgb }
        var picture = RGBBitmap(size: frame.canvas.size)
        for y in 0..<picture.height {
            for x in 0..<picture.width where frame.canvas.mono[x, y] { picture[x, y] = ledColor }
        }
        return picture
    }
}

/// How a frame becomes a picture for people.
package enum PanelStyle: String, CaseIterable, Hashable, Sendable {
    /// One image pixel for each LED, in the canvas's exact colours; brightness is ignored.
    case pixels
    /// Like a real panel: round LEDs on black with a soft glow, as bright as the frame says.
    case leds
    /// One image pixel for each LED, as bright as the panel can make it: depth and brightness as they arrive, relative
    /// luminance as sRGB has it.
    ///
    /// Painters take frames whose colours are these already.
    case levels
}

extension Canvas {
    /// The picture as text: one line a row, `#` for a lit pixel and `.` for a dark one, each row ended by a line feed; a pixel
    /// of an RGB canvas is lit when it is not black.
    public var text: String {
        var text = ""
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isLit = format == .mono ? mono[x, y] : rgb[x, y] != .black
                text += isLit ? "#" : "."
            }
            text += "\n"
        }
        return text
    }
}

/// Paints a frame as a panel of round LEDs, adding up light as light adds up: in squares of the channels (a gamma of
/// 2), by integers.
struct LEDArtist: Sendable {
    /// The distance of two LEDs in image pixels.
    let pitch: Int
    /// The side of the square that the light of an LED falls on, in image pixels: three pitches.
    private let side: Int
    /// The light in the LED's own colour, row by row.
    private let light: [Int32]
    /// The light that is added to all channels in the middle of the disc, where a camera would see white.
    private let heat: [Int32]
    /// The body of the LED, seen when it is dark: one pitch wide and high, row by row.
    private let package: [Int32]
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
        side = 3 * pitch
        var light = [Int32](repeating: 0, count: side * side)
        var heat = light
        var package = [Int32](repeating: 0, count: pitch * pitch)
        for y in 0..<side {
            for x in 0..<side {
                let sums = Self.sums(x: x, y: y, pitch: pitch)
                light[y * side + x] = Int32(sums.light)
                heat[y * side + x] = Int32(sums.heat)
                if (pitch..<2 * pitch).contains(x), (pitch..<2 * pitch).contains(y) {
                    package[(y - pitch) * pitch + x - pitch] = Int32(sums.package)
                }
            }
        }
        self.light = light
        self.heat = heat
        self.package = package
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
                let light = package[row * pitch + column] * Int32(Self.reflection) / Int32(Self.one)
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
        for row in max(0, -top)..<min(side, height - top) {
            for column in max(0, -left)..<min(side, width - left) {
                let light = self.light[row * side + column]
                let heat = self.heat[row * side + column]
                guard light | heat != 0 else { continue }
                let index = ((top + row) * width + left + column) * 3
                let white = brightest * heat / Int32(Self.one)
                sums[index] += red * light / Int32(Self.one) + white
                sums[index + 1] += green * light / Int32(Self.one) + white
                sums[index + 2] += blue * light / Int32(Self.one) + white
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

/// What one LED does to the image around its middle, as weights of its light; 4096 stands for one.
///
/// The light falls on a square of three pitches around the LED: a disc with a smooth rim, hotter in the middle, and a
/// glow that fades to nothing one and a half pitches away.
extension LEDArtist {
    /// The weight that stands for all of the light.
    private static let one = 4096

    /// The weights of an image pixel: means over 8x8 points in it.
    private static func sums(x: Int, y: Int, pitch: Int) -> (light: Int, heat: Int, package: Int) {
        let points = 8
        // Lengths are counted in sixteenths of an image pixel; a unit of radius is half of a pitch.
        let half = 8 * pitch
        var total = (light: 0, heat: 0, package: 0)
        for j in 0..<points {
            for i in 0..<points {
                let dx = 16 * x + 2 * i + 1 - 3 * half
                let dy = 16 * y + 2 * j + 1 - 3 * half
                // The square of the distance, 4096 at half a pitch.
                let square = (dx * dx + dy * dy) * 4096 / (half * half)
                let isDisc = square < discSquare
                total.light += (isDisc ? discLight(square) : 0) + glow(square)
                total.heat += isDisc ? max(0, hotSquare - square) * hottest / hotSquare : 0
                total.package += isDisc ? one - square / 2 : 0
            }
        }
        let count = points * points
        return (total.light / count, total.heat / count, total.package / count)
    }

    /// A disc of 0.76 of the pitch: (0.76)^2 * 4096.
    private static let discSquare = 2366
    /// The hot middle has 0.5 of the pitch.
    private static let hotSquare = 1024
    /// The white light added at the very middle.
    private static let hottest = 300

    /// The disc shines a little less towards its rim.
    private static func discLight(_ square: Int) -> Int { one - square * 1000 / discSquare }

    /// The glow falls as the cube of what is left to one and a half pitches (a square of 9 * 4096).
    private static func glow(_ square: Int) -> Int {
        let reach = 9 * 4096
        guard square < reach else { return 0 }
        let rest = (reach - square) * 1024 / reach
        return rest * rest / 1024 * rest / 1024 * rest / 1024 * 210 / 1024
    }
}
