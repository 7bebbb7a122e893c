import PanelDrivers

/// A chain of MAX7219 modules and the bus that it hangs on.
public struct MAX7219Board: Hashable, Sendable {
    /// Where the bytes go.
    public enum Device: Hashable, Sendable {
        /// To wires that are simulated.
        case simulated
        /// To a device file of the kernel's spidev driver.
        case spidev(path: String)
        /// To three GPIO lines, bit by bit.
        case gpio(GPIOWiring)
    }

    /// Three GPIO lines that make an SPI bus.
    public struct GPIOWiring: Hashable, Sendable {
        /// The label of the chip that has the lines, such as `pinctrl-bcm2711`; nil stands for the chip of the 40-pin
        /// header, whatever Raspberry Pi it is.
        public let chip: String?
        /// The line of CLK.
        public let clock: GPIOLine
        /// The line of DIN.
        public let data: GPIOLine
        /// The line of CS, called LOAD in the data sheet.
        public let chipSelect: GPIOLine

        /// Creates a wiring; the three lines differ.
        public init(chip: String? = nil, clock: GPIOLine, data: GPIOLine, chipSelect: GPIOLine) {
            self.chip = chip
            self.clock = clock
            self.data = data
            self.chipSelect = chipSelect
        }
    }

    /// A line of a GPIO chip.
    public enum GPIOLine: Hashable, Sendable {
        /// By its number on the chip, from 0: GPIO 11 of a Raspberry Pi is 11.
        case offset(Int)
        /// By its name, such as `GPIO11` or `SPI_SCLK`.
        case name(String)
    }

    /// The modules.
    public let chain: MAX7219Chain
    /// How the chain's modules were described, for those who simulate it.
    public let layout: Layout
    /// Where the bytes go.
    public let device: Device
    /// The clock in hertz; the bus may be slower, never faster.
    public let clockRate: Int

    /// The description from which the chain was made.
    public struct Layout: Hashable, Sendable {
        /// The modules of all rows together.
        public let modules: Int
        /// The number of rows.
        public let rows: Int
        /// How the modules are wired.
        public let type: ModuleType
        /// How each module is turned.
        public let rotation: ModuleRotation
        /// The order of the data wire.
        public let arrangement: ModuleArrangement

        /// Creates a description; without further arguments it is one row whose data input is at the right end.
        public init(
            modules: Int, rows: Int = 1, type: ModuleType = .fc16, rotation: ModuleRotation = .none,
            arrangement: ModuleArrangement = ModuleArrangement()
        ) {
            self.modules = modules
            self.rows = rows
            self.type = type
            self.rotation = rotation
            self.arrangement = arrangement
        }
    }

    /// Creates a board from its description.
    ///
    /// - Precondition: the layout suits `MAX7219Chain`.
    public init(layout: Layout, device: Device, clockRate: Int) {
        self.layout = layout
        self.device = device
        self.clockRate = clockRate
        chain = MAX7219Chain(
            count: layout.modules, rows: layout.rows, type: layout.type, rotation: layout.rotation,
            arrangement: layout.arrangement)
    }
}
