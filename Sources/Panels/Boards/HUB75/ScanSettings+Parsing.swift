import PanelDrivers
import Settings

extension ScanSettings {
    /// The default planes where every change of lines is a system call: the shortest is lit
    /// for several calls, and 64x32 pixels are refreshed some 50 times a second.
    private static let planesOfKernelPorts = 4

    /// Reads the keys that say how panels are scanned; nil where there are problems.
    init?(_ fields: inout BoardFields, traits: PanelTraits, port: HUB75Board.Port?) {
        var usual = ScanSettings()
        if case .gpiod = port { usual.planes = Self.planesOfKernelPorts }
        let planes = fields.integer("planes", in: 1...11, default: usual.planes)
        let ditherBits = fields.integer("dither", in: 0...2, default: usual.ditherBits)
        let leastPulse = fields.time(
            "lsb", in: 50...100_000, of: "50 ns to 100 us", grid: 10, default: usual.leastPulse)
        let isInterlaced = fields.flag("interlaced", default: usual.isInterlaced)
        guard let planes, let ditherBits, let leastPulse, let isInterlaced else { return nil }
        self = usual
        self.planes = planes
        self.ditherBits = ditherBits
        self.leastPulse = leastPulse
        self.isInterlaced = isInterlaced
        darkGap = traits.gaps.dark ?? traits.rowDriver.darkGap
        settle = traits.gaps.settle ?? traits.rowDriver.settle
        latchGap = traits.gaps.latch ?? usual.latchGap
        sequence = traits.sequence
        isInverse = traits.isInverse
        clockWidth = traits.clockWidth
        oeLag = traits.oeLag
        chip = traits.chip
        addressing = traits.addressing
    }
}
