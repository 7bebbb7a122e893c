import Settings

/// A line of a GPIO chip, as a sign file names it.
package struct LineAddress: Hashable, Sendable {
    /// Which line of the chip.
    package enum Line: Hashable, Sendable {
        /// By its number, from 0.
        case number(Int)
        /// By its name, such as GPIO17.
        case name(String)
    }

    /// The label of the chip, such as pinctrl-bcm2711; nil for that of a Raspberry Pi's header.
    package var chip: String?
    package var line: Line

    /// Names a line.
    package init(chip: String? = nil, line: Line) {
        self.chip = chip
        self.line = line
    }

    /// The numbers that a sign file may name: the kernel's simulated chips have the most lines.
    static let numbers = 0...1_023
    /// The bytes of a name or label; the kernel keeps 32 with the NUL (linux/gpio.h).
    static let mostBytes = 31
}

extension LineAddress {
    /// Reads the keys `chip` and `line`; nil without a right line.
    init?(_ fields: inout SignFields) {
        var chip: String?
        fields.read("chip", as: Self.chips, into: &chip)
        guard let line = fields.value("line", as: Self.lines) else { return nil }
        self.init(chip: chip, line: line)
    }

    /// The label of a chip.
    static var chips: SignFields.ValueForm<String> {
        .text("the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 change)") { text in
            let isNumbered = text.hasPrefix("gpiochip") || text.hasPrefix("/") || DecimalNumber.isWritten(like: text)
            return isName(text) && !isNumbered ? text : nil
        }
    }

    /// A line by number or name.
    static var lines: SignFields.ValueForm<Line> {
        SignFields.ValueForm("a GPIO line by number, 0 to \(numbers.upperBound), or by name such as GPIO17") { text in
            if let first = text.utf8.first, (0x30...0x39).contains(first) || first == 0x2B || first == 0x2D {
                let number: SignFields.Outcome<Int> = DecimalNumber.parse(text, in: numbers)
                return number.map { .number($0) }
            }
            return isName(text) ? .value(.name(text)) : .wrongType
        }
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= mostBytes && !text.isEmpty && text.first != " " && text.last != " "
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// The level at which a line does something.
package enum ActiveLevel: String, Hashable, Sendable, CaseIterable {
    /// At the supply voltage.
    case high
    /// At ground.
    case low
}
