import Boards
import LinuxSystem

/// Finds the board of a sign: the given one overrides that of the sign file, and that the default.
package struct BoardResolver {
    /// The name or path that overrides the sign file's; nil without one.
    package var given: String?
    /// The name or path of the default board.
    package var defaultName: () throws -> String

    /// The default board without a configuration file.
    package static let simulated = "sim-64x32"

    package init(given: String? = nil, defaultName: @escaping () throws -> String = { simulated }) {
        self.given = given
        self.defaultName = defaultName
    }

    /// The default name.
    package func name() throws -> String { try given ?? defaultName() }

    /// Reads the default board.
    package func load() throws -> Board {
        let name = try name()
        do {
            return try Self.library().board(name)
        } catch {
            guard given == nil, name != Self.simulated else { throw error }
            throw WordedError("\(error) (the board is named by $LEDSIGN_BOARD or the configuration file)")
        }
    }

    /// The shipped boards.
    package static func library() throws -> BoardLibrary { BoardLibrary(folder: try DataFolder.path() + "/boards") }
}
