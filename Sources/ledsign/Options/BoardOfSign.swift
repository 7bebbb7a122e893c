import ArgumentParser
import Boards

/// Which board a command works for, where it may be that of a sign file.
struct BoardOfSign: ParsableArguments {
    @OptionGroup var choice: BoardChoice

    @Option(
        help: ArgumentHelp("Take the board that this sign file names, where no board is given.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var sign: String?

    /// Reads the board: the option's, or the sign's, or the usual one of this machine.
    ///
    /// A sign file that has problems elsewhere names its board all the same: its panel has to go dark, too.
    func load() throws -> Board {
        guard choice.board == nil, let sign else { return try choice.load() }
        return try SignFileLoader.board(namedBy: sign, choice: choice)
    }
}
