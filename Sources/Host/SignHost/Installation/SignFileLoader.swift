import Boards
import Foundation
import LinuxHardware
import LinuxSystem
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback

/// Reads sign files and the boards and fonts that they name.
package enum SignFileLoader {
    /// Where the fonts of signs come from.
    package static let fonts = SignFonts(
        defaultName: FontCatalog.defaultName, fallbacks: FontCatalog.fallbacks,
        load: { try FontCatalog.loadForSign($0) }, emoji: FontCatalog.emoji)

    /// Reads a sign file.
    ///
    /// - Throws: `SignError` with what is wrong with its values, or why it cannot be read.
    package static func read(_ path: String) throws -> SignFile {
        try SignFile(parsing: try bytes(of: path), path: path)
    }

    /// Reads a sign file as far as possible.
    ///
    /// - Parameter takesStandardInput: whether the path `-` stands for standard input.
    /// - Returns: the file, nil if it is not YAML; and what is wrong with its values.
    /// - Throws: why it cannot be read.
    package static func readable(
        _ path: String, takesStandardInput: Bool = false
    ) throws -> (file: SignFile?, problems: [SignProblem]) {
        SignFile.readable(in: try bytes(of: path, takesStandardInput: takesStandardInput), path: path)
    }

    /// Reads a sign file to show, and its board.
    ///
    /// - Throws: `SignError` with everything that is wrong with it, or why it cannot be read.
    package static func load(_ path: String, boards: BoardResolver) throws -> (file: SignFile, board: Board) {
        let (file, problems) = try readable(path)
        guard let file else { throw SignError(problems: problems) }
        let (board, boardProblems) = try board(of: file, boards: boards)
        guard let board, problems.isEmpty else {
            throw SignError(problems: inspect(file, found: problems + boardProblems, board: board).problems)
        }
        return (file, board)
    }

    /// Checks a sign file, with everything that its messages name.
    ///
    /// - Parameter board: the board; nil if it cannot be read.
    package static func inspect(_ file: SignFile, found: [SignProblem], board: Board?) -> SignInspection {
        SignInspection(
            file, found: found, size: board.map { file.installation.wall?.size ?? $0.size }, fonts: fonts,
            time: SystemWallClock().reading(at: SystemMonotonicClock().now).wall)
    }

    /// The board of a sign: the option's, or the file's, or the default.
    ///
    /// - Returns: the board; nil and why where the board that the file names cannot be read.
    /// - Throws: if a board that is named elsewhere cannot be read.
    package static func board(of file: SignFile, boards: BoardResolver) throws -> (
        board: Board?, problems: [SignProblem]
    ) {
        guard boards.given == nil, let name = file.board else { return (try boards.load(), []) }
        do {
            return (try BoardResolver.library().board(SignFile.path(ofBoard: name, givenBy: file.path)), [])
        } catch {
            return (nil, file.boardError("\(error)").problems)
        }
    }

    /// More than a sign file may have, so that a somewhat larger file is reported as too large.
    private static let maximumBytes = 1 << 20

    private static func bytes(of path: String, takesStandardInput: Bool = false) throws -> [UInt8] {
        try InputFile.read(
            path: path, as: "the sign file \(path)", limit: maximumBytes, takesStandardInput: takesStandardInput)
    }

    /// The board that a sign file names, whatever else is wrong with it; the default where it names no board.
    package static func board(namedBy path: String, boards: BoardResolver) throws -> Board {
        guard boards.given == nil, let name = try SignFile.board(in: try bytes(of: path), path: path) else {
            return try boards.load()
        }
        return try BoardResolver.library().board(SignFile.path(ofBoard: name, givenBy: path))
    }
}

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
