import Glibc
import PixelGraphics
import Settings

/// The colours of AWTRIX's mood light.
enum AWTRIXMoodlight {
    /// A colour as objects give it; nil for black, and for what is none.
    static func color(_ value: JSONValue) -> Color? {
        value.color == .black ? nil : value.color
    }

    /// The colour of white light of a temperature, from 1,000 to 40,000 kelvins.
    ///
    /// A fit by Tanner Helland (2012) to Mitchell Charity's table of black bodies.
    static func color(kelvin: Int) -> Color {
        let hundreds = Double(min(max(kelvin, 1_000), 40_000)) / 100
        func level(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
        let red = hundreds <= 66 ? 255 : 329.698_727_446 * pow(hundreds - 60, -0.133_204_759_2)
        let green =
            hundreds <= 66
            ? 99.470_802_586_1 * log(hundreds) - 161.119_568_166_1
            : 288.122_169_528_3 * pow(hundreds - 60, -0.075_514_849_2)
        let blue =
            hundreds >= 66 ? 255 : hundreds <= 19 ? 0 : 138.517_731_223_1 * log(hundreds - 10) - 305.044_792_730_7
        return Color(red: level(red), green: level(green), blue: level(blue))
    }

    /// A colour at a level of the clock, 0 to 255.
    static func dimmed(_ color: Color, level: Int) -> Color {
        func dimmed(_ value: UInt8) -> UInt8 { UInt8((Int(value) * level + 127) / 255) }
        return Color(red: dimmed(color.red), green: dimmed(color.green), blue: dimmed(color.blue))
    }
}
