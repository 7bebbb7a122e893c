import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import PixelGraphics
import Schedules
import SignContent
import SignControl
import SignRuntime
import Timelines

/// `ledsign run`: a whole sign from its file, until interrupted.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a sign from its file until interrupted.",
        discussion: """
            The file says what the sign shows, where and when; `ledsign check` lists what is wrong with it. A saved file, or \
            SIGHUP, is read again: a good one applies at once, and what has not changed goes on undisturbed; a broken one \
            changes nothing, and its problems go to standard error. Board and stall time need a restart. A start with a \
            broken file shows the last good version until the file is fixed.

            On a simulated board, or with --simulate, the sign is drawn in the terminal, with the keys of `ledsign show`. \
            A service manager that waits for it is told when the first picture is out (sd_notify).

            Examples:
              ledsign run bakery.yaml
              ledsign run bakery.yaml --board max7219-32x8
              kill -HUP "$(pidof ledsign)"
            """)

    @Argument(
        help: ArgumentHelp("The sign file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var board: BoardChoice

    @Flag(help: "Also draw in the terminal what the simulated panel decodes from the wires.")
    var simulate = false

    @Option(
        name: .customLong("for"),
        parsing: .unconditional, help: ArgumentHelp("End after this time.", valueName: "time"),
        transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @OptionGroup var runtime: RuntimeOptions

    func run() throws {
        Run.holdReloads()
        try reporting {
            try Messages.startQueue()
            var begin = try SignStart.read(path: file, choice: board)
            let board = begin.board
            let signClock = try SignClock(begin.file)
            let usesTerminal = board.isSimulated || simulate
            let places = SignSteering.places(
                begin.file.installation.control, signFile: begin.file.path, warn: { Messages.warn($0) })
            let quarantine = Run.quarantine(places)
            let device = try PanelDevice.open(
                board, simulate: simulate, brightness: Run.brightness(of: begin.file, clock: signClock.wall),
                settings: runtime.settings(stall: begin.file.stall, tellsLosses: true))
            let clock = SystemMonotonicClock()
            let start = clock.now
            let player = try Run.player(
                &begin, choice: self.board, clock: signClock.wall, quarantine: quarantine, start: start)
            let file = begin.file
            MessageWarnings.say(player.laidOut(), board: board, readingSpeed: true)
            let news = SignNews(file, clock: signClock.wall)
            defer { news.close() }
            let wall = file.installation.wall.map {
                WallTimeline.window(player, $0, board: board, clock: signClock.wall, start: start)
            }
            let source = SignFileSource(
                player,
                SignFileSource.Surroundings(
                    isBoardGiven: self.board.board != nil, isStallGiven: runtime.stall != nil, board: board, wall: wall,
                    clock: signClock, start: start, news: news, hasStatusLine: usesTerminal)
            ) { words in
                // Words on the terminal would stand in the picture; there the status line has the first problem.
                if !usesTerminal || isatty(STDERR_FILENO) == 0 { Messages.say(words) }
            }
            let steering = SignSteering(
                file.installation, signFile: file.path, places: places, board: begin.copy, controls: source,
                clock: clock, wallClock: signClock.wall, warn: { Messages.warn($0) })
            source.steering = steering
            if let problem = begin.problem { source.refuse(problem) } else { steering.keep(file, at: start) }
            for warning in source.crashWarnings(at: start) { Messages.warn(PrintableText.line(warning)) }
            steering.restore(at: start, warn: { Messages.warn($0) })
            defer { steering.end(at: clock.now) }
            let service = ServiceLink.find { clock.now }
            let loop = SignLoop(
                source, board: board, preview: usesTerminal ? try SimulatedPanel(board) : nil, device: device,
                start: start, end: duration.map { start + $0 }, hooks: service?.hooks(for: source) ?? SignLoop.Hooks())
            source.statistics = { [weak loop] in loop?.counts(at: $0) ?? "" }
            let signal = try loop.run(clock: clock)
            if runtime.stats { Messages.say(loop.report(at: clock.now)) }
            if let signal { throw ExitCodes.signal(signal) }
        }
    }

    /// The brightness with which the panel starts.
    private static func brightness(of file: SignFile, clock: SystemWallClock) -> Brightness {
        let reading = clock.reading(at: SystemMonotonicClock().now)
        return Brightness(percent: file.brightness.percent(at: reading, in: file.zone))
    }

    /// What plays the file, or where that cannot be shown its last good copy.
    private static func player(
        _ begin: inout SignStart, choice: BoardChoice, clock: SystemWallClock, quarantine: MessageQuarantine,
        start: Instant
    ) throws -> SignPlayer {
        do {
            return try player(begin.file, board: begin.board, clock: clock, quarantine: quarantine, start: start)
        } catch let error as SignError where begin.problem == nil {
            let kept = try SignStart.kept(insteadOf: error, path: begin.file.path, choice: choice)
            // The device is open by now.
            guard kept.board == begin.board else { throw error }
            begin = kept
            return try player(kept.file, board: kept.board, clock: clock, quarantine: quarantine, start: start)
        }
    }

    /// What plays a file: on the time line of its wall, if it is part of one.
    private static func player(
        _ file: SignFile, board: Board, clock: SystemWallClock, quarantine: MessageQuarantine, start: Instant
    ) throws -> SignPlayer {
        guard let wall = file.installation.wall else {
            return try SignPlayer(
                file, size: board.size, fonts: SignFileLoader.fonts, clock: clock, quarantine: quarantine, start: start)
        }
        return try SignPlayer(
            file, size: wall.size, fonts: SignFileLoader.fonts, clock: WallTimeline(system: clock),
            quarantine: quarantine, start: .zero)
    }

    /// The messages over which the program has crashed before, from now on noted for the next time.
    ///
    /// To be called before a device is opened, whose own handlers of fatal signals then come first.
    private static func quarantine(_ places: SignStatePaths?) -> MessageQuarantine {
        guard let places else { return MessageQuarantine() }
        let log = CrashLog(StateFile(path: places.crashes))
        guard log.watch() else { return MessageQuarantine(marks: log.quarantined()) }
        return MessageQuarantine(marks: log.quarantined(), note: ProvokedFaults.noting { CrashLog.note($0) })
    }

    /// Lets a wish to reload wait until there is a sign: the handlers of the running sign take what is blocked until then.
    private static func holdReloads() {
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &reload, nil)
    }
}
