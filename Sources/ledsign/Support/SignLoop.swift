import Boards
import Foundation
import PixelGraphics
import SignRuntime
import TerminalControl
import Timelines

/// The content side of a running sign: draws when the source looks different, sleeps in between, and answers events.
///
/// `show` and `run` both use it: with a device, with the sign in the terminal, or with both.
final class SignLoop {
    /// What somebody outside wants to know: a service manager, for instance.
    struct Hooks {
        /// Called once, when the first picture is out.
        var ready: () -> Void = {}
        /// Called before the panel goes dark for good.
        var stopping: () -> Void = {}
        /// Called around a reload by SIGHUP.
        var reloading: () -> Void = {}
        var reloaded: () -> Void = {}
        /// Called when what is wrong has changed, with nil when all is well again.
        var told: (_ problem: String?) -> Void = { _ in }
        /// How often `alive` is called at least, as long as the panel is driven; nil for never.
        var aliveInterval: Nanoseconds?
        var alive: () -> Void = {}
        /// Sends again what could not be sent before; returns when to call it next, or nil for never.
        var retry: (Instant) -> Instant? = { _ in nil }
    }

    private let source: any SignSource
    private let board: Board
    /// The sign in the terminal; nil leaves the terminal alone.
    private let panel: SimulatedPanel?
    private let device: (any PanelDrive)?
    private let hooks: Hooks
    private let start: Instant
    private let end: Instant?
    private var presenter: Presenter
    private var preview: TerminalPreview?
    private var toldProblem: String?
    private var nextAlive: Instant

    /// What has happened so far, and how what the source asks for is doing, in some lines.
    ///
    /// - Parameter now: the time of the report.
    func report(at now: Instant) -> String {
        ([counts(at: now)] + source.sourceLines(at: now)).joined(separator: "\n")
    }

    /// What has happened so far, in some lines: on the device, or without one in the terminal.
    ///
    /// - Parameter now: the time of the report.
    func counts(at now: Instant) -> String {
        device?.report ?? presenter.counters.report(during: now - start)
    }

    /// Creates a loop that has shown nothing yet.
    ///
    /// - Parameters:
    ///   - preview: what is drawn in the terminal, or nil.
    ///   - device: what else shows the frames, or nil.
    ///   - end: when it ends whatever the source says.
    init(
        _ source: any SignSource, board: Board, preview: SimulatedPanel?, device: (any PanelDrive)?, start: Instant,
        end: Instant? = nil, hooks: Hooks = Hooks()
    ) {
        self.source = source
        self.board = board
        self.panel = preview
        self.device = device
        self.start = start
        self.end = end
        self.hooks = hooks
        nextAlive = start
        presenter = Presenter(
            source.content, size: board.size, format: board.format, brightness: source.brightness)
    }

    /// Runs until a key, a signal or the end; the panel is dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    /// - Throws: where the terminal or a device fails.
    func run(clock: some MonotonicClock & Sendable) throws -> Int32? {
        preview = try panel.map { try TerminalPreview($0, board: board) }
        let session = try TerminalSession(usesTerminal: panel != nil, endsAtHangup: !source.reloadsAtHangup)
        defer { session.close() }
        preview?.resize(columns: session.windowSize.columns, rows: session.windowSize.rows)
        do {
            try device?.begin(
                DrivenContent(
                    content: source.content, size: board.size, format: board.format, brightness: source.brightness,
                    start: start), clock: clock)
            let signal = try showFrames(session, clock)
            hooks.stopping()
            try device?.end(.stop)
            try panel?.stop()
            return signal
        } catch {
            // The device may be gone; the error that is told is the first one.
            try? device?.end(.stop)
            try? panel?.stop()
            throw error
        }
    }

    private func showFrames(_ session: TerminalSession, _ clock: some MonotonicClock) throws -> Int32? {
        var isReady = false
        while true {
            let now = clock.now
            guard now < deadlineOfEnd else { return nil }
            let wake = try draw(at: now, session)
            // The guardian has made the panel dark; only a new process can light it.
            if let device, !device.isThere { throw Failure("the thread that drives the panel has died") }
            if !isReady, device?.hasShown ?? true {
                hooks.ready()
                isReady = true
            }
            if isReady { tellAlive(at: now) }
            let alive = hooks.aliveInterval == nil ? .distantFuture : nextAlive
            let deadline = min(min(wake, alive), min(hooks.retry(now) ?? .distantFuture, deadlineOfEnd))
            let events = try session.wait(
                until: deadline == .distantFuture ? nil : deadline,
                watching: source.descriptors + (device?.descriptors ?? []), clock: clock)
            for event in events {
                if case .terminate(let signal) = event { return signal == SIGINT ? nil : signal }
                guard handle(event, at: clock.now) else { return nil }
            }
        }
    }

    /// Shows that the sign is alive: this side, and the thread that drives the panel.
    private func tellAlive(at now: Instant) {
        guard let interval = hooks.aliveInterval, now >= nextAlive else { return }
        if device?.isAlive(at: now) ?? true { hooks.alive() }
        nextAlive = now + interval
    }

    /// Draws what is due on the device and in the terminal; returns when something will be due again.
    private func draw(at now: Instant, _ session: TerminalSession) throws -> Instant {
        var wake = Instant.distantFuture
        if let device {
            device.brightness = source.brightness
            wake = device.step(at: now, before: deadlineOfEnd)
        }
        if let panel {
            let elapsed = Instant(nanoseconds: (now - start).count)
            presenter.brightness = source.brightness
            if presenter.present(at: now) { try panel.show(presenter.frame, at: elapsed) }
            panel.heal(at: elapsed)
            if let change = presenter.deadline { wake = min(wake, change) }
            if let healing = panel.nextHealing { wake = min(wake, healing + (start - .zero)) }
        }
        if let due = source.announce(at: now) { wake = min(wake, due) }
        tellProblems()
        preview?.draw(source, problem: problem, on: session)
        return wake
    }

    /// The earlier of the end that was asked for and that of the source.
    private var deadlineOfEnd: Instant {
        min(end ?? .distantFuture, source.end ?? .distantFuture)
    }

    /// What is wrong with the content or the device, in a line.
    private var problem: String? {
        let problems = [source.problem, device?.problem].compactMap { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Says on standard error what is wrong, once, where no status line does.
    private func tellProblems() {
        guard problem != toldProblem else { return }
        toldProblem = problem
        hooks.told(problem)
        if preview == nil, let toldProblem { Messages.warn(toldProblem) }
    }

    /// Returns whether to go on.
    private func handle(_ event: SessionEvent, at now: Instant) -> Bool {
        switch event {
        case .input(let input): return preview?.handle(input, source, at: now) ?? true
        case .resized(let columns, let rows): preview?.resize(columns: columns, rows: rows)
        case .redraw: preview?.invalidate()
        // In raw mode a terminal ends its input only when it is gone.
        case .inputEnded: return false
        case .terminate: return false
        // News of the device is answered by its next step.
        case .readable(let descriptor):
            if source.descriptors.contains(descriptor) { source.takeNews(at: now) }
        case .reload:
            hooks.reloading()
            source.reload(at: now)
            hooks.reloaded()
        case .report: Messages.say(report(at: now))
        }
        return true
    }
}

extension Presenter.Counters {
    /// What was drawn, in a line.
    func report(during time: Nanoseconds) -> String {
        "\(drawn) frames drawn in \((time.count + 50_000_000) / 100_000_000 * 100) ms, "
            + "\(skipped) skipped, \(late) later than 1 ms, "
            + "worst lateness \(worstLateness.count / 1000) us"
    }
}
