import Boards
import LinuxHardware
import PanelDrivers

extension PanelDevice {
    /// Makes the panel of a board dark while no sign drives it.
    ///
    /// - Throws: if the device or its lines cannot be opened, for example while a sign holds them.
    package static func darken(_ board: Board) throws {
        switch board.panel {
        case .picture: break
        case .max7219(let wired): try darken(wired)
        case .hub75(let wired): try darken(wired)
        }
    }

    private static func darken(_ wired: MAX7219Board) throws {
        switch wired.device {
        case .simulated: break
        case .spidev(let path): try darken(wired, try SPIDeviceFile(path: path, clockRate: wired.clockRate))
        case .gpio(let wiring):
            let port = try lines(of: wiring)
            let plan = try port.darkPlan(stop: stopMessage(of: wired.chain), clockRate: wired.clockRate)
            let holder = try holder(of: plan)
            try darken(
                wired, try BitBangedSPI(port: port, clockRate: wired.clockRate, clock: SystemMonotonicClock()))
            holder?.end()
        }
    }

    /// Sends all settings to the chips, because their state is unknown, and shuts them down.
    private static func darken<Device: SPIDevice & ~Copyable>(
        _ wired: MAX7219Board, _ device: consuming Device
    ) throws {
        var panel = MAX7219Panel(chain: wired.chain, device: device)
        try panel.start(at: .zero)
        try panel.stop()
    }

    private static func darken(_ wired: HUB75Board) throws {
        let lines = try lines(of: wired)
        switch wired.port {
        case .simulated: break
        // OE goes high by its register.
        case .registers, .dpi:
            let port = try RegisterScanPort(lines: lines, slowdown: wired.slowdown)
            let holder = try holder(of: try port.darkPlan())
            port.darken()
            holder?.end()
        case .gpiod(let chip):
            let port = try GPIOScanPort(chip: chip, lines: lines)
            let holder = try holder(of: try port.darkPlan())
            try port.darken()
            holder?.end()
        }
    }

    /// Where the kernel does not keep outputs, what keeps holding the lines after this process.
    private static func holder(of plan: DarkPlan) throws -> FailDark? {
        plan.isKept ? nil : try FailDark(plan: plan, limits: .unlimited)
    }
}
