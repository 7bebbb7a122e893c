import Boards
import Foundation
import LinuxHardware
import LinuxSystem
import Schedules
import Settings
import SignFiles
import SignPlayback
import Timelines

/// Does what requests ask of a sign and keeps what survives a restart; and plays the cues that the sign gives.
///
/// Stepped by the loop that draws; it never waits. What cannot be opened gets a warning, and the sign goes on without
/// it.
final class SignSteering {
    /// The cues of the sign file.
    let cues: CueService
    private let control: ControlService
    private let stateFile: StateFile?
    private let writer: StateWriter?
    private let keeper: LastGoodKeeper?

    /// Opens the lines of cues, and reads the state.
    ///
    /// - Parameters:
    ///   - installation: the settings of the sign file.
    ///   - path: the sign file, because its paths are relative to its folder.
    ///   - hasSocket: whether the sign has a control socket; without one it keeps no state.
    ///   - places: the paths of the files that survive the program; nil for none.
    ///   - board: the board of the sign, to be kept with the last good sign file; nil keeps neither.
    ///   - controls: the sign, which is not kept alive.
    ///   - wallClock: the clock for the lifetimes of pushed messages.
    ///   - warn: writes a warning, in a line.
    init(
        _ installation: SignInstallation, signFile path: String, hasSocket: Bool, places: SignStatePaths?,
        board: BoardCopy?, controls: any SignControls, clock: SystemMonotonicClock, wallClock: SystemWallClock,
        warn: @escaping (String) -> Void
    ) {
        cues = CueService(installation.cues, clock: clock, warn: warn)
        let file = hasSocket ? Self.stateFile(installation.control, signFile: path, places: places) : nil
        let reading = file?.read()
        if let warning = reading?.warning { warn(warning) }
        let writer = file == nil && places == nil ? nil : StateWriter()
        keeper = writer.flatMap { writer in
            guard let places, let board else { return nil }
            return LastGoodKeeper(StateFile(path: places.good), signFile: path, board: board, writer: writer)
        }
        let keeping = file.flatMap { file in
            writer.map { Self.keeping(reading?.state ?? ControlState(), file, $0) }
        }
        control = ControlService(
            controls, keeping: keeping,
            wallTime: {
                let reading = wallClock.reading(at: clock.now)
                return reading.isSynchronized ? reading.wall.nanoseconds : nil
            })
        stateFile = file
        self.writer = writer
    }

    /// Restores a state; the writer writes later ones.
    private static func keeping(_ state: ControlState, _ file: StateFile, _ writer: StateWriter)
        -> ControlService.Keeping
    {
        ControlService.Keeping(
            state, outcome: { writer.outcome(of: file) },
            write: { state in writer.write(file) { Array((state.json.line + "\n").utf8) } })
    }

    // MARK: Running

    /// Shows the messages pushed before the restart.
    func restore(at instant: Instant, warn: (String) -> Void) {
        for problem in control.restore(at: instant) { warn(PrintableText.line(problem)) }
    }

    /// Writes files that are due; returns when to call it again, nil for after the next change.
    func save(at instant: Instant) -> Instant? {
        control.step(at: instant)
        keeper?.step(at: instant)
        guard let state = control.due, let sign = keeper?.due else { return control.due ?? keeper?.due }
        return min(state, sign)
    }

    /// Stores a copy of a sign file that is shown, for a later start with a broken one.
    func keep(_ file: SignFile, at instant: Instant) { keeper?.keep(file, at: instant) }

    /// Does what a request asks for.
    func perform(_ command: ControlCommand, at instant: Instant) throws(ControlError) -> [JSONMember] {
        try control.perform(command, at: instant)
    }

    /// Why something will not survive a restart; nil if there is no problem.
    var problem: String? { stateProblem ?? keeper?.problem }

    private var stateProblem: String? {
        guard let writer, let stateFile, let failure = writer.failure(of: stateFile) else { return nil }
        return "pushed messages will not survive a restart: \(failure)"
    }

    /// Writes the state for the last time, and brings the lines of cues to rest.
    func end(at instant: Instant) {
        cues.end()
        control.save(at: instant)
        writer?.end()
    }

    // MARK: Places

    /// The default paths of the files that survive a restart; nil if there are no such folders, or if the file disables
    /// them.
    static func places(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) -> SignStatePaths? {
        guard settings.state != .none, let places = ControlPaths.ofProcess.state(signFile: signFile) else { return nil }
        do {
            try FileManager.default.createDirectory(
                atPath: places.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return places
        } catch {
            warn("no state is kept for the next start of the sign: cannot make the folder \(places.folder)")
            return nil
        }
    }

    private static func stateFile(
        _ settings: ControlSettings, signFile: String, places: SignStatePaths?
    ) -> StateFile? {
        switch settings.state {
        case .none: return nil
        case .path(let given): return StateFile(path: SignFile.path(of: given, givenBy: signFile))
        case .usual:
            places?.carryOver()
            return places.map { StateFile(path: $0.state) }
        }
    }
}
