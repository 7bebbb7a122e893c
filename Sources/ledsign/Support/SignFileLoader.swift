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
        // One byte more than a file may have is enough to be refused.
        let bytes = try InputFile.read(path: path, as: "the sign file \(path)", limit: 1 << 20)
        return try SignFile(parsing: bytes, path: path)
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
