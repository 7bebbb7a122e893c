import ArgumentParser
import Boards
import Foundation

/// Which board a command works for.
struct BoardChoice: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A board by name or by the path of its file.",
            discussion: """
                Without it $LEDSIGN_BOARD names the board, then `board:` in ~/.config/ledsign/config.yaml or \
                /etc/ledsign/config.yaml, else it is sim-64x32. `ledsign board list` shows them.
                """,
            valueName: "board"),
        completion: .custom { _, _, _ in BoardChoice.names() })
    var board: String?

    /// The name that counts: the option, the environment variable, the configuration file, or the default.
    func name() throws -> String {
        if let board { return board }
        let named = ProcessInfo.processInfo.environment["LEDSIGN_BOARD"] ?? ""
        return try named.isEmpty ? Configuration.load().board ?? "sim-64x32" : named
    }

    /// Reads the board.
    func load() throws -> Board {
        let name = try name()
        do {
            return try BoardChoice.library().board(name)
        } catch {
            guard board == nil, name != "sim-64x32" else { throw error }
            throw Failure("\(error) (the board is named by $LEDSIGN_BOARD or the configuration file)")
        }
    }

    static func library() throws -> BoardLibrary {
        BoardLibrary(folder: try DataFolder.path() + "/boards")
    }

    static func names() -> [String] {
        (try? library().names()) ?? []
    }
}
