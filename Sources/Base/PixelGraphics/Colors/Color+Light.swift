extension Color {
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
