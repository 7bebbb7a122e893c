/// Which line of a GPIO chip is meant.
public enum GPIOLine: Hashable, Sendable {
    /// The line with that number on the chip, from 0; on the header chip of a Raspberry Pi the number after GPIO.
    case offset(Int)
    /// The first line that the board's device tree gives that name, such as GPIO17.
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
