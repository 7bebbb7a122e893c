import PanelDrivers
import Settings

extension MAX7219Board.GPIOWiring {
    /// Reads the keys of boards with `device: gpio`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        let chip = fields.parsed(
            "gpio_chip",
            expected: "the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 change)",
            default: String?.none
        ) { GPIOName.isLabel($0) ? .value($0) : .wrongType }
        let keys = ["clk", "din", "cs"]
        let lines = keys.map { key in
            fields.parsed(
                key,
                expected: "a GPIO line by number, 0 to \(GPIOName.lineNumbers.upperBound), or by name such as GPIO11",
                GPIOName.line)
        }
        var isClash = false
        for (index, line) in lines.enumerated() {
            guard let line,
                let other = lines[..<index].firstIndex(where: { $0?.isSame(as: line, on: chip ?? nil) ?? false })
            else { continue }
            isClash = true
            let clash = [keys[other], keys[index]].sorted { fields.isBefore($0, $1) }
            fields.note(
                .pinUsedTwice(
                    key: clash[1], pin: fields.givenText(clash[1]) ?? "", other: clash[0],
                    line: fields.place(of: clash[0])?.line ?? 1), at: fields.place(of: clash[1]))
        }
        guard let chip, let clock = lines[0], let data = lines[1], let chipSelect = lines[2], !isClash else {
            return nil
        }
        self.init(chip: chip, clock: clock, data: data, chipSelect: chipSelect)
    }
}

/// Names and numbers of GPIO lines and chips.
enum GPIOName {
    /// The line numbers that a board file may name: the kernel's simulated chips have the most.
    static let lineNumbers = 0...1023
    /// The bytes of a name or label; the kernel keeps 32 with the NUL (linux/gpio.h).
    static let mostBytes = 31

    /// Reads a line's number or name.
    static func line(_ text: String) -> BoardFields.Outcome<GPIOLine> {
        guard let first = text.utf8.first else { return .wrongType }
        if (0x30...0x39).contains(first) || "+-.".utf8.contains(first) {
            let number: BoardFields.Outcome<Int> = DecimalNumber.parse(text, in: lineNumbers)
            return number.map { .offset($0) }
        }
        return isName(text) ? .value(.name(text)) : .wrongType
    }

    /// Whether a text can be the label of a chip; names of device files are not labels.
    static func isLabel(_ text: String) -> Bool {
        isName(text) && !text.hasPrefix("/") && !text.hasPrefix("gpiochip") && !DecimalNumber.isWritten(like: text)
    }

    /// Whether the kernel can have such a name: printable ASCII in all known device trees.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= mostBytes && !text.isEmpty && text.first != " " && text.last != " "
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension GPIOLine {
    /// Whether both are the same line: on a Raspberry Pi `GPIO11` is line 11 of the header's chip.
    func isSame(as other: GPIOLine, on chip: String?) -> Bool {
        if self == other { return true }
        let isRaspberryPi = chip.map { RaspberryPiHeader.chipLabels.contains($0) } ?? true
        guard isRaspberryPi, let number = headerNumber, let otherNumber = other.headerNumber else { return false }
        return number == otherNumber
    }

    /// The number of a line of the header's chip, also where it is named by it; nil for other names.
    var headerNumber: Int? {
        switch self {
        case .offset(let number): return number
        case .name(let name):
            let digits = String(name.dropFirst(4))
            return name.hasPrefix("GPIO") && DecimalNumber.isWritten(like: digits) ? Int(digits) : nil
        }
    }
}

extension RaspberryPiHeader {
    /// Returns the pin of a line of a board's wiring; nil if it is not on the header or has another name there.
    package static func pin(of line: GPIOLine, chip: String?) -> Int? {
        guard chip.map(chipLabels.contains) ?? true else { return nil }
        return line.headerNumber.flatMap(pin)
    }
}
