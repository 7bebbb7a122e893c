import ArgumentParser
import Boards
import SignHost

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
