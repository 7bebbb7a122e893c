import Boards
import Foundation
import ImageFiles
import LinuxHardware
import LinuxSystem
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Synchronization
import Timelines

/// Runs a sign until it ends: loads its content, drives the panel on a separate thread, and handles signals.
///
/// Run one at a time, because signals belong to the process. The program must call `prepareProcess` first, or its
/// panel has no guardian.
public final class SignRunner {
    /// What is shown, with all options of the command.
    package enum Content {
        /// A sign file.
        case file(path: String)
        /// A sign with one message, and where its texts come from; it ends with the turn of the message.
        case message(SignFile, TextFeed.Origin)
        /// A sign that is in no file; it runs until a signal or a service ends it.
        case sign(SignFile)
    }

    private let content: Content
    private let setup: SignSetup
    private let writer: MessageWriter?
    private var log: Log { setup.log }

    /// Prepares the process of a sign; call it first in a program that runs one.
    ///
    /// The guardian of a panel is the same program in a second process. There this does not return, and makes the panel
    /// dark when the sign cannot. So are the processes that decode images. It also repairs closed standard streams and ignores SIGPIPE, so that writes fail
    /// instead.
    public static func prepareProcess() {
        FailDark.runGuardianIfAsked()
        ImageProcess.runIfAsked()
        prepareStreams()
        isPrepared.store(true, ordering: .relaxed)
    }

    private static let isPrepared = Atomic(false)

    /// Prepares the process before it opens anything or starts a program.
    ///
    /// - A standard stream that is closed is opened the wrong way round, so that no device takes its number and what is
    ///   written to it or read from it fails as it would have.
    /// - SIGPIPE is ignored: a reader that is gone is an error of the write, not the end of the sign. Programs that the
    ///   sign starts get the default back.
    /// - SIGCHLD has its default: where it is ignored, the exit status of a program is lost.
    private static func prepareStreams() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // The lowest free number is this one, because those below it are open by now.
            _ = open("/dev/null", flags)
        }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGCHLD, SIG_DFL)
    }

    /// Prepares a sign; messages for people go to standard error.
    public convenience init(_ configuration: SignConfiguration) throws {
        let writer = try MessageWriter(descriptor: STDERR_FILENO, limit: 1 << 16)
        var setup = SignSetup(log: Log(isOnTerminal: isatty(STDERR_FILENO) == 1) { writer.write($0) })
        setup.boards = BoardResolver(given: configuration.board)
        setup.duration = configuration.duration
        // A program that cannot become a guardian would only run its sign a second time.
        if !Self.isPrepared.load(ordering: .relaxed) { setup.drive.guardian = .nowhere }
        if let record = configuration.onFrame {
            setup.connections = { _, _ in SignConnections(outputs: [RecordingOutput(record)]) }
        }
        let content: Content =
            switch configuration.content {
            case .file(let path): .file(path: path)
            case .text(let text): .message(try SignFile(message: []), .text(text))
            }
        self.init(content, setup, writer: writer)
    }

    /// Prepares a sign with all options of the command.
    ///
    /// - Parameter writer: what writes the messages, if it is to end with the run.
    package init(_ content: Content, _ setup: SignSetup, writer: MessageWriter? = nil) {
        (self.content, self.setup, self.writer) = (content, setup, writer)
    }

    /// Shows the sign until a signal or its end; the panel is dark afterwards.
    ///
    /// - Throws: if the sign, its board or its device cannot be used, with all problems of a sign file.
    public func run() throws -> SignEnd {
        defer { writer?.end(within: .seconds(1)) }
        var begin: SignStart
        var texts: TextFeed?
        switch content {
        case .file(let path): begin = try SignStart.read(path: path, boards: setup.boards, log: log)
        case .message(let sign, let origin):
            let feed = try TextFeed(origin)
            begin = SignStart(file: sign.showing(feed.first), board: try setup.boards.load())
            texts = feed
        case .sign(let sign): begin = SignStart(file: sign, board: try setup.boards.load())
        }
        return try run(&begin, texts)
    }

    /// Defers reloads (SIGHUP) until the sign of a file runs; call it before other threads are started.
    package static func holdReloads() {
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &reload, nil)
    }
}

// MARK: - From the start of a sign to its end

