/// A line of a GPIO chip, by its number or its name.
public enum GPIOLine: Hashable, Sendable {
    /// The line with that number on the chip, from 0: GPIO 11 of a Raspberry Pi is 11.
    case offset(Int)
    /// The first line that the device tree gives that name, such as `GPIO11` or `SPI_SCLK`.
    case name(String)
}

extension GPIOLine: CustomStringConvertible {
    /// "line 17", or "line GPIO17".
    public var description: String {
        switch self {
        case .offset(let offset): "line \(offset)"
        case .name(let name): "line \(name)"
        }
    }
}
