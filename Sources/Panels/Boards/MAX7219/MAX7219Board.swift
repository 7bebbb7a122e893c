import PanelDrivers

/// A chain of MAX7219 modules and its bus.
package struct MAX7219Board: Hashable, Sendable {
    /// Where the bytes go.
    package enum Device: Hashable, Sendable {
        /// To simulated wires.
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
            self.chip = chip
            self.clock = clock
            self.data = data
            self.chipSelect = chipSelect
        }
    }

    /// The modules.
    package let chain: MAX7219Chain
    /// The description of the chain's modules, for the simulation.
    package let layout: Layout
    /// Where the bytes go.
    package let device: Device
    /// The clock in hertz; the bus may be slower, never faster.
    package let clockRate: Int

    /// The description from which the chain was made.
    package struct Layout: Hashable, Sendable {
        /// The modules of all rows together.
        package let modules: Int
        /// The number of rows.
        package let rows: Int
        /// The wiring of the modules.
        package let type: ModuleType
        /// The rotation of each module.
        package let rotation: ModuleRotation
        /// The order of the data wire.
        package let arrangement: ModuleArrangement

        /// Creates a description; without further arguments it is one row whose data input is at the right end.
        package init(
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
    package init(layout: Layout, device: Device, clockRate: Int) {
        self.layout = layout
        self.device = device
        self.clockRate = clockRate
        chain = MAX7219Chain(
            count: layout.modules, rows: layout.rows, type: layout.type, rotation: layout.rotation,
            arrangement: layout.arrangement)
    }
}
