import PanelDrivers
import Settings

extension MAX7219Board.GPIOWiring {
    /// Reads the keys of boards with `device: gpio`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        let chip = fields.chipLabel("gpio_chip")
        let keys = ["clk", "din", "cs"]
        let lines = keys.map { key in
            fields.line(key, suchAs: "GPIO11", number: { GPIOLine.offset($0) }, name: { GPIOLine.name($0) })
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
