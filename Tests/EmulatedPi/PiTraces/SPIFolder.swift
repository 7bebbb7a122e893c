import PanelDrivers
import PanelSimulation

/// Turns writes to registers into edges on the wires: a bus that hangs on GPIO lines, or on the SPI controller.
public protocol WriteFolder: Sendable {
    /// The messages that the kernel sent through a controller; 0 without a controller.
    var messages: Int { get }

    /// Applies a write, and reports the edges to the listener at a time.
    mutating func obey(_ write: RegisterWrite, at time: Int64, into listener: inout some WireListener)
}

extension WireFolder: WriteFolder {
    /// There is no controller.
    public var messages: Int { 0 }
}

/// Turns writes to the SPI controller, and to the GPIO line that is its chip select, into the edges of `SPIWires`.
///
/// A byte's eight clocks come at the time at which it was put into the controller's FIFO (mode 0, most significant bit
/// first).
public struct SPIFolder: WriteFolder {
    /// The bytes that were sent.
    public private(set) var bytes = 0
    /// The messages: the driver of the kernel writes to the control register before each, neither a transfer (bit 7) nor
    /// emptying the FIFOs (bits 4 and 5) (drivers/spi/spi-bcm2835.c, `bcm2835_spi_prepare_message`).
    public private(set) var messages = 0
    private var gpio: GPIOLevels
    private let chipSelect: Int

    /// Creates a bus.
    ///
    /// - Parameters:
    ///   - chipSelect: the line of chip select, low while the chips are selected.
    ///   - gpio: the lines at the beginning.
    public init(chipSelect: Int = 8, gpio: GPIOLevels = GPIOLevels()) {
        self.chipSelect = chipSelect
        self.gpio = gpio
    }

    /// Whether chip select is low.
    public var isSelected: Bool { !gpio.isHigh(chipSelect) }

    /// Applies a write, and reports the edges to the listener at a time.
    public mutating func obey(_ write: RegisterWrite, at time: Int64, into listener: inout some WireListener) {
        switch write.address {
        case PiRegister.spiData: send(UInt8(truncatingIfNeeded: write.value), at: time, into: &listener)
        case PiRegister.spiControl:
            if write.value & 0xB0 == 0 { messages += 1 }
        default:
            let changes = gpio.obey(write)
            guard changes >> UInt32(chipSelect) & 1 == 1 else { return }
            listener.edge(on: SPIWires.chipSelect, to: gpio.isHigh(chipSelect), at: time)
        }
    }

    private mutating func send(_ byte: UInt8, at time: Int64, into listener: inout some WireListener) {
        bytes += 1
        var bit: UInt8 = 0x80
        while bit != 0 {
            listener.edge(on: SPIWires.data, to: byte & bit != 0, at: time)
            listener.edge(on: SPIWires.clock, to: true, at: time)
            listener.edge(on: SPIWires.clock, to: false, at: time)
            bit >>= 1
        }
    }
}
