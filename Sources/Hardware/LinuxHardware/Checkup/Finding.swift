import PanelDrivers

/// The result of one check of a machine.
package struct Finding: Equatable, Sendable {
    /// The severity for the board.
    package enum Level: String, CaseIterable, Sendable {
        /// As it should be.
        case ok
        /// Worth knowing; no action is needed.
        case note
        /// The sign runs, but not as well as it could.
        case warning
        /// The sign does not run.
        case problem
    }

    package enum Fix: Equatable, Sendable {
        /// A command for the shell.
        case command(String)
        /// A line to put into config.txt.
        case configuration(String)
        /// A line to remove from config.txt, or from a file that it includes.
        case withoutConfiguration(String, in: String? = nil)
        /// Words to put at the end of the one line of cmdline.txt.
        case commandLine(String)
        /// Words to remove from the one line of cmdline.txt.
        case withoutCommandLine(String)
        /// A line of a file: the path and the line.
        case file(String, line: String)
        /// A reboot, after which the steps before it take effect.
        case reboot
        /// Advice in words, without a command.
        case advice(String)
    }

    /// The name of the check, such as "gpio-lines"; it never changes.
    package let id: String
    package let level: Level
    package let found: String
    /// What that means for this board; nil if that is clear.
    package let meaning: String?
    /// The steps that change it, in order; empty if no change is needed.
    package let fix: [Fix]

    /// Something that is as it should be.
    package static func ok(_ id: String, _ found: String, means meaning: String? = nil) -> Finding {
        Finding(id: id, level: .ok, found: found, meaning: meaning, fix: [])
    }

    /// Information.
    package static func note(_ id: String, _ found: String, means meaning: String, fix: [Fix] = []) -> Finding {
        Finding(id: id, level: .note, found: found, meaning: meaning, fix: fix)
    }

    /// Something that makes the sign worse.
    package static func warning(_ id: String, _ found: String, means meaning: String, fix: [Fix]) -> Finding {
        Finding(id: id, level: .warning, found: found, meaning: meaning, fix: fix)
    }

    /// Something that stops the sign.
    static func problem(_ id: String, _ found: String, means meaning: String, fix: [Fix]) -> Finding {
        Finding(id: id, level: .problem, found: found, meaning: meaning, fix: fix)
    }
}

extension [Finding.Fix] {
    /// One step in words.
    static func advice(_ words: String) -> [Finding.Fix] { [.advice(words)] }
}

extension Machine.Holder: CustomStringConvertible {
    /// The process in words.
    package var description: String { "process \(process) (\(name))" }

    /// The step that ends it.
    var stop: Finding.Fix { .command(name == "ledsign" ? "sudo systemctl stop ledsign" : "kill \(process)") }
}

/// What a board needs of the machine that drives it.
package struct BoardNeeds {
    /// How the panel is driven.
    package enum Way: Equatable {
        /// In memory, without hardware.
        case simulation
        /// By another device, which gets pictures over the network.
        case network
        /// By an SPI device of the kernel; the bytes of a transfer.
        case spi(path: String, transferLength: Int)
        /// By lines of a GPIO chip; its label, or nil for the chip of the header.
        case lines(chip: String?)
        /// By the registers behind the header, whose lines are claimed first.
        case registers
        /// By the display engine, whose pictures go to lines of the header; the registers give it the lines, which are claimed
        /// first.
        case display
        /// By a state machine of a Raspberry Pi 5.
        case stateMachine
    }

    let board: String
    /// How the panel is driven.
    let way: Way
    /// The lines that are claimed, each with the wire of the panel that it drives; empty with an SPI device, whose pins the kernel's
    /// driver has.
    let lines: [(wire: String, line: GPIOLine)]
    /// The line that lights HUB75 panels while it is low; nil for other panels.
    let outputEnable: Int?

    package init(board: String, _ way: Way, lines: [(wire: String, line: GPIOLine)] = [], outputEnable: Int? = nil) {
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
