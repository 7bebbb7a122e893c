import Boards
import SignFiles

/// What a sign starts with: its file and board as they are, or the last good copies of both; or a sign that is not from a
/// file.
struct SignStart {
    /// What the sign file says.
    let file: SignFile
    /// The board that shows it.
    let board: Board
    /// The board with its files, for the copy; nil if it cannot be read a second time, and for a sign that is not from a file.
    var copy: BoardCopy?
    /// Why the file is not shown as it is; nil if it is.
    var problem: (any Error)?

    /// Reads a sign file and its board, or if that fails the last good copies of both.
    ///
    /// - Throws: what is wrong with the file, or why the board cannot be read, if there is no copy.
    static func read(path: String, boards: BoardResolver, log: Log) throws -> SignStart {
        do {
            let (file, board) = try SignFileLoader.load(path, boards: boards)
            return SignStart(file: file, board: board, copy: try? copy(of: board, file: file, boards: boards))
        } catch {
            return try kept(insteadOf: error, path: path, boards: boards, log: log)
        }
    }

    /// The last good copies of an invalid file and its board, with a warning.
    ///
    /// - Parameter problem: what is wrong with the file; thrown if there is no copy.
    static func kept(insteadOf problem: any Error, path: String, boards: BoardResolver, log: Log) throws -> SignStart {
        guard let (kept, place) = LastGoodSign.find(signFile: path), let file = try? kept.file(path: path),
            let board = try? boards.given == nil ? kept.board.board() : boards.load()
        else { throw problem }
        log.warn("the sign starts with the last good copy of \(path), kept in \(place), until the file is fixed")
        return SignStart(file: file, board: board, copy: kept.board, problem: problem)
    }

    /// The files of the board; nil if they have changed.
    private static func copy(of board: Board, file: SignFile, boards: BoardResolver) throws -> BoardCopy? {
        let named = boards.given == nil ? file.board.map { SignFile.path(ofBoard: $0, givenBy: file.path) } : nil
        let copy = try BoardResolver.library().copy(try named ?? boards.name())
        return try copy.board() == board ? copy : nil
    }
}
