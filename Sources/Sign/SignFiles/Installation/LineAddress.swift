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

extension SettingsFields<SignProblem> {
    /// Returns the label of a chip, or nil within an optional where the file does not have the key.
    mutating func chip() -> String?? {
        optional(
            "chip", expected: "the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 change)"
        ) { text -> Outcome<String> in
            let isNumbered = text.hasPrefix("gpiochip") || text.hasPrefix("/") || DecimalNumber.isWritten(like: text)
            return Self.isLineName(text) && !isNumbered ? .value(text) : .wrongType
        }
    }

    /// Returns a line by number or name.
    mutating func line(_ key: String) -> LineAddress.Line? {
        let range = LineAddress.numbers
        return parsed(
            key, expected: "a GPIO line by number, 0 to \(range.upperBound), or by name such as GPIO17"
        ) { text -> Outcome<LineAddress.Line> in
            if let first = text.utf8.first, (0x30...0x39).contains(first) || first == 0x2B || first == 0x2D {
                let number: Outcome<Int> = DecimalNumber.parse(text, in: range)
                return number.map { .number($0) }
            }
            return Self.isLineName(text) ? .value(.name(text)) : .wrongType
        }
    }

    private static func isLineName(_ text: String) -> Bool {
        text.utf8.count <= LineAddress.mostBytes && !text.isEmpty && text.first != " " && text.last != " "
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