extension SignRunner {
    private func run(_ begin: inout SignStart, _ texts: TextFeed?) throws -> SignEnd {
        let board = begin.board
        let signClock = SignClock(defaultTrust: setup.defaultClock)
        signClock.take(begin.file)
        var connections = try setup.connections(board, begin.file)
        let places = SignStore.places(
            begin.file.installation.control, signFile: begin.file.path, warn: log.warn)
        let quarantine = Self.quarantine(places)
        let device = try board.openDevice(
            isOptional: setup.isDeviceOptional,
            brightness: Self.brightness(of: begin.file, clock: signClock.wall),
            settings: setup.driveSettings(stall: begin.file.stall, reportsRealTime: begin.file.isFile), log: log)
        let clock = SystemMonotonicClock()
        let start = clock.now
        let player = try player(&begin, clock: signClock.wall, quarantine: quarantine, start: start)
        defer { player.images.end() }
        for warning in MessageWarnings.all(of: player.laidOut(), board: board, readingSpeed: true) {
            log.warn(warning)
        }
        let events = SignEvents(begin.file, clock: signClock.wall, connector: setup.connector, log: log)
        defer { events.close() }
        let wall = begin.file.installation.wall.map {
            PanelWallClock.window(player, $0, board: board, clock: signClock.wall, start: start)
        }
        let socket = ControlServer.open(begin.file.installation.control, signFile: begin.file.path, warn: log.warn)
        let context = Sign.Context(
            isBoardGiven: setup.boards.given != nil, isStallGiven: setup.stall != nil, board: board, wall: wall,
            clock: signClock, start: start, events: events, texts: texts,
            cues: CueService(begin.file.installation.cues, clock: clock, warn: log.warn),
            hasStatusLine: connections.outputs.contains(where: \.showsProblems))
        let store = SignStore.open(
            begin.file.installation.control, signFile: begin.file.path, hasSocket: socket != nil, places: places,
            board: begin.copy,
            wallTime: {
                let reading = signClock.wall.reading(at: clock.now)
                return reading.isSynchronized ? reading.wall.nanoseconds : nil
            }, warn: log.warn)
        let sign = sign(player, context, store)
        defer { sign.close(at: clock.now) }
        restore(sign, begin, at: start)
        if let inputs = begin.file.installation.inputs {
            connections.services.append(InputService(inputs, warn: log.warn))
        }
        if let socket { connections.services.append(socket) }
        let service = ServiceLink.find(log: log) { clock.now }
        // People want to know; a service listens where its unit says.
        if service == nil, let path = socket?.path {
            log.say("note: `ledsign ctl` reaches this sign at \(PrintableText.line(path))")
        }
        let loop = SignLoop(
            sign, board: board, connections: connections, device: device, start: start,
            end: setup.duration.map { start + $0 }, service: service, log: log)
        sign.loopReport = { [weak loop] in loop?.counts(at: $0) ?? "" }
        sign.deviceCounters = { [weak loop] in loop?.counters }
        let signal = try loop.run(clock: clock)
        return SignEnd(signal: signal, report: loop.report(at: clock.now))
    }

    /// A sign whose problems go to the log.
    private func sign(_ player: SignPlayer, _ context: Sign.Context, _ store: SignStore) -> Sign {
        Sign(player, context, store: store) { [log] words in
            // On the terminal they would overwrite the picture; there the status line has the first problem.
            if !context.hasStatusLine || !log.isOnTerminal { log.say(words) }
        }
    }

    /// Says what is wrong with the file, keeps a copy of a good one, and shows messages pushed before a restart.
    private func restore(_ sign: Sign, _ begin: SignStart, at start: Instant) {
        if let problem = begin.problem { sign.refuse(problem) } else { sign.store.keep(begin.file, at: start) }
        for warning in sign.crashWarnings(at: start) + sign.restore(at: start) { log.warn(PrintableText.line(warning)) }
    }

    /// The brightness with which the panel starts.
    private static func brightness(of file: SignFile, clock: SystemWallClock) -> Brightness {
        let reading = clock.reading(at: SystemMonotonicClock().now)
        return Brightness(percent: file.brightness.percent(at: reading, in: file.zone))
    }

    /// The player of the file, or of its last good copy if the file cannot be shown.
    private func player(
        _ begin: inout SignStart, clock: SystemWallClock, quarantine: MessageQuarantine, start: Instant
    ) throws -> SignPlayer {
        do {
            return try Self.player(begin, clock: clock, quarantine: quarantine, start: start)
        } catch let error as SignError where begin.problem == nil && begin.file.isFile {
            let kept = try SignStart.kept(insteadOf: error, path: begin.file.path, boards: setup.boards, log: log)
            // The device is open by now.
            guard kept.board == begin.board else { throw error }
            begin = kept
            return try Self.player(kept, clock: clock, quarantine: quarantine, start: start)
        }
    }

    /// The player of a file, on the timeline of its panel wall if it is part of one.
    private static func player(
        _ begin: SignStart, clock: SystemWallClock, quarantine: MessageQuarantine, start: Instant
    ) throws -> SignPlayer {
        let (file, fonts) = (begin.file, SignFileLoader.fonts.on(begin.board.format))
        guard let wall = file.installation.wall else {
            return try SignPlayer(
                file, size: begin.board.size, planes: begin.board.planes, fonts: fonts, clock: clock,
                quarantine: quarantine, start: start)
        }
        return try SignPlayer(
            file, size: wall.size, planes: begin.board.planes, fonts: fonts, clock: PanelWallClock(system: clock),
            quarantine: quarantine, start: .zero)
    }

    /// The messages during which the program crashed before; further crashes are logged from now on.
    ///
    /// Call it before a device is opened, so that the device's handlers of fatal signals run first.
    private static func quarantine(_ places: SignStatePaths?) -> MessageQuarantine {
        guard let places else { return MessageQuarantine() }
        let log = CrashLog(StateFile(path: places.crashes))
        guard log.watch() else { return MessageQuarantine(marks: log.quarantined()) }
        return MessageQuarantine(marks: log.quarantined(), record: ProvokedFaults.recording { CrashLog.record($0) })
    }
}
