import PanelDrivers
import SignFiles

extension LineAddress.Line {
    /// The line in the form of the hardware layer.
    var gpioLine: GPIOLine {
        switch self {
        case .number(let number): .offset(number)
        case .name(let name): .name(name)
        }
    }
}
