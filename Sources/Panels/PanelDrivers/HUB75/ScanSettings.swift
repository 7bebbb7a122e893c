/// How pictures become light on HUB75 panels: depth, times, order and quirks of the panel.
public struct ScanSettings: Hashable, Sendable {
    /// How many of the eleven bit planes are shown, 1 to 11; the short ones are left out first.
    public var planes = 11
    /// How many of the low planes share one time and are shown in fewer refreshes instead, 0 to 2.
    public var ditherBits = 0
    /// The time of the lowest plane (the LSB) in nanoseconds, a multiple of 10.
    public var leastPulse: Int64 = 130
    /// Which colour the wires R, G and B carry.
    public var sequence = ColorSequence.rgb
    /// Whether a low colour line lights the LED: boards and panels that invert the data.
    public var isInverse = false
    /// Whether the even rows come first and then the odd ones.
    public var isInterlaced = false
    /// How long it stays dark before the row address changes, in nanoseconds, a multiple of 10.
    public var darkGap: Int64 = 0
    /// How long it stays dark after the row address has changed, in nanoseconds, a multiple of 10.
    public var settle: Int64 = 0
    /// How long it stays dark between the latch and the light, in nanoseconds, a multiple of 10.
    ///
    /// The outputs of the column drivers change with the latch. Light that begins before they have changed shows the bits of
    /// the row before. Other programs wait for 185 ns (Adafruit's for the Raspberry Pi 5) or for one to four clocks.
    public var latchGap: Int64 = 200
    /// The least time for which CLK is high, and for which it is low, in nanoseconds.
    public var clockWidth: Int64 = 25
    /// What the panel loses of each pulse when it turns on, in nanoseconds, a multiple of 10; every pulse is as much longer.
    public var oeLag: Int64 = 0
    /// The driver chips.
    public var chip = DriverChip.plain
    /// How rows are addressed.
    public var addressing = RowAddressing.direct

    /// Creates the default settings: full depth, no dithering, LSB 130 ns, light 200 ns after the latch.
    public init() {}

    /// The numbers of planes.
    public static let planeRange = 1...11
    /// The numbers of dither bits.
    public static let ditherRange = 0...2
}
