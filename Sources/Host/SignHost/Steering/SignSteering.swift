import Boards
import Foundation
import LinuxHardware
import LinuxSystem
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignPlayback
import Timelines

/// Everything that controls a running sign from outside, the control socket with its state file, knobs and buttons; and
/// the cues that the sign gives.
///
/// Stepped by the loop that draws; it never waits. What cannot be opened gets a warning, and the sign goes on without
/// it.
final class SignSteering {
    /// The cues of the sign file.
    let cues: CueService
    private let control: ControlService
    private let server: ControlServer?
    /// Where it listens for requests; nil for nowhere.
    let socketPath: String?
    private let stateFile: StateFile?
    private let writer: StateWriter?
    private let keeper: LastGoodKeeper?
    private let inputs: InputService

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - installation: the settings of the sign file.
    ///   - path: the sign file, because its paths are relative to its folder.
    ///   - places: the paths of the files that survive the program; nil for none.
    ///   - board: the board of the sign, to be kept with the last good sign file; nil keeps neither.
    ///   - controls: the sign, which is not kept alive.
    ///   - wallClock: the clock for the lifetimes of pushed messages.
    ///   - warn: writes a warning, in a line.
    init(
        _ installation: SignInstallation, signFile path: String, places: SignStatePaths?, board: BoardCopy?,
        controls: any SignControls, clock: SystemMonotonicClock, wallClock: SystemWallClock,
        warn: @escaping (String) -> Void
    ) {
        cues = CueService(installation.cues, clock: clock, warn: warn)
        inputs = InputService(installation.inputs, controls: controls, warn: warn)
        let socket = Self.socket(installation.control, signFile: path, warn: warn)
        let file = socket == nil ? nil : Self.stateFile(installation.control, signFile: path, places: places)
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
        let control = ControlService(
            controls, keeping: keeping,
            wallTime: {
                let reading = wallClock.reading(at: clock.now)
                return reading.isSynchronized ? reading.wall.nanoseconds : nil
            })
        self.control = control
        stateFile = file
        self.writer = writer
        server = Self.server(socket, control: control, warn: warn)
        socketPath = server == nil ? nil : socket?.path
    }

    /// Restores a state; the writer writes later ones.
    private static func keeping(_ state: ControlState, _ file: StateFile, _ writer: StateWriter)
        -> ControlService.Keeping
    {
        ControlService.Keeping(
            state, outcome: { writer.outcome(of: file) },
            write: { state in writer.write(file) { Array((state.json.line + "\n").utf8) } })
    }

    private static func server(
        _ socket: ControlSocket?, control: ControlService, warn: @escaping (String) -> Void
    ) -> ControlServer? {
        guard let socket else { return nil }
        do throws(SystemCallError) {
            return try ControlServer(socket, report: warn) { control.answer($0, at: $1) }
        } catch {
            warn("the sign accepts no requests: \(error)")
            return nil
        }
    }

    // MARK: Running

    /// What to wait for.
    var descriptors: [Int32] {
        (server.map { [$0.descriptor] } ?? []) + inputs.descriptors
    }

    /// Shows the messages pushed before the restart.
    func restore(at instant: Instant, warn: (String) -> Void) {
        for problem in control.restore(at: instant) { warn(PrintableText.line(problem)) }
    }

    /// Executes the requests.
    func step(at instant: Instant) {
        inputs.step(at: instant)
        server?.step(at: instant)
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

    /// Does what a request asks for, which came in another way than through the socket.
    func perform(_ command: ControlCommand, at instant: Instant) throws(ControlError) -> [JSONMember] {
        try control.perform(command, at: instant)
    }

    /// Why something does not work; nil if there is no problem.
    var problem: String? { cues.problem ?? inputs.problem ?? stateProblem ?? keeper?.problem }

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

    /// The socket; nil if the file disables it, or if it cannot be opened, with a warning.
    private static func socket(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) -> ControlSocket? {
        let path: String?
        switch settings.socket {
        case .none: path = nil
        case .usual: path = usualSocket(warn: warn)
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
            warn("the sign accepts no requests: \(error)")
            return nil
        }
    }

    /// The default socket, whose folder is made for root; nil if there is no folder for it, with a warning.
    private static func usualSocket(warn: (String) -> Void) -> String? {
        let places = ControlPaths.ofProcess
        guard let path = places.socket else {
            if !places.wantsNoSocket {
                warn(
                    "the sign accepts no requests of `ledsign ctl`: XDG_RUNTIME_DIR is not set, so there is no folder for its "
                        + "socket; set it, or name a path with control: {socket: PATH} in the sign file")
            }
            return nil
        }
        // That of the service, which systemd makes and removes with it. Whatever is wrong shows when the socket is opened.
        if path.hasPrefix(ControlPaths.serviceFolder + "/") { mkdir(ControlPaths.serviceFolder, 0o755) }
        return path
    }

    private static func resolved(_ path: String, signFile: String) -> String {
        SignFile.path(of: path, givenBy: signFile)
    }

    private static func number(ofGroup name: String) throws -> UInt32 {
        if let number = UInt32(name) { return number }
        guard let group = getgrnam(name) else {
            throw HostError.unknownGroup(name)
        }
        return group.pointee.gr_gid
    }

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
        case .path(let given): return StateFile(path: resolved(given, signFile: signFile))
        case .usual:
            places?.carryOver()
            return places.map { StateFile(path: $0.state) }
        }
    }
}
