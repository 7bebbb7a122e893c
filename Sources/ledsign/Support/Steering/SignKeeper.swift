import Boards
import SignContent
import SignControl
import Timelines

/// Keeps the last good sign file and its board in the state folder, for `dark` and for a start with a broken file.
///
/// For the thread that draws; the disk is waited for by that of the writer.
final class SignKeeper {
    private let file: StateFile
    private let signFile: String
    private let board: BoardCopy
    private let writer: StateWriter
    private var schedule = SaveSchedule()
    /// What was kept last.
    private var kept: [UInt8]?

    /// - Parameters:
    ///   - file: where to keep it.
    ///   - signFile: the path of the sign file.
    ///   - board: the board that shows it.
    init(_ file: StateFile, signFile: String, board: BoardCopy, writer: StateWriter) {
        (self.file, self.signFile, self.board, self.writer) = (file, signFile, board, writer)
        // What is there already is not written again at every start.
        kept = try? file.content()
    }

    /// Keeps a sign file that is shown.
    func keep(_ sign: SignFile, at instant: Instant) {
        let bytes = KeptSign(sign: sign.source, board: board).bytes(signFile: signFile)
        guard bytes != kept else { return }
        kept = bytes
        schedule.note(.atOnce, at: instant)
        step(at: instant)
    }

    /// When `step` is to be called; nil while there is nothing to do.
    var due: Instant? { schedule.due }

    /// Writes what is due.
    func step(at instant: Instant) {
        guard let due, instant >= due, let kept else { return }
        if schedule.step(at: instant, writer.outcome(of: file)) { writer.write(file) { kept } }
    }

    /// Why nothing is kept; nil where all is well.
    var problem: String? {
        writer.failure(of: file).map { "the sign file is not kept for a start with a broken one: \($0)" }
    }
}
