import PanelDrivers
import Settings

extension MAX7219Board {
    /// The keys that only boards with `device: gpio` have.
    private static let wiringKeys = ["clk", "din", "cs", "gpio_chip"]

    /// Reads the keys of boards with `kind: max7219`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        let layout = Layout(&fields)
        let device = Self.device(&fields)
        let isBitBanged: Bool? = device.map { if case .gpio = $0 { true } else { false } }
        // Bit by bit no clock comes near the kernel driver's.
        let usualRate = fields.givenText("device") == "gpio" ? 500_000 : 8_000_000
        let clockRate = fields.parsed(
            "clock", expected: "a whole number of Hz, kHz or MHz from 1 kHz to 10 MHz, such as 8 MHz",
            default: usualRate, ClockRate.parse)
        // With an invalid device it is unknown whether these keys are right.
        if isBitBanged == false, let text = fields.givenText("device") {
            fields.noteKeys(Self.wiringKeys, ofOtherDeviceThan: text)
        }
        fields.noteUnknownKeys(but: Self.wiringKeys)
        guard let layout, let device, let clockRate else { return nil }
        self.init(layout: layout, device: device, clockRate: clockRate)
    }

    private static func device(_ fields: inout BoardFields) -> Device? {
        let expected = "simulated, gpio, or a device file such as /dev/spidev0.0"
        let target = fields.parsed("device", expected: expected, DeviceName.parse)
        switch target {
        case .simulated: return .simulated
        case .spidev(let path): return .spidev(path: path)
        case .gpio: return GPIOWiring(&fields).map { .gpio($0) }
        case nil: return nil
        }
    }
}

extension MAX7219Board.Layout {
    /// Reads the keys of the modules and their arrangement.
    fileprivate init?(_ fields: inout BoardFields) {
        let modules = fields.integer("modules", in: MAX7219Chain.lengths)
        let rows = fields.integer("rows", in: MAX7219Chain.lengths, default: 1)
        let type = fields.choice("module_type", of: ModuleType.all.map { ($0.name, $0) })
        let rotation = fields.choice(
            "rotation", of: ModuleRotation.allCases.map { ("\($0.rawValue)", $0) }, default: ModuleRotation.none)
        let first = fields.choice(
            "first_module", of: ModuleArrangement.Corner.allCases.map { ($0.rawValue, $0) }, default: .topRight)
        let path = fields.choice(
            "path", of: ModuleArrangement.Path.allCases.map { ($0.rawValue, $0) }, default: .straight)
        guard let modules, let rows else { return nil }
        guard modules % rows == 0 else {
            fields.note(.unevenRows(modules: modules, rows: rows), at: fields.place(of: "rows"))
            return nil
        }
        guard let type, let rotation, let first, let path else { return nil }
        self.init(
            modules: modules, rows: rows, type: type, rotation: rotation,
            arrangement: ModuleArrangement(first: first, path: path))
    }
}
