import Boards
import Foundation
import Marquee
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignRuntime
import TerminalControl
import Timelines

/// Shows a message: draws when it looks different, sleeps in between, and lets a hand at the terminal take hold of it.
final class ShowLoop {
    typealias Counters = Presenter.Counters

    private let content: MessageContent
    private let feed: TextFeed
    private let board: Board
    /// What is drawn in the terminal; nil leaves the terminal alone.
    private let preview: SimulatedPanel?
    /// All that shows the frames, the preview included.
    private let outputs: [any SignOutput]
    private let end: Instant?
    private let cycles: Int?
    private let start: Instant
    private var presenter: Presenter
    private var hand = PreviewHand()
    /// Why the newest text is not shown.
    private var problem: String?
    /// What was drawn so far.
    var counters: Counters { presenter.counters }
    /// What was sent to the device; nil without one.
    var sent: MAX7219PanelCounters? { outputs.lazy.compactMap(\.counters).first }

    /// Creates a loop that has shown nothing yet.
    ///
    /// - Parameters:
    ///   - preview: what is drawn in the terminal, or nil.
    ///   - device: what else shows the frames, or nil.
    ///   - end: when it ends by itself.
    ///   - cycles: after how many cycles of the message it ends.
    init(
        board: Board, content: MessageContent, feed: TextFeed, preview: SimulatedPanel?, device: (any SignOutput)?,
        brightness: Brightness, start: Instant, end: Instant?, cycles: Int?
    ) {
        self.board = board
        self.content = content
        self.feed = feed
        self.start = start
        self.end = end
        self.cycles = cycles
        self.preview = preview
        outputs = [device, preview].compactMap { $0 }
        presenter = Presenter(content, size: board.size, format: board.format, brightness: brightness)
    }

    /// Runs until a key, a signal or the end; the outputs are dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    /// - Throws: where the terminal or a device fails.
    func run(clock: some MonotonicClock) throws -> Int32? {
        let capabilities = try preview.map { _ in try ShowLoop.capabilities() }
        let session = try TerminalSession(usesTerminal: preview != nil)
        defer { session.close() }
        var renderer = capabilities.map {
            TerminalRenderer(
                pictureStyle: $0.pictureStyle, ledColor: board.previewColor, columns: session.windowSize.columns,
                rows: session.windowSize.rows)
        }
        do {
            let signal = try showFrames(session, &renderer, clock)
            for output in outputs { try output.stop() }
            return signal
        } catch {
            // The device may be gone; the error that is told is the first one.
            for output in outputs { try? output.stop() }
            throw error
        }
    }

    private func showFrames(
        _ session: TerminalSession, _ renderer: inout TerminalRenderer?, _ clock: some MonotonicClock
    ) throws -> Int32? {
        while true {
            let now = clock.now
            guard now < deadlineOfEnd else { return nil }
            try send(at: now)
            draw(&renderer, session)
            let healing = outputs.compactMap { $0.nextHealing }.min().map { $0 + (start - .zero) }
            let elapsed = Instant(nanoseconds: (now - start).count)
            for output in outputs where output.needsRefresh { try output.refresh(at: elapsed) }
            // Panels that need it are refreshed without a pause, and events are only looked for in between.
            let wake =
                outputs.contains { $0.needsRefresh }
                ? clock.now : [presenter.deadline, deadlineOfEnd, healing].compactMap { $0 }.min()
            let events = try session.wait(
                until: wake == .distantFuture ? nil : wake, watching: feed.descriptors, clock: clock)
            for event in events {
                if case .terminate(let signal) = event { return signal == SIGINT ? nil : signal }
                guard handle(event, &renderer, at: clock.now) else { return nil }
            }
        }
    }

    /// Sends the frame of an instant where it differs from the last one, and what is due to be told again.
    private func send(at now: Instant) throws {
        let elapsed = Instant(nanoseconds: (now - start).count)
        let isNew = presenter.present(at: now)
        for output in outputs {
            if isNew { try output.show(presenter.frame, at: elapsed) }
            try output.heal(at: elapsed)
        }
    }

    private static func capabilities() throws -> TerminalCapabilities {
        let variables = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty }
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let capabilities = TerminalCapabilities(
            isTerminal: isTerminal, term: variables["TERM"], colorTerm: variables["COLORTERM"],
            noColor: variables["NO_COLOR"], locale: locale)
        guard capabilities.isInteractive else {
            let reason =
                isTerminal
                ? "TERM is \"\(variables["TERM"] ?? "")\", a terminal without a cursor to place; set TERM to what it is, "
                    + "such as xterm-256color"
                : "standard output is none"
            throw Failure(
                "the sign is drawn in a terminal, and \(reason); `ledsign render ... --out sign.gif` makes a picture of it"
            )
        }
        return capabilities
    }

    /// The earlier of the end that was asked for and that of the message's cycles.
    private var deadlineOfEnd: Instant {
        var deadline = end ?? .distantFuture
        if let cycles, let done = content.end ?? stillEnd(cycles: cycles) { deadline = min(deadline, done) }
        return deadline
    }

    /// A text that stands still has no cycles: each one counts as the time it takes to read.
    private func stillEnd(cycles: Int) -> Instant? {
        guard let marquee = content.marquee, !marquee.isMoving || hasNoSpeed else { return nil }
        let time = content.message.pageTime ?? Message.readingTime(letters: content.message.text.count)
        return start + Nanoseconds(Int64(clamping: Int128(time.count) * Int128(cycles)))
    }

    private var hasNoSpeed: Bool {
        guard case .speed(let speed) = content.message.motion.pace else { return false }
        return speed.isZero
    }

    private func draw(_ renderer: inout TerminalRenderer?, _ session: TerminalSession) {
        guard let preview else { return }
        var bytes: [UInt8] = []
        let keys = content.marquee == nil ? "q ends" : "space pauses, arrows and mouse move, q ends"
        let paused = hand.isPaused ? " - paused" : ""
        let wrong = preview.violationCount == 0 ? "" : " - \(preview.violationCount) timing violations"
        let note = problem.map { " - \($0)" } ?? ""
        renderer?.render(preview.shown, status: "\(board.name)\(paused)\(wrong)\(note) - \(keys)", into: &bytes)
        if !bytes.isEmpty { session.write(bytes) }
    }

    /// Returns whether to go on.
    private func handle(_ event: SessionEvent, _ renderer: inout TerminalRenderer?, at now: Instant) -> Bool {
        switch event {
        case .input(let input):
            guard let scale = renderer?.layout.dragScale else { return true }
            return hand.handle(input, marquee: content.marquee, scale: scale, at: now) == .goOn
        case .resized(let columns, let rows): renderer?.resize(columns: columns, rows: rows)
        case .redraw: renderer?.invalidate()
        // In raw mode a terminal ends its input only when it is gone.
        case .inputEnded: return false
        case .terminate: return false
        case .readable: takeText(at: now)
        }
        return true
    }

    /// Shows the newest text; one that cannot be shown leaves the old one, and the status says why.
    private func takeText(at now: Instant) {
        do {
            guard let text = try feed.takeNewest() else { return }
            var message = content.message
            message.text = text
            try content.replace(message, swap: .seam, at: now)
            problem = nil
        } catch {
            problem = "\(error)"
            if preview == nil { Messages.warn("the old text stays: \(error)") }
        }
    }
}
