import Boards
import HardwareInterfaces
import LinuxHardware
import PanelDrivers
import PixelGraphics

/// Opens the device of a board.
enum PanelDevice {
    /// Opens the device and makes the panel dark; nil for simulated boards.
    ///
    /// - Parameter simulate: whether the sign is also seen in the terminal; then a device that cannot be driven is told
    ///   of on standard error, and the sign is only simulated.
    /// - Throws: why the device cannot be driven, and the cure.
    static func open(_ board: Board, simulate: Bool, brightness: Brightness) throws -> (any SignOutput)? {
        guard case .max7219(let wired) = board.panel, !board.isSimulated else { return nil }
        do {
            return try open(wired, brightness: brightness)
        } catch {
            guard simulate else {
                throw Failure(
                    "the board \(board.name) cannot be driven: \(error). With --simulate its wires are simulated and "
                        + "shown in the terminal, with or without the device")
            }
            Messages.warn("the board \(board.name) is not driven, only simulated: \(error)")
            return nil
        }
    }

    private static func open(_ wired: MAX7219Board, brightness: Brightness) throws -> (any SignOutput)? {
        switch wired.device {
        case .simulated: return nil
        case .spidev(let path):
            let device = try SPIDeviceFile(path: path, clockRate: wired.clockRate)
            return try DevicePanel(chain: wired.chain, device: device, brightness: brightness)
        case .gpio(let wiring):
            // In the order of `SPILines`.
            let lines = [wiring.clock, wiring.data, wiring.chipSelect].map { line -> GPIOLine in
                switch line {
                case .offset(let offset): .offset(offset)
                case .name(let name): .name(name)
                }
            }
            let port = try GPIOOutputLines(chip: wiring.chip, lines: lines, levels: SPILines.idleLevels)
            let bus = try BitBangedSPI(port: port, clockRate: wired.clockRate, clock: SystemMonotonicClock())
            return try DevicePanel(chain: wired.chain, device: bus, brightness: brightness)
        }
    }
}
