import PanelDrivers
import Settings

/// A chain of MAX7219 modules and its bus.
package struct MAX7219Board: Hashable, Sendable {
    /// Where the bytes go.
    package enum Device: Hashable, Sendable {
        case simulated
        /// To a device file of the kernel's spidev driver.
        case spidev(path: String)
        /// To three GPIO lines, bit by bit.
        case gpio(GPIOWiring)
    }

    /// Three GPIO lines that make an SPI bus.
    package struct GPIOWiring: Hashable, Sendable {
        /// The label of the chip that has the lines, such as `pinctrl-bcm2711`; nil stands for the chip of the 40-pin
        /// header, whatever Raspberry Pi it is.
        package let chip: String?
        /// The line of CLK.
        package let clock: GPIOLine
        /// The line of DIN.
        package let data: GPIOLine
        /// The line of CS, called LOAD in the data sheet.
        package let chipSelect: GPIOLine

        /// Creates a wiring; the three lines differ.
        package init(chip: String? = nil, clock: GPIOLine, data: GPIOLine, chipSelect: GPIOLine) {
            (self.chip, self.clock, self.data, self.chipSelect) = (chip, clock, data, chipSelect)
        }
    }

    package let chain: MAX7219Chain
    /// Where the bytes go.
    package let device: Device
    /// The clock in hertz; the bus may be slower, never faster.
    package let clockRate: Int
}

extension MAX7219Board {
    /// The keys that only boards with `device: gpio` have.
    private static let wiringKeys = ["clk", "din", "cs", "gpio_chip"]

    /// Reads the keys of boards with `kind: max7219`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        let chain = MAX7219Chain(&fields)
        let device = Self.device(&fields)
        let name = fields.givenText("device") ?? ""
        // Bit by bit no clock comes near the kernel driver's.
        var clockRate = name == "gpio" ? 500_000 : 8_000_000
        // The data sheet's maximum is 10 MHz.
        let rates = BoardFields.ValueForm("a whole number of Hz, kHz or MHz from 1 kHz to 10 MHz, such as 8 MHz") {
            .frequency($0, in: 1_000...10_000_000)
        }
        fields.read("clock", as: rates, into: &clockRate)
        // With an invalid device it is unknown whether these keys are right.
        for key in Self.wiringKeys where device != nil && name != "gpio" {
            guard let place = fields.keyPlace(of: key) else { continue }
            fields.record(.keyOfOtherDevice(key, device: name), at: place)
        }
        fields.recordUnknownKeys(but: Self.wiringKeys)
        guard let chain, let device else { return nil }
        self.init(chain: chain, device: device, clockRate: clockRate)
    }

    private static func device(_ fields: inout BoardFields) -> Device? {
        let expected = "simulated, gpio, or a device file such as /dev/spidev0.0"
        switch fields.value("device", as: BoardFields.ValueForm(expected, read: deviceName)) {
        case "simulated": return .simulated
        case "gpio": return GPIOWiring(&fields).map { .gpio($0) }
        case let path?: return .spidev(path: path)
        case nil: return nil
        }
    }

    /// Reads `simulated`, `gpio` or `/dev/spidevB.C`.
    private static func deviceName(_ text: String) -> BoardFields.Outcome<String> {
        if ["simulated", "gpio"].contains(text) { return .value(text) }
        let prefix = "/dev/spidev"
        guard text.hasPrefix(prefix) else { return .wrongType }
        let numbers = text.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false).map(
            String.init)
        guard numbers.count == 2, numbers.allSatisfy({ $0.count <= 5 && DecimalNumber.isWritten(like: $0) }),
            !text.contains("-")
        else { return .wrongType }
        return numbers[0] == "10" ? .refused(.bootMemory(device: text)) : .value(text)
    }
}

extension MAX7219Chain {
    /// Reads the keys of the modules and their arrangement.
    fileprivate init?(_ fields: inout BoardFields) {
        let modules = fields.value("modules", as: .integer(in: Self.lengths))
        var (rows, rotation) = (1, ModuleRotation.none)
        let hasRows = fields.read("rows", in: Self.lengths, into: &rows)
        let type = fields.value("module_type", as: .word(of: ModuleType.all.map { ($0.name, $0) }))
        let rotations = ModuleRotation.allCases.map { ("\($0.rawValue)", $0) }
        fields.read("rotation", as: .word(of: rotations), into: &rotation)
        var (first, path) = (ModuleArrangement.Corner.topRight, ModuleArrangement.Path.straight)
        fields.read("first_module", into: &first)
        fields.read("path", into: &path)
        guard let modules, hasRows else { return nil }
        guard modules % rows == 0 else {
            fields.record(.unevenRows(modules: modules, rows: rows), at: fields.place(of: "rows"))
            return nil
        }
        guard let type else { return nil }
        self.init(
            count: modules, rows: rows, type: type, rotation: rotation,
            arrangement: ModuleArrangement(first: first, path: path))
    }
}

extension MAX7219Board.GPIOWiring {
    /// Reads the keys of boards with `device: gpio`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        var chip: String?
        fields.read("gpio_chip", as: .chipLabel, into: &chip)
        let keys = ["clk", "din", "cs"]
        let lines = keys.map { key in
            fields.value(key, as: .gpioLine(suchAs: "GPIO11", number: GPIOLine.offset, name: GPIOLine.name))
        }
        var isClash = false
        for (index, line) in lines.enumerated() {
            guard let line,
                let other = lines[..<index].firstIndex(where: { $0?.isSame(as: line, on: chip) ?? false })
            else { continue }
            isClash = true
            let clash = [keys[other], keys[index]].sorted { fields.isBefore($0, $1) }
            fields.record(
                .pinUsedTwice(
                    key: clash[1], pin: fields.givenText(clash[1]) ?? "", other: clash[0],
                    line: fields.place(of: clash[0])?.line ?? 1), at: fields.place(of: clash[1]))
        }
        guard let clock = lines[0], let data = lines[1], let chipSelect = lines[2], !isClash else { return nil }
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
