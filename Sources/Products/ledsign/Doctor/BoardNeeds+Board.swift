import Boards
import LinuxHardware
import PanelDrivers

extension BoardNeeds {
    /// What a board needs of the machine that drives it.
    init(_ board: Board) {
        switch board.panel {
        case .picture: self.init(board: board.name, .simulation)
        case .network: self.init(board: board.name, .network)
        case .max7219(let wired): self.init(board.name, wired)
        case .hub75(let wired): self.init(board.name, wired)
        }
    }

    private init(_ board: String, _ wired: MAX7219Board) {
        switch wired.device {
        case .simulated: self.init(board: board, .simulation)
        case .spidev(let path):
            self.init(board: board, .spi(path: path, transferLength: wired.chain.transferLength))
        case .gpio(let wiring):
            self.init(
                board: board, .lines(chip: wiring.chip),
                lines: [("CLK", wiring.clock), ("DIN", wiring.data), ("CS", wiring.chipSelect)])
        }
    }

    private init(_ board: String, _ wired: HUB75Board) {
        let lines = wired.lines
        let names = HUB75Wires.names(chains: lines.colors.count)
        var all = lines.wires.map { (names[$0.wire], $0.line) }
        all += wired.wiring.inputs.map { ("input", $0) }
        let needed = all.map { (wire: $0.0, line: GPIOLine.offset($0.1)) }
        switch wired.port {
        case .simulated: self.init(board: board, .simulation)
        case .registers: self.init(board: board, .registers, lines: needed, outputEnable: lines.outputEnable)
        case .pio: self.init(board: board, .stateMachine)
        case .dpi: self.init(board: board, .display, lines: needed, outputEnable: lines.outputEnable)
        case .gpiod(let chip):
            self.init(board: board, .lines(chip: chip), lines: needed, outputEnable: lines.outputEnable)
        }
    }
}
