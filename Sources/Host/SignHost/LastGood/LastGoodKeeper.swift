import Boards
import SignFiles
import SignPlayback
import Timelines

/// Stores the last good sign file and its board in the state folder, for `dark` and for a start with a broken file.
///
/// For the thread that draws; the disk is waited for by that of the writer.
final class LastGoodKeeper {
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

    /// Stores a copy of a sign file that is shown.
    func keep(_ sign: SignFile, at instant: Instant) {
        let bytes = LastGoodSign(sign: sign.source, board: board).bytes(signFile: signFile)
        guard bytes != kept else { return }
        kept = bytes
        schedule.record(at: instant)
        step(at: instant)
    }

    /// When `step` is to be called; nil while no work is due.
    var due: Instant? { schedule.due }

    /// Writes what is due.
    func step(at instant: Instant) {
        guard let due, instant >= due, let kept else { return }
        if schedule.step(at: instant, writer.outcome(of: file)) { writer.write(file) { kept } }
    }

    /// Why the copy is out of date; nil if there is no problem.
    var problem: String? {
        writer.failure(of: file).map { "no copy of the sign file is kept for a start with a broken one: \($0)" }
    }
}
