import PixelGraphics
import SignTestSupport
import Testing

@Suite struct ColorTests {
    @Test("hues clamp, and take any number")
    func hsvClamps() {
        expectEqual(Color.hsv(hue: -5, saturation: 100, value: 100), Color(rawValue: 0xFF0000))
        expectEqual(Color.hsv(hue: 999, saturation: 100, value: 100), Color(rawValue: 0xFF0000))
        expectEqual(Color.hsv(hue: 120, saturation: 999, value: 999), Color(rawValue: 0x00FF00))
        expectEqual(Color.hsv(hue: .nan, saturation: .nan, value: .nan), .black)
        expectEqual(Color.hsv(hue: .infinity, saturation: 0, value: .infinity), .white)
    }

    @Test("luma weighs the channels as ITU-R BT.601 says")
    func luma() {
        expectEqual(Color.white.luma, 255)
        expectEqual(Color.black.luma, 0)
        expectEqual(Color(rawValue: 0xFF0000).luma, 76)
        expectEqual(Color(rawValue: 0x00FF00).luma, 150)
        expectEqual(Color(rawValue: 0x0000FF).luma, 29)
    }

    @Test("brightness scales every channel to the nearest value")
    func scaled() {
        expectEqual(Color(rawValue: 0xFF8001).scaled(percent: 50), Color(rawValue: 0x804001))
        expectEqual(Color(rawValue: 0xFF8001).scaled(percent: 100), Color(rawValue: 0xFF8001))
        expectEqual(Color(rawValue: 0xFF8001).scaled(percent: 0), .black)
        expectEqual(Color.white.scaled(percent: -3), .black)
        expectEqual(Color.white.scaled(percent: 400), .white)
    }

    @Test("a colour prints as #rrggbb")
    func description() {
        expectEqual(Color(rawValue: 0x00A0FF).description, "#00a0ff")
        expectEqual(Color.black.description, "#000000")
    }
}
