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
        guard !board.isSimulated else { return nil }
        do {
            switch board.panel {
            case .picture: return nil
            case .max7219(let wired): return try open(wired, brightness: brightness)
            case .hub75(let wired): return try open(wired)
            }
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

    private static func open(_ wired: HUB75Board) throws -> (any SignOutput)? {
        // The names of lines beyond those that are used are checked by the encoder; it is made before a line is taken.
        let lines = ScanLines(
            outputs: try wired.encoder().usedLines, outputEnable: wired.lines.outputEnable,
            inputs: wired.wiring.inputs)
        switch wired.port {
        case .simulated: return nil
        case .registers:
            let port = try RegisterScanPort(lines: lines, slowdown: wired.slowdown)
            let kind: PortKind = port.block == .rp1 ? .rp1 : .bcm
            let encoder = try wired.encoder(timing: PortTiming(kind: kind, writeTime: port.writeTime))
            return try HUB75DevicePanel(wired, encoder: encoder, port: port)
        case .gpiod(let chip):
            let port = try GPIOScanPort(chip: chip, lines: lines)
            let callTime = try port.measureCallTime()
            let timing = PortTiming(kind: .kernel, writeTime: max((callTime + 9) / 10 * 10, 10))
            return try HUB75DevicePanel(wired, encoder: try wired.encoder(timing: timing), port: port)
        }
    }
}
