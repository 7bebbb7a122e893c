import PanelDrivers
import SettingsFiles

extension ScanSettings {
    /// The planes of boards that say nothing, where every change of lines is a call of the kernel: the shortest is lit
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
        let darkGap = fields.time(
            "dark_gap", in: 0...100_000, of: "0 to 100 us", grid: 10, default: usual.darkGap)
        let settle = fields.time("settle", in: 0...100_000, of: "0 to 100 us", grid: 10, default: usual.settle)
        guard let planes, let ditherBits, let leastPulse, let isInterlaced, let darkGap, let settle else {
            return nil
        }
        self = usual
        self.planes = planes
        self.ditherBits = ditherBits
        self.leastPulse = leastPulse
        self.isInterlaced = isInterlaced
        self.darkGap = darkGap
        self.settle = settle
        sequence = traits.sequence
        isInverse = traits.isInverse
        clockWidth = traits.clockWidth
        oeLag = traits.oeLag
        chip = traits.chip
        addressing = traits.addressing
    }
}
