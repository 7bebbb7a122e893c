import Boards
import LinuxHardware
import LinuxSystem
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// A sign, from its start to its end.
struct RunningSign {
    private let content: SignRunner.Content
    private let setup: SignSetup
    private var log: Log { setup.log }

    init(_ content: SignRunner.Content, _ setup: SignSetup) {
        (self.content, self.setup) = (content, setup)
    }

    func run() throws -> SignEnd {
        var begin: SignStart
        var texts: TextFeed?
        switch content {
        case .file(let path): begin = try SignStart.read(path: path, boards: setup.boards, log: log)
        case .message(let sign, let origin):
            let feed = try TextFeed(origin)
            begin = try SignStart(sign.showing(feed.first), boards: setup.boards)
            texts = feed
        }
        return try run(&begin, texts)
    }

    private func run(_ begin: inout SignStart, _ texts: TextFeed?) throws -> SignEnd {
        let board = begin.board
        let signClock = SignClock(begin.file, default: setup.defaultClock)
        var connections = try setup.connections(board, begin.file)
        let places = SignStore.places(
            begin.file.installation.control, signFile: begin.file.path, warn: log.warn)
        let quarantine = Self.quarantine(places)
        let device = try PanelDevice.open(
            board, isOptional: setup.isDeviceOptional,
            brightness: Self.brightness(of: begin.file, clock: signClock.wall),
            settings: setup.driveSettings(stall: begin.file.stall, reportsRealTime: begin.file.isFile), log: log)
        let clock = SystemMonotonicClock()
        let start = clock.now
        let player = try player(&begin, clock: signClock.wall, quarantine: quarantine, start: start)
        defer { player.endImages() }
        for warning in MessageWarnings.all(of: player.laidOut(), board: board, readingSpeed: true) {
            log.warn(warning)
        }
        let events = SignEvents(begin.file, clock: signClock.wall, log: log)
        defer { events.close() }
        let wall = begin.file.installation.wall.map {
            PanelWallClock.window(player, $0, board: board, clock: signClock.wall, start: start)
        }
        let socket = SocketService(begin.file.installation.control, signFile: begin.file.path, warn: log.warn)
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
            end: setup.duration.map { start + $0 }, hooks: service?.hooks ?? SignHooks(), log: log)
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
        let (file, fonts) = (begin.file, SignFileLoader.fonts)
        guard let wall = file.installation.wall else {
            return try SignPlayer(
                file, size: begin.board.size, fonts: fonts, clock: clock, quarantine: quarantine, start: start)
        }
        return try SignPlayer(
            file, size: wall.size, fonts: fonts, clock: PanelWallClock(system: clock), quarantine: quarantine,
            start: .zero)
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
