import LinuxSystem
import PanelDrivers
import Settings

/// Everything that is wrong with a board file, in the order of the file, and with the files that it names.
package struct BoardError: Error, Equatable, Sendable {
    /// One or more problems.
    package let problems: [BoardProblem]
}

extension BoardError: CustomStringConvertible {
    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a board file, and where.
package typealias BoardProblem = FileProblem<BoardReason>

/// What can be wrong with a board file.
package enum BoardReason: FileReason {
    /// What can be wrong with every settings file.
    case settings(SettingsReason)
    /// A key of boards with `device: gpio` where the device is another one.
    case keyOfOtherDevice(String, device: String)
    /// A key of boards with another port: which one, and the port of this board.
    case keyOfOtherPort(String, owner: String, port: String)
    /// A key of boards with other protocols; what was given.
    case keyOfOtherProtocol(String, protocols: String, given: String)
    /// A picture of too many universes, or one whose universes do not exist.
    case tooManyUniverses(count: Int, maximum: Int, last: Int, highest: Int)
    /// Modules that do not share their rows evenly.
    case unevenRows(modules: Int, rows: Int)
    /// A GPIO line that another key has already; the value, and the other key with its line in the file.
    case pinUsedTwice(key: String, pin: String, other: String, line: Int)
    /// A panel or wiring that the shipped folders do not have.
    case noSuchFile(kind: BoardFiles.Kind, given: String, nearest: String?)
    /// A panel or wiring file that cannot be read, and why.
    case unreadableFile(kind: BoardFiles.Kind, path: String, FileReadingError)
    /// A problem of a multiplexing table.
    case multiplexing(MultiplexingReason)
    /// A line in a board file that names a wiring.
    case linesBesideWiring(String)
    /// A wire that the panel needs and the wiring lacks; what needs it, in words.
    case missingWire(String, need: String)
    /// More parallel chains than the wiring has.
    case tooFewChains(parallel: Int, wired: Int)
    /// A driven GPIO line that the display engine does not have.
    case lineBeyondEngine(wire: String, line: Int)
    /// A driven GPIO line that a state machine does not have.
    case lineBeyondMachine(wire: String, line: Int)
    /// A clock that is slower than that of a state machine; in nanoseconds.
    case clockBeyondMachine(Int64)
    /// Pixel mappers that cannot be read, or do not fit; in words.
    case pixelMapper(String)
    /// More columns in a chain than can be shifted.
    case chainTooLong(columns: Int, maximum: Int)
    /// Row addressing that does not fit the rest; in words.
    case addressing(String, words: String)
    /// Chips that dim the LEDs by themselves; what was given.
    case selfDimmingChip(String)
    /// The print of chips that have a name of their own; what was given, and their name.
    case printOfChip(String, DriverChip)
    /// A device that holds the memory that a Raspberry Pi 5 boots from.
    case bootMemory(device: String)
}

extension BoardReason {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        switch self {
        case .settings(let reason): reason.description(in: .board)
        case .keyOfOtherDevice(let key, let device):
            "\"\(key)\" belongs to boards with device: gpio, and this one has device: \(ShownText.shortened(device)); "
                + "remove it, or change the device"
        case .keyOfOtherPort(let key, let owner, let port):
            "\"\(key)\" belongs to boards with port: \(owner), and this one has port: \(ShownText.shortened(port)); "
                + "remove it, or change the port"
        case .keyOfOtherProtocol(let key, let protocols, let given):
            "\"\(key)\" belongs to boards with protocol: \(protocols), and this one has protocol: \(given); remove it, or "
                + "change the protocol"
        case .tooManyUniverses(let count, let maximum, let last, let highest):
            count > maximum
                ? "a picture of this size takes \(count) universes, and at most \(maximum) are possible; choose protocol: ddp, "
                    + "or a smaller size"
                : "a picture of this size takes \(count) universes, up to number \(last), and the last one is \(highest); "
                    + "choose a lower \"universe\""
        case .unevenRows(let modules, let rows):
            "\(modules) module\(modules == 1 ? "" : "s") cannot fill \(rows) rows evenly; "
                + "\"modules\" is the number in all rows together, a multiple of \"rows\""
        case .pinUsedTwice(let key, let pin, let other, let line):
            "pin used twice: \"\(key)\" is \(ShownText.shortened(pin)), which \"\(other)\" in line \(line) already uses"
        case .noSuchFile(let kind, let given, let nearest):
            "unknown \(kind.rawValue) \(ShownText.quoted(given))"
                + (ShownText.suggestion(nearest).isEmpty
                    ? "; give one that `ledsign board list --parts` shows, or the path of a file"
                    : ShownText.suggestion(nearest))
        case .unreadableFile(let kind, let path, let error):
            "cannot read the \(kind.rawValue) file \(ShownText.shortened(path)): \(error.descriptionWithFix)"
        case .multiplexing(let reason): reason.description
        case .linesBesideWiring(let key):
            "\"\(key)\" sets a line, but \"wiring\" names a file with all lines; remove one of the two"
        case .missingWire(let wire, let need):
            "\(need), but this wiring has no line for \(wire); choose another wiring, or give the line"
        case .tooFewChains(let parallel, let wired):
            "\"parallel\" is \(parallel), but this wiring has lines for \(wired) "
                + "chain\(wired == 1 ? "" : "s"); choose another wiring, or fewer chains"
        case .lineBeyondEngine(let wire, let line):
            "\(wire) is GPIO \(line), but with port: dpi the display engine drives GPIO 4 to 27 only; choose another wiring "
                + "or fewer chains, or another port"
        case .lineBeyondMachine(let wire, let line):
            "\(wire) is GPIO \(line), but with port: pio the state machine drives GPIO 0 to 27 only; choose another wiring or "
                + "fewer chains, or another port"
        case .clockBeyondMachine(let width):
            "\"clock_width\" is \(width) ns, but with port: pio it is \(PIOPace.widestClock) ns at most; choose a shorter one, or "
                + "another port"
        case .pixelMapper(let words): words
        case .chainTooLong(let columns, let maximum):
            "\(columns) columns are shifted for every row, but at most \(maximum) are possible; make the chain shorter"
        case .addressing(let name, let words): "\"row_addressing\" \(name) \(words)"
        case .selfDimmingChip(let given):
            "\"driver_chip\" cannot be \(ShownText.quoted(given)): \(DriverChipPrint.alternative)"
        case .printOfChip(let given, let chip):
            "\"driver_chip\" takes no print: for chips with \(ShownText.quoted(given)) on them write \(chip.rawValue)"
                + (chip == .plain ? ", or remove the line" : "")
        case .bootMemory(let device):
            "\"device\" cannot be \(device): on a Raspberry Pi 5 and Compute Module 5 that is the boot EEPROM; "
                + "the header has /dev/spidev0.0, /dev/spidev0.1 and /dev/spidev1.0 to 1.2"
        }
    }
}
