/// The wires of an SPI bus without return channel, in the order in which simulated panels and captures number them.
public enum SPIWires {
    /// The clock; idle low (SPI mode 0).
    public static let clock = 0
    /// The data into the first chip.
    public static let data = 1
    /// Chip select, called LOAD on a MAX7219; idle high.
    public static let chipSelect = 2

    /// The names in captures.
    public static let names = ["CLK", "DIN", "CS"]
    /// The levels while the bus is idle.
    public static let idleLevels = [false, false, true]
}
