/// A write of the processor to a register of the emulated Raspberry Pi 3.
public struct RegisterWrite: Hashable, Sendable {
    /// Nanoseconds on the host's clock; the recording is exact to a microsecond.
    public let time: Int64
    /// The physical address.
    public let address: UInt32
    /// What was written.
    public let value: UInt32

    /// Creates a write.
    public init(time: Int64, address: UInt32, value: UInt32) {
        self.time = time
        self.address = address
        self.value = value
    }
}

/// The registers that are listened to (BCM2835 ARM Peripherals; the Pi 3 has them at 0x3F000000).
public enum PiRegister {
    /// The function of ten lines each, three bits a line.
    public static let functions: ClosedRange<UInt32> = 0x3F20_0000...0x3F20_0014
    /// Raises the lines 0 to 31.
    public static let set0: UInt32 = 0x3F20_001C
    /// Raises the lines 32 to 53; marks are writes to it for lines that are inputs.
    public static let set1: UInt32 = 0x3F20_0020
    /// Lowers the lines 0 to 31.
    public static let clear0: UInt32 = 0x3F20_0028
    /// Lowers the lines 32 to 53.
    public static let clear1: UInt32 = 0x3F20_002C
    /// The pull that the next write to a pull clock sets: 0 off, 1 down, 2 up.
    public static let pull: UInt32 = 0x3F20_0094
    /// Gives the pull to the lines 0 to 31.
    public static let pullClock0: UInt32 = 0x3F20_0098
    /// Control of the SPI controller.
    public static let spiControl: UInt32 = 0x3F20_4000
    /// A byte to send.
    public static let spiData: UInt32 = 0x3F20_4004

    /// Whether a write to the address can change wires, or is a mark.
    static func isListenedTo(_ address: UInt32) -> Bool {
        address >= 0x3F20_0000 && address <= pullClock0 + 4 || address == spiControl || address == spiData
    }
}
