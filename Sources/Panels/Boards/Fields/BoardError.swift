import LinuxSystem
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
    /// A key of boards with `port: gpiod` where the port is another one.
    case keyOfOtherPort(String, port: String)
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
    /// Pixel mappers that cannot be read, or do not fit; in words.
    case pixelMapper(String)
    /// More columns in a chain than can be shifted.
    case chainTooLong(columns: Int, most: Int)
    /// Row addressing that does not fit the rest; in words.
    case addressing(String, words: String)
    /// A device that holds the memory that a Raspberry Pi 5 boots from.
    case bootMemory(device: String)
}
