import Boards
import Foundation
import LinuxHardware
import PixelGraphics
import Schedules
import SignContent
import SignControl
import Timelines

/// All that steers a running sign from outside, the control socket with its state file, knobs and buttons; and the cues that
/// the sign gives.
///
/// Stepped by the loop that draws; nothing in it waits. What cannot be had is warned of, and the sign goes on without it.
final class SignSteering {
    /// The cues of the sign file.
    let cues: CueDesk
    private let desk: ControlDesk
    private let server: ControlServer?
    private let stateFile: StateFile?
    private let writer: StateWriter?
    private let keeper: SignKeeper?
    private let hands: HandDesk

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - installation: what the sign file says of it.
    ///   - path: the sign file, for the paths that count from its folder.
    ///   - places: where files are that outlive the program; nil for nowhere.
    ///   - board: the board of the sign, to be kept with the last good sign file; nil keeps neither.
    ///   - controls: the sign, which is not kept alive.
    ///   - wallClock: the time by which pushed messages end.
    ///   - warn: is told what is wrong, in a line.
    init(
        _ installation: SignInstallation, signFile path: String, places: SignStatePaths?, board: BoardCopy?,
        controls: any SignControls, clock: SystemMonotonicClock, wallClock: SystemWallClock,
        warn: @escaping (String) -> Void
    ) {
        cues = CueDesk(installation.cues, clock: clock, warn: warn)
        hands = HandDesk(installation.hands, controls: controls, warn: warn)
        let socket = Self.socket(installation.control, signFile: path, warn: warn)
        let file = socket == nil ? nil : Self.stateFile(installation.control, signFile: path, places: places)
        let reading = file?.read()
        if let warning = reading?.warning { warn(warning) }
        let writer = file == nil && places == nil ? nil : StateWriter()
        keeper = writer.flatMap { writer in
            guard let places, let board else { return nil }
            return SignKeeper(StateFile(path: places.good), signFile: path, board: board, writer: writer)
        }
        let keeping = file.flatMap { file in
            writer.map { Self.keeping(reading?.state ?? ControlState(), file, $0) }
        }
        let desk = ControlDesk(
            controls, keeping: keeping,
            wallTime: {
                let reading = wallClock.reading(at: clock.now)
                return reading.isSynchronized ? reading.wall.nanoseconds : nil
            })
        self.desk = desk
        stateFile = file
        self.writer = writer
        server = Self.server(socket, desk: desk, warn: warn)
    }

    /// Goes on with a state, and has the writer write later ones.
    private static func keeping(_ state: ControlState, _ file: StateFile, _ writer: StateWriter) -> ControlDesk.Keeping
    {
        ControlDesk.Keeping(
            state, outcome: { writer.outcome(of: file) },
            write: { state in writer.write(file) { Array((state.json.line + "\n").utf8) } })
    }

    private static func server(
        _ socket: ControlSocket?, desk: ControlDesk, warn: @escaping (String) -> Void
    ) -> ControlServer? {
        guard let socket else { return nil }
        do throws(SystemCallError) {
            return try ControlServer(socket, report: warn) { desk.answer($0, at: $1) }
        } catch {
            warn("the sign takes no requests: \(error)")
            return nil
        }
    }

    // MARK: Running

    /// What to wait for.
    var descriptors: [Int32] {
        (server.map { [$0.descriptor] } ?? []) + hands.descriptors
    }

    /// Shows again what was pushed before the program was started anew.
    func restore(at instant: Instant, warn: (String) -> Void) {
        for problem in desk.restore(at: instant) { warn(PrintableText.line(problem)) }
    }

    /// Does what was asked for.
    func step(at instant: Instant) {
        hands.step(at: instant)
        server?.step(at: instant)
    }

    /// Has files written where that is due; returns when to call it again, nil for when something has changed.
    func save(at instant: Instant) -> Instant? {
        desk.step(at: instant)
        keeper?.step(at: instant)
        guard let state = desk.due, let sign = keeper?.due else { return desk.due ?? keeper?.due }
        return min(state, sign)
    }

    /// Keeps a sign file that is shown, for a start with a broken one.
    func keep(_ file: SignFile, at instant: Instant) { keeper?.keep(file, at: instant) }

    /// Takes note that a pushed message has ended by itself.
    func messageEnded(_ name: String, at instant: Instant) { desk.messageEnded(name, at: instant) }

    /// Why something does not work; nil where all is well.
    var problem: String? { cues.problem ?? hands.problem ?? stateProblem ?? keeper?.problem }

    private var stateProblem: String? {
        guard let writer, let stateFile, let failure = writer.failure(of: stateFile) else { return nil }
        return "pushed messages will not survive a restart: \(failure)"
    }

    /// Writes the state for the last time, and brings the lines of cues to rest.
    func end(at instant: Instant) {
        cues.end()
        desk.save(at: instant)
        writer?.end()
    }

    // MARK: Places

    /// The socket; nil where there is to be none, or where there cannot be one, which is warned of.
    private static func socket(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) -> ControlSocket? {
        let path: String?
        switch settings.socket {
        case .none: path = nil
        case .usual: path = ControlPaths.ofProcess.socket
        case .path(let given): path = resolved(given, signFile: signFile)
        }
        guard let path else { return nil }
        do {
            var wanted = ControlSocket.Settings(path: path, mode: settings.mode.map { UInt32($0) })
            if let group = settings.group {
                wanted = ControlSocket.Settings(
                    path: path, group: try number(ofGroup: group), mode: settings.mode.map { UInt32($0) })
            }
            return try ControlSocket(wanted)
        } catch {
            warn("the sign takes no requests: \(error)")
            return nil
        }
    }

    private static func resolved(_ path: String, signFile: String) -> String {
        SignFile.path(of: path, givenBy: signFile)
    }

    private static func number(ofGroup name: String) throws -> UInt32 {
        if let number = UInt32(name) { return number }
        guard let group = getgrnam(name) else {
            throw Failure("there is no group \"\(name)\" (control: group in the sign file)")
        }
        return group.pointee.gr_gid
    }

    /// The usual places of what outlives the program; nil where there are none, or where nothing is to be kept.
    static func places(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) -> SignStatePaths? {
        guard settings.state != .none, let places = ControlPaths.ofProcess.state(signFile: signFile) else { return nil }
        do {
            try FileManager.default.createDirectory(
                atPath: places.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return places
        } catch {
            warn("nothing is kept for the next start of the sign: the folder \(places.folder) cannot be made")
            return nil
        }
    }

    private static func stateFile(
        _ settings: ControlSettings, signFile: String, places: SignStatePaths?
    ) -> StateFile? {
        switch settings.state {
        case .none: return nil
        case .path(let given): return StateFile(path: resolved(given, signFile: signFile))
        case .usual:
            places?.carryOver()
            return places.map { StateFile(path: $0.state) }
        }
    }
}
