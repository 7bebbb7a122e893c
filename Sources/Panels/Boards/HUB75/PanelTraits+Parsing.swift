import PanelDrivers
import Settings

extension PanelTraits {
    /// The needs of a plain panel: data at up to 20 MHz.
    static let usual = PanelTraits(
        addressing: .direct, sequence: .rgb, isInverse: false, chip: .plain, oeLag: 0, clockWidth: 25,
        rowDriver: .plain, gaps: Gaps())

    /// Reads the keys that panel files and board files share; nil where there are problems.
    ///
    /// - Parameter other: what holds where a key is not given.
    init?(_ fields: inout BoardFields, else other: PanelTraits) {
        let addressing = fields.choice(
            "row_addressing", of: RowAddressing.allCases.flatMap { [($0.name, $0), ("\($0.rawValue)", $0)] },
            default: other.addressing)
        let sequence = fields.parsed(
            "color_sequence", expected: "the letters R, G and B in the order of the wires, such as RBG",
            default: other.sequence
        ) { text in ColorSequence(text).map { .value($0) } ?? .wrongType }
        let isInverse = fields.flag("inverse", default: other.isInverse)
        let chip = fields.choice(
            "driver_chip", of: DriverChip.allCases.map { ($0.rawValue, $0) }, default: other.chip)
        let oeLag = fields.time("oe_lag", in: 0...10_000, of: "0 to 10 us", grid: 10, default: other.oeLag)
        let clockWidth = fields.time("clock_width", in: 1...10_000, of: "1 ns to 10 us", default: other.clockWidth)
        let rowDriver = fields.choice(
            "row_driver", of: RowDriver.allCases.map { ($0.rawValue, $0) }, default: other.rowDriver)
        let gaps = Gaps(&fields, else: other.gaps)
        guard let addressing, let sequence, let isInverse, let chip, let oeLag, let clockWidth, let rowDriver, let gaps
        else { return nil }
        self.init(
            addressing: addressing, sequence: sequence, isInverse: isInverse, chip: chip, oeLag: oeLag,
            clockWidth: clockWidth, rowDriver: rowDriver, gaps: gaps)
    }
}

extension PanelTraits.Gaps {
    /// Reads the dark times; nil where there are problems.
    fileprivate init?(_ fields: inout BoardFields, else other: PanelTraits.Gaps) {
        let dark = Self.time(&fields, "dark_gap", else: other.dark)
        let settle = Self.time(&fields, "settle", else: other.settle)
        let latch = Self.time(&fields, "latch_gap", else: other.latch)
        guard let dark, let settle, let latch else { return nil }
        self.init(dark: dark, settle: settle, latch: latch)
    }

    private static func time(_ fields: inout BoardFields, _ key: String, else other: Int64?) -> Int64?? {
        guard fields.has(key) else {
            fields.accept(key)
            return .some(other)
        }
        return fields.time(key, in: 0...100_000, of: "0 to 100 us", grid: 10, default: 0).map { .some($0) }
    }
}

extension RowAddressing {
    /// The name in board and panel files.
    package var name: String {
        switch self {
        case .direct: "direct"
        case .abShift: "ab-shift"
        case .directSelect: "direct-select"
        case .abcShift: "abc-shift"
        case .sm5266: "sm5266"
        case .b707: "b707"
        }
    }
}
