import PixelGraphics
import Testing

@Suite struct ColorHSVTests {
    /// The hexagon's sectors written out one by one.
    static func sector(_ hue: Int, _ saturation: Int, _ value: Int) -> [Double] {
        let (h, s, v) = (Double(hue % 360) / 60, Double(saturation) / 100, Double(value) / 100)
        let f = h - Double(Int(h))
        let (p, q, t) = (v * (1 - s), v * (1 - s * f), v * (1 - s * (1 - f)))
        return [[v, t, p], [q, v, p], [p, v, t], [p, q, v], [t, p, v], [v, p, q]][Int(h)].map { $0 * 255 }
    }

    @Test("every whole hue agrees with the hexagon's sectors to the nearest channel value")
    func sectors() {
        for hue in 0...360 {
            for saturation in stride(from: 0, through: 100, by: 20) {
                for value in stride(from: 0, through: 100, by: 25) {
                    let color = Color.hsv(hue: Double(hue), saturation: Double(saturation), value: Double(value))
                    let channels = [color.red, color.green, color.blue].map(Double.init)
                    for (channel, exact) in zip(channels, Self.sector(hue, saturation, value))
                    where abs(channel - exact) > 0.5 + 1e-9 {
                        Issue.record("hsv(\(hue), \(saturation), \(value)) is \(color), exactly \(exact)")
                    }
                }
            }
        }
    }
}
