import Boards
import Foundation
import LinuxHardware
import PixelGraphics
import Schedules
import SignContent

/// Reads sign files, and finds what they name: boards and fonts.
enum SignFileLoader {
    /// Where the fonts of signs come from.
    static let fonts = SignFonts(
        usual: FontCatalog.defaultName, fallbacks: FontCatalog.fallbacks, load: { try FontCatalog.loadForSign($0) })

    /// Reads a sign file.
    ///
    /// - Throws: `SignError` with what is wrong with its values, or why it cannot be read.
    static func read(_ path: String) throws -> SignFile {
        try SignFile(parsing: try bytes(of: path), path: path)
    }

    /// Reads as much of a sign file as can be read.
    ///
    /// - Parameter takesStandardInput: whether the path `-` stands for standard input.
    /// - Returns: the file, nil where it is not YAML; and what is wrong with its values.
    /// - Throws: why it cannot be read.
    static func readable(
        _ path: String, takesStandardInput: Bool = false
    ) throws -> (file: SignFile?, problems: [SignProblem]) {
        SignFile.readable(in: try bytes(of: path, takesStandardInput: takesStandardInput), path: path)
    }

    /// Reads a sign file that is to be shown, and the board that it is for.
    ///
    /// - Throws: `SignError` with everything that is wrong with it, or why it cannot be read.
    static func load(_ path: String, choice: BoardChoice) throws -> (file: SignFile, board: Board) {
        let (file, problems) = try readable(path)
        guard let file else { throw SignError(problems: problems) }
        let (board, boardProblems) = try board(of: file, choice: choice)
        guard let board, problems.isEmpty else {
            throw SignError(problems: inspect(file, found: problems + boardProblems, board: board).problems)
        }
        return (file, board)
    }

    /// Looks a sign file over, with everything that its messages name.
    ///
    /// - Parameter board: the board; nil where it cannot be had.
    static func inspect(_ file: SignFile, found: [SignProblem], board: Board?) -> SignInspection {
        SignInspection(
            file, found: found, size: board.map { file.installation.wall?.size ?? $0.size }, fonts: fonts,
            time: SystemWallClock().reading(at: SystemMonotonicClock().now).wall)
    }

    /// The board of a sign: the option's, or the file's, or the usual one of this machine.
    ///
    /// - Returns: the board; nil and why where the file names one that cannot be had.
    /// - Throws: where a board that is named elsewhere cannot be had.
    static func board(of file: SignFile, choice: BoardChoice) throws -> (board: Board?, problems: [SignProblem]) {
        guard choice.board == nil, let name = file.board else { return (try choice.load(), []) }
        do {
            return (try BoardChoice.library().board(SignFile.path(ofBoard: name, givenBy: file.path)), [])
        } catch {
            return (nil, file.boardError("\(error)").problems)
        }
    }

    /// More than a sign file may have; what is larger than that, but not as large, has its size as its problem.
    private static let mostBytes = 1 << 20

    private static func bytes(of path: String, takesStandardInput: Bool = false) throws -> [UInt8] {
        try InputFile.read(
            path: path, as: "the sign file \(path)", limit: mostBytes, takesStandardInput: takesStandardInput)
    }

    /// The board that a sign file names, whatever else is wrong with it; the usual one of this machine where it names none.
    static func board(namedBy path: String, choice: BoardChoice) throws -> Board {
        guard choice.board == nil, let name = try SignFile.board(in: try bytes(of: path), path: path) else {
            return try choice.load()
        }
        return try BoardChoice.library().board(SignFile.path(ofBoard: name, givenBy: path))
    }
}
