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
