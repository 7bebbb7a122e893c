import Boards
import SignContent

/// What a sign starts with: its file and board as they are, or the last good copies of both.
struct SignStart {
    /// The sign file.
    let file: SignFile
    /// The board that shows it.
    let board: Board
    /// The board with its files, to be kept; nil where it cannot be read a second time.
    let copy: BoardCopy?
    /// Why the file is not shown as it is; nil where it is.
    var problem: (any Error)?

    /// Reads a sign file and its board.
    ///
    /// - Throws: all problems of the file, or why the board cannot be had.
    private init(path: String, choice: BoardChoice) throws {
        (file, board) = try SignFileLoader.load(path, choice: choice)
        copy = try? Self.copy(of: board, file: file, choice: choice)
    }

    private init(_ kept: KeptSign, path: String, choice: BoardChoice, problem: any Error) throws {
        file = try kept.file(path: path)
        board = try choice.board == nil ? kept.board.board() : choice.load()
        copy = kept.board
        self.problem = problem
    }

    /// Reads a sign file and its board; where that cannot be done, the last good copies of both.
    ///
    /// - Throws: what is wrong with the file, where no copy of it is kept.
    static func read(path: String, choice: BoardChoice) throws -> SignStart {
        do {
            return try SignStart(path: path, choice: choice)
        } catch {
            return try kept(insteadOf: error, path: path, choice: choice)
        }
    }

    /// The last good copies of a file that cannot be shown and its board, which is warned of.
    ///
    /// - Parameter problem: what is wrong with the file; thrown where no copy is kept.
    static func kept(insteadOf problem: any Error, path: String, choice: BoardChoice) throws -> SignStart {
        guard let (kept, place) = KeptSign.find(signFile: path),
            let start = try? SignStart(kept, path: path, choice: choice, problem: problem)
        else { throw problem }
        Messages.warn("the sign starts with the last good copy of \(path), kept in \(place), until the file is right")
        return start
    }

    /// The files of the board; nil where they say something else by now.
    private static func copy(of board: Board, file: SignFile, choice: BoardChoice) throws -> BoardCopy? {
        let named = choice.board == nil ? file.board.map { SignFile.path(ofBoard: $0, givenBy: file.path) } : nil
        let copy = try BoardChoice.library().copy(try named ?? choice.name())
        return try copy.board() == board ? copy : nil
    }
}
