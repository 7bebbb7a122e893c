/// A colour of the canvas: red, green and blue from 0 to 255, perceptual (the panel's luminance curve is applied by
/// the drivers, not here).
public struct Color: Hashable, Sendable {
    /// The three channels as 0x00RRGGBB; the top byte is 0 except in layers, see ``Canvas/rgb``.
    public var rawValue: UInt32

    /// Creates a colour from 0x00RRGGBB; the top byte is ignored.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue & 0x00FF_FFFF
    }

    /// Creates a colour from its channels, 0 to 255 each.
    @inlinable
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rawValue = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The red channel, 0 to 255.
    @inlinable
    public var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
    /// The green channel, 0 to 255.
    @inlinable
    public var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
    /// The blue channel, 0 to 255.
    @inlinable
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// No light.
    public static let black = Color(rawValue: 0)
    /// All three channels full.
    public static let white = Color(rawValue: 0x00FF_FFFF)

    /// Returns the colour of a hue, a saturation and a value.
    ///
    /// Every channel is rounded to the nearest. Numbers outside their range are clamped, and NaN counts as 0.
    ///
    /// - Parameters:
    ///   - hue: 0 to 360 degrees: 0 and 360 red, 120 green, 240 blue.
    ///   - saturation: 0 (grey) to 100 percent.
    ///   - value: 0 (black) to 100 percent, the brightest channel.
    public static func hsv(hue: Double, saturation: Double, value: Double) -> Color {
        func clamp(_ number: Double, _ maximum: Double) -> Double { number > 0 ? min(number, maximum) : 0 }
        let hue = clamp(hue, 360) / 60
        let saturation = clamp(saturation, 100) / 100
        let value = clamp(value, 100) / 100
        /// The channel whose own hue lies `turn` sixths of a circle further on.
        func channel(_ turn: Double) -> UInt8 {
            var distance = turn + hue
            if distance >= 6 { distance -= 6 }
            let dimming = max(0, min(distance, 4 - distance, 1))
            return UInt8(255 * (value - value * saturation * dimming) + 0.5)
        }
        return Color(red: channel(5), green: channel(3), blue: channel(1))
    }

    /// The luma in integers, 0 to 255: `(299 red + 587 green + 114 blue + 500) / 1000`, the weights of ITU-R BT.601.
    public var luma: Int {
        (299 * Int(red) + 587 * Int(green) + 114 * Int(blue) + 500) / 1000
    }

    /// Returns the colour with every channel at that percentage, rounded to the nearest; 0 is black, 100 the same.
    ///
    /// Channels are perceptual, so 50 looks half as bright. Numbers outside of 0 to 100 are clamped.
    public func scaled(percent: Int) -> Color {
        let percent = min(max(percent, 0), 100)
        func scale(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * percent + 50) / 100) }
        return Color(red: scale(red), green: scale(green), blue: scale(blue))
    }
}

extension Color {
    /// The level of an LED at full light: panels with eleven bit planes have the levels 0 to 2047.
    package static let fullLevel = 2047

    /// Creates the colour that an image shows for the light of an LED of three colours.
    ///
    /// Levels are linear: twice the level is twice the light. Levels outside of 0 to `fullLevel` are clamped.
    package init(redLevel: Int, greenLevel: Int, blueLevel: Int) {
        self.init(
            red: Self.channel(ofLevel: redLevel), green: Self.channel(ofLevel: greenLevel),
            blue: Self.channel(ofLevel: blueLevel))
    }

    /// The image channel, 0 to 255, whose relative luminance in sRGB is a level's share of `fullLevel`, rounded to the
    /// nearest.
    ///
    /// The curve is that of IEC 61966-2-1: 12.92 Y up to Y = 0.0031308, else 1.055 Y^(1/2.4) - 0.055. The table is built
    /// at the first use, with multiplications and comparisons alone, so that every machine has the same one.
    ///
    /// - Parameter level: 0 to `fullLevel`; others are clamped.
    package static func channel(ofLevel level: Int) -> UInt8 {
        levelChannels[min(max(level, 0), fullLevel)]
    }

    private static let levelChannels: [UInt8] = {
        var channel = 0
        return (0...fullLevel).map { level in
            while channel < 255, isBelow(halfAbove: channel, level: level) == false { channel += 1 }
            return UInt8(channel)
        }
    }()

    /// Whether a level's light is less than that half-way between a channel value and the next.
    private static func isBelow(halfAbove channel: Int, level: Int) -> Bool {
        let light = Double(level) / Double(fullLevel)
        let half = (Double(channel) + 0.5) / 255
        guard half > 0.040_45 else { return light < half / 12.92 }
        // Y < x^(12/5) where Y^5 < x^12.
        let root = (half + 0.055) / 1.055
        let cube = root * root * root
        let square = light * light
        return square * square * light < cube * cube * cube * cube
    }
}

extension Color: CustomStringConvertible {
    /// The colour as `#rrggbb`.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// What a drawing puts on a pixel, for both pixel formats: a colour, and whether a mono pixel is lit by it.
public struct Ink: Hashable, Sendable {
    /// The colour on an RGB canvas.
    public var color: Color
    /// Whether the pixel is lit on a mono canvas.
    public var isLit: Bool

    /// Creates an ink whose two looks are given separately (a background, say, that mono panels leave dark).
    @inlinable
    public init(_ color: Color, isLit: Bool) {
        self.color = color
        self.isLit = isLit
    }

    /// Creates the ink of a colour; every colour but black lights a mono pixel.
    @inlinable
    public init(_ color: Color) {
        self.init(color, isLit: color != .black)
    }

    /// Dark in both formats.
    public static let dark = Ink(.black)
    /// White, and lit in mono.
    public static let white = Ink(.white)
}

/// The brightness of a whole frame in percent of what the panel can show; perceptual, 0 is dark.
public struct Brightness: Hashable, Comparable, Sendable {
    /// 0 to 100.
    public let percent: Int

    /// Creates a brightness; numbers outside 0 to 100 are clamped.
    public init(percent: Int) {
        self.percent = min(max(percent, 0), 100)
    }

    /// All the light the panel has.
    public static let full = Brightness(percent: 100)

    /// Orders by percent.
    public static func < (left: Brightness, right: Brightness) -> Bool { left.percent < right.percent }
}
