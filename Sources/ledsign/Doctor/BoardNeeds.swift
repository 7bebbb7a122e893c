import Boards
import LinuxHardware
import PanelDrivers

/// What a board needs of a machine.
struct BoardNeeds: Equatable {
    /// How the panel is driven.
    enum Way: Equatable {
        /// In memory; nothing is needed.
        case simulation
        /// By an SPI device of the kernel; the bytes of a transfer.
        case spi(path: String, transferLength: Int)
        /// By lines of a GPIO chip; its label, or nil for that of the header.
        case lines(chip: String?)
        /// By the registers behind the header, whose lines are claimed first.
        case registers
    }

    /// A line, and the wire of the panel that hangs on it.
    struct Line: Equatable {
        let wire: String
        let line: MAX7219Board.GPIOLine
    }

    /// The name of the board.
    let board: String
    /// How the panel is driven.
    let way: Way
    /// The lines that are claimed; empty with an SPI device, whose pins the kernel's driver has.
    let lines: [Line]
    /// The line that lights HUB75 panels while it is low; nil for other panels.
    let outputEnable: Int?

    init(_ board: Board) {
        switch board.panel {
        case .picture: self.init(board.name, .simulation)
        case .max7219(let wired): self.init(board.name, wired)
        case .hub75(let wired): self.init(board.name, wired)
        }
    }

    private init(_ board: String, _ way: Way, lines: [Line] = [], outputEnable: Int? = nil) {
        self.board = board
        self.way = way
        self.lines = lines
        self.outputEnable = outputEnable
    }

    private init(_ board: String, _ wired: MAX7219Board) {
        switch wired.device {
        case .simulated: self.init(board, .simulation)
        case .spidev(let path):
            self.init(board, .spi(path: path, transferLength: wired.chain.transferLength))
        case .gpio(let wiring):
            let lines = [("CLK", wiring.clock), ("DIN", wiring.data), ("CS", wiring.chipSelect)]
            self.init(board, .lines(chip: wiring.chip), lines: lines.map { Line(wire: $0.0, line: $0.1) })
        }
    }

    private init(_ board: String, _ wired: HUB75Board) {
        let lines = wired.lines
        var all = [("OE", lines.outputEnable), ("CLK", lines.clock), ("LAT", lines.latch)]
        all += zip(HUB75Wiring.addressNames, lines.address).map { ($0, $1) }
        for (chain, colors) in lines.colors.enumerated() {
            let prefix = chain == 0 ? "" : "C\(chain + 1)_"
            all += zip(HUB75Wiring.colorNames, colors).map { (prefix + $0, $1) }
        }
        all += wired.wiring.inputs.map { ("input", $0) }
        let needed = all.map { Line(wire: $0.0, line: .offset($0.1)) }
        switch wired.port {
        case .simulated: self.init(board, .simulation)
        case .registers: self.init(board, .registers, lines: needed, outputEnable: lines.outputEnable)
        case .gpiod(let chip): self.init(board, .lines(chip: chip), lines: needed, outputEnable: lines.outputEnable)
        }
    }

    /// Whether panels have to be refreshed without a pause.
    var isRefreshed: Bool { outputEnable != nil }
    /// Whether GPIO lines are claimed.
    var claimsLines: Bool { !lines.isEmpty }

    /// The label of the chip that has the lines; nil for that of the header.
    var chipLabel: String? {
        if case .lines(let label) = way { return label }
        return nil
    }

    /// Whether the lines are those of a Raspberry Pi's header.
    var usesHeader: Bool { claimsLines && (chipLabel.map(RaspberryPiHeader.chipLabels.contains) ?? true) }

    /// The numbers of the lines on a chip, each with its wire; lines whose name the chip does not have are left out.
    func numbers(on chip: Machine.Chip?) -> [(wire: String, number: Int)] {
        lines.compactMap { line in
            switch line.line {
            case .offset(let number): return (line.wire, number)
            case .name(let name):
                return chip?.lines.firstIndex { $0.name == name }.map { (line.wire, $0) }
            }
        }
    }
}
