import PanelDrivers

/// What a board needs of a machine.
package struct BoardNeeds: Equatable {
    /// How the panel is driven.
    package enum Way: Equatable {
        /// In memory, without hardware.
        case simulation
        /// By an SPI device of the kernel; the bytes of a transfer.
        case spi(path: String, transferLength: Int)
        /// By lines of a GPIO chip; its label, or nil for the chip of the header.
        case lines(chip: String?)
        /// By the registers behind the header, whose lines are claimed first.
        case registers
        /// By the display engine, whose pictures go to lines of the header; the registers give it the lines, which are claimed
        /// first.
        case display
    }

    /// A line, and the wire of the panel that it drives.
    package struct Line: Equatable {
        let wire: String
        let line: GPIOLine

        package init(wire: String, line: GPIOLine) {
            self.wire = wire
            self.line = line
        }
    }

    /// The name of the board.
    let board: String
    /// How the panel is driven.
    let way: Way
    /// The lines that are claimed; empty with an SPI device, whose pins the kernel's driver has.
    let lines: [Line]
    /// The line that lights HUB75 panels while it is low; nil for other panels.
    let outputEnable: Int?

    package init(board: String, _ way: Way, lines: [Line] = [], outputEnable: Int? = nil) {
        self.board = board
        self.way = way
        self.lines = lines
        self.outputEnable = outputEnable
    }

    /// Whether the program has to refresh panels without a pause; the display engine does that by itself.
    var isRefreshed: Bool { outputEnable != nil && way != .display }
    /// Whether registers are mapped.
    var mapsRegisters: Bool { way == .registers || way == .display }
    /// Whether GPIO lines are claimed.
    var claimsLines: Bool { !lines.isEmpty }

    /// The label of the chip that has the lines; nil for the chip of the header.
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
