/// The output lines of an SPI bus without return channel, in the order in which a bit-banged bus wants its port.
public enum SPILines {
    /// The clock, line 0; idle low (SPI mode 0).
    public static let clock: UInt64 = 1 << 0
    /// The data into the first chip, line 1.
    public static let data: UInt64 = 1 << 1
    /// Chip select, line 2, which a MAX7219 calls LOAD; idle high.
    public static let chipSelect: UInt64 = 1 << 2

    /// All lines.
    public static let all = clock | data | chipSelect
    /// The levels while the bus is idle.
    public static let idleLevels = chipSelect
}
