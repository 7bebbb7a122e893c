extension Color {
    /// Returns the colour of a hue, a saturation and a value.
    ///
    /// Every channel is rounded to the nearest. Numbers outside their range are clamped, and NaN counts as 0.
    ///
    /// - Parameters:
    ///   - hue: 0 to 360 degrees: 0 and 360 red, 120 green, 240 blue.
    ///   - saturation: 0 (grey) to 100 percent.
    ///   - value: 0 (black) to 100 percent, the brightest channel.
    public static func hsv(hue: Double, saturation: Double, value: Double) -> Color {
        func clamp(_ number: Double, _ most: Double) -> Double { number > 0 ? min(number, most) : 0 }
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
}
