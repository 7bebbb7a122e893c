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

/// The board of a command that also accepts the board of a sign file.
struct BoardOfSign: ParsableArguments {
    @OptionGroup var choice: BoardChoice

    @Option(
        help: ArgumentHelp("Use the board of this sign file, unless --board is given.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var sign: String?

    /// Reads the board: that of --board, or of the sign file, or the default one of this machine.
    ///
    /// Other errors in the sign file do not matter: its panel must go dark, too.
    func load() throws -> Board {
        guard choice.board == nil, let sign else { return try choice.load() }
        return try SignFileLoader.board(namedBy: sign, boards: choice.resolver)
    }
}
