import Settings

/// A line of a GPIO chip, as a sign file names it.
package struct LineAddress: Hashable, Sendable {
    package enum Line: Hashable, Sendable {
        /// By its number, from 0.
        case number(Int)
        /// By its name, such as GPIO17.
        case name(String)
    }

    /// The label of the chip, such as pinctrl-bcm2711; nil for that of a Raspberry Pi's header.
    package var chip: String?
    package var line: Line

    package init(chip: String? = nil, line: Line) {
        self.chip = chip
        self.line = line
    }
}

extension LineAddress {
    /// Reads the keys `chip` and `line`; nil without a right line.
    init?(_ fields: inout SignFields) {
        var chip: String?
        fields.read("chip", as: .chipLabel, into: &chip)
        guard let line = fields.value("line", as: .line) else { return nil }
        self.init(chip: chip, line: line)
    }
}

extension SettingsFields.ValueForm where Value == LineAddress.Line {
    /// A line by number or name.
    static var line: Self { gpioLine(suchAs: "GPIO17", number: LineAddress.Line.number, name: LineAddress.Line.name) }
}

/// The level at which a line does something.
package enum ActiveLevel: String, Hashable, Sendable, CaseIterable {
    /// At the supply voltage.
    case high
    /// At ground.
    case low
}
