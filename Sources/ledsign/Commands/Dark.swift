import ArgumentParser
import Boards
import HardwareInterfaces
import LinuxHardware
import PanelDrivers
import PixelGraphics
import SignContent
import Timelines

/// `ledsign dark`: makes a panel dark that somebody left lit.
struct Dark: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a board's panel dark.",
        discussion: """
            For a panel that was left lit, and for the end of a service; with --sign the lines of the sign's cues are brought to \
            rest, too. Where that file, or its board, cannot be read any more, the ones count with which the sign was last \
            shown. Where a running sign holds the board's GPIO lines it \
            is an error that names it; a sign that runs on an SPI device shows its next frame.

            Examples:
              ledsign dark --board hub75-64x32
              ledsign dark --sign /etc/ledsign/sign.yaml
            """)

    @OptionGroup var board: BoardOfSign

    func run() throws {
        try reporting {
            let (board, file) = try load()
            switch board.panel {
            case .picture: break
            case .max7219(let wired): try darken(wired)
            case .hub75(let wired): try darken(wired)
            }
            if let file { try CueDesk.rest(file.installation.cues) }
        }
    }

    /// The board, and the sign file for its cues: those that are given, or where these cannot be read the last good copies.
    private func load() throws -> (board: Board, file: SignFile?) {
        let file = board.sign.flatMap { try? SignFileLoader.read($0) }
        do {
            let board = try board.load()
            return (board, file ?? keptSign().flatMap { try? $0.kept.file(path: self.board.sign ?? "") })
        } catch {
            guard let (kept, place) = keptSign(), let board = try? kept.board.board() else { throw error }
            Messages.warn("\(error)")
            Messages.warn("the board is \(board.name), which the sign had when it was last shown: \(place)")
            return (board, file ?? (try? kept.file(path: self.board.sign ?? "")))
        }
    }

    /// What is kept of the sign file; nil where none is given, or where the board is given otherwise.
    private func keptSign() -> (kept: KeptSign, path: String)? {
        guard board.choice.board == nil, let sign = board.sign else { return nil }
        return KeptSign.find(signFile: sign)
    }

    private func darken(_ wired: MAX7219Board) throws {
        switch wired.device {
        case .simulated: break
        case .spidev(let path): try darken(wired, try SPIDeviceFile(path: path, clockRate: wired.clockRate))
        case .gpio(let wiring):
            let port = try PanelDevice.lines(of: wiring)
            let plan = try port.darkPlan(stop: PanelDevice.stopMessage(of: wired.chain), clockRate: wired.clockRate)
            let holder = try holder(of: plan)
            try darken(
                wired, try BitBangedSPI(port: port, clockRate: wired.clockRate, clock: SystemMonotonicClock()))
            holder?.end()
        }
    }

    /// Tells the chips everything, as they may be in any state, and shuts them down.
    private func darken<Device: SPIDevice & ~Copyable>(_ wired: MAX7219Board, _ device: consuming Device) throws {
        var panel = MAX7219Panel(chain: wired.chain, device: device)
        try panel.start(at: .zero)
        try panel.stop()
    }

    private func darken(_ wired: HUB75Board) throws {
        let lines = try PanelDevice.lines(of: wired)
        switch wired.port {
        case .simulated: break
        case .registers:
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

    /// Where the kernel does not keep outputs, what goes on holding the lines after this process.
    private func holder(of plan: DarkPlan) throws -> FailDark? {
        plan.isKept ? nil : try FailDark(plan: plan, limits: .unlimited)
    }
}
