import Boards
import Foundation
import PixelGraphics
import SignContent

/// Reads sign files, and finds what they name: boards and fonts.
enum SignFileLoader {
    /// Where the fonts of signs come from.
    static let fonts = SignFonts(
        usual: FontCatalog.defaultName, fallbacks: FontCatalog.fallbacks, load: { try FontCatalog.load($0) })

    /// Reads a sign file.
    ///
    /// - Throws: `SignError` with all its problems, or why it cannot be read.
    static func read(_ path: String) throws -> SignFile {
        try SignFile(parsing: try bytes(of: path), path: path)
    }

    /// More than a sign file may have; what is larger than that, but not as large, has its size as its problem.
    private static let mostBytes = 1 << 20

    private static func bytes(of path: String) throws -> [UInt8] {
        try InputFile.read(path: path, as: "the sign file \(path)", limit: mostBytes)
    }

    /// The board that a sign file names, whatever else is wrong with it; the usual one of this machine where it names none.
    static func board(namedBy path: String, choice: BoardChoice) throws -> Board {
        guard choice.board == nil, let name = try SignFile.board(in: try bytes(of: path), path: path) else {
            return try choice.load()
        }
        return try BoardChoice.library().board(SignFile.path(of: name, ending: ".yaml", namedBy: path))
    }

    /// The board of a sign: the option's, or the file's, or the usual one of this machine.
    ///
    /// - Throws: `SignError` where the file names a board that cannot be had.
    static func board(of file: SignFile, choice: BoardChoice) throws -> Board {
        guard choice.board == nil, let name = file.board else { return try choice.load() }
        do {
            return try BoardChoice.library().board(file.path(of: name, ending: ".yaml"))
        } catch {
            let problems = file.boardError("\(error)").problems + fonts.problems(of: file)
            throw SignError(problems: problems)
        }
    }
}
