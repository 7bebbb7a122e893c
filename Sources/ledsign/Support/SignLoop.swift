import Boards
import Foundation
import PanelDrivers
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
        /// Called once, when the first picture has been handed out.
        var ready: () -> Void = {}
        /// Called before the panel goes dark for good.
        var stopping: () -> Void = {}
        /// Called around a reload by SIGHUP.
        var reloading: () -> Void = {}
        var reloaded: () -> Void = {}
        /// How often `alive` is called at least; nil for never.
        var aliveInterval: Nanoseconds?
        var alive: () -> Void = {}
    }

    private let source: any SignSource
    private let board: Board
    /// The sign in the terminal; nil leaves the terminal alone.
    private let panel: SimulatedPanel?
    private let device: (any SignOutput)?
    private let hooks: Hooks
    private let start: Instant
    private let end: Instant?
    private var presenter: Presenter
    private var preview: TerminalPreview?
    private var toldProblem: String?
    private var nextAlive: Instant

    /// What was drawn so far.
    var counters: Presenter.Counters { presenter.counters }
    /// What was sent to the device; nil without one.
    var sent: MAX7219PanelCounters? { device?.counters }
    /// All that shows the frames.
    private var outputs: [any SignOutput] { [device, panel].compactMap { $0 } }

    /// Creates a loop that has shown nothing yet.
    ///
    /// - Parameters:
    ///   - preview: what is drawn in the terminal, or nil.
    ///   - device: what else shows the frames, or nil.
    ///   - end: when it ends whatever the source says.
    init(
        _ source: any SignSource, board: Board, preview: SimulatedPanel?, device: (any SignOutput)?, start: Instant,
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

    /// Runs until a key, a signal or the end; the outputs are dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    /// - Throws: where the terminal or a device fails.
    func run(clock: some MonotonicClock) throws -> Int32? {
        preview = try panel.map { try TerminalPreview($0, board: board) }
        let session = try TerminalSession(usesTerminal: panel != nil, endsAtHangup: !source.reloadsAtHangup)
        defer { session.close() }
        preview?.resize(columns: session.windowSize.columns, rows: session.windowSize.rows)
        do {
            let signal = try showFrames(session, clock)
            hooks.stopping()
            for output in outputs { try output.stop() }
            return signal
        } catch {
            // The device may be gone; the error that is told is the first one.
            for output in outputs { try? output.stop() }
            throw error
        }
    }

    private func showFrames(_ session: TerminalSession, _ clock: some MonotonicClock) throws -> Int32? {
        var isReady = false
        while true {
            let now = clock.now
            guard now < deadlineOfEnd else { return nil }
            try send(at: now)
            tellProblem()
            preview?.draw(source, problem: source.problem, on: session)
            if !isReady { hooks.ready() }
            isReady = true
            if let interval = hooks.aliveInterval, now >= nextAlive {
                hooks.alive()
                nextAlive = now + interval
            }
            let elapsed = Instant(nanoseconds: (now - start).count)
            for output in outputs where output.needsRefresh { try output.refresh(at: elapsed) }
            let wake = wakeUp(clock.now)
            let events = try session.wait(
                until: wake == .distantFuture ? nil : wake, watching: source.descriptors, clock: clock)
            for event in events {
                if case .terminate(let signal) = event { return signal == SIGINT ? nil : signal }
                guard handle(event, at: clock.now) else { return nil }
            }
        }
    }

    /// When the loop has to look at the clock again.
    private func wakeUp(_ now: Instant) -> Instant {
        // Panels that need it are refreshed without a pause, and events are only looked for in between.
        if outputs.contains(where: { $0.needsRefresh }) { return now }
        let healing = outputs.compactMap { $0.nextHealing }.min().map { $0 + (start - .zero) }
        let alive = hooks.aliveInterval == nil ? nil : nextAlive
        return [presenter.deadline, healing, alive].compactMap { $0 }.reduce(deadlineOfEnd, min)
    }

    /// Sends the frame of an instant where it differs from the last one, and what is due to be told again.
    private func send(at now: Instant) throws {
        let elapsed = Instant(nanoseconds: (now - start).count)
        presenter.brightness = source.brightness
        let isNew = presenter.present(at: now)
        for output in outputs {
            if isNew { try output.show(presenter.frame, at: elapsed) }
            try output.heal(at: elapsed)
        }
    }

    /// The earlier of the end that was asked for and that of the source.
    private var deadlineOfEnd: Instant {
        min(end ?? .distantFuture, source.end ?? .distantFuture)
    }

    /// Says on standard error what is wrong with the content, once, where no status line does.
    private func tellProblem() {
        guard source.problem != toldProblem else { return }
        toldProblem = source.problem
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
        case .readable: source.takeNews(at: now)
        case .reload:
            hooks.reloading()
            source.reload(at: now)
            hooks.reloaded()
        case .report: break
        }
        return true
    }
}
