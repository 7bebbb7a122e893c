import PixelGraphics

/// What one LED does to the image around its middle, as weights of its light; 4096 stands for one.
///
/// The light falls on a square of three pitches around the LED: a disc with a smooth rim, hotter in the middle, and a
/// glow that fades to nothing one and a half pitches away.
struct LEDStamp: Sendable {
    /// The weight that stands for all of the light.
    static let one = 4096
    /// The side of the square in image pixels: three pitches.
    let side: Int
    /// The light in the LED's own colour, row by row.
    let light: [Int32]
    /// The light that is added to all channels in the middle of the disc, where a camera would see white.
    let heat: [Int32]
    /// The body of the LED, seen when it is dark: one pitch wide and high, row by row.
    let package: [Int32]

    /// Works out the weights for a pitch of 4 to 64.
    init(pitch: Int) {
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
    }

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
