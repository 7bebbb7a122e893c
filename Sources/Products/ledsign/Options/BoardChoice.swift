import ArgumentParser
import Boards
import Foundation
import SignHost

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

    /// Finds the board: the option, the environment variable, the configuration file, or the default.
    var resolver: BoardResolver {
        BoardResolver(given: board) {
            let named = ProcessInfo.processInfo.environment["LEDSIGN_BOARD"] ?? ""
            return try named.isEmpty ? Configuration.load().board ?? BoardResolver.simulated : named
        }
    }

    /// Reads the board.
    func load() throws -> Board { try resolver.load() }

    static func names() -> [String] {
        (try? BoardResolver.library().names()) ?? []
    }
}
