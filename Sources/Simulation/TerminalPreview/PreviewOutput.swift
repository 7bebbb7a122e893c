import Boards
import Foundation
import LinuxSystem
import Marquee
import PanelSimulation
import PixelGraphics
import SignHost
import Timelines

/// Shows a sign in the terminal: draws what a simulated panel shows, and moves the text by mouse and keys.
///
/// What is said on standard error meanwhile would be lost in the picture: it is shown below it, and written after its end.
package final class PreviewOutput: FrameOutput, SignService {
    private let panel: SimulatedPanel
    private let board: Board
    private var renderer: TerminalRenderer?
    private var session: TerminalSession?
    private var sign: Sign?
    private var start = Instant.zero
    private var input = PreviewInput()
    private let messages: MessageWriter

    /// Prepares the simulated panel of a board.
    ///
    /// - Parameter messages: writes to standard error; it waits for the end of the preview where that is a terminal.
    /// - Throws: where the panel of the board cannot be simulated.
    package init(_ board: Board, messages: MessageWriter) throws {
        (self.board, self.messages) = (board, messages)
        panel = try SimulatedPanel.make(for: board)
        if isatty(STDERR_FILENO) == 1 { messages.hold() }
    }

    package var showsProblems: Bool { true }
    package var descriptors: [Int32] {
        [session?.descriptor, messages.news.number].compactMap { $0 }.filter { $0 >= 0 }
    }

    package var due: Instant? {
        let healing = panel.nextHealing.map { $0 + (start - .zero) }
        return [healing, session?.deadline].compactMap { $0 }.min()
    }

    package func begin(_ sign: Sign, at start: Instant) throws {
        (self.sign, self.start) = (sign, start)
        let style = try Self.pictureStyle()
        let session = try TerminalSession()
        self.session = session
        let size = session.windowSize
        renderer = TerminalRenderer(
            pictureStyle: style, ledColor: board.ledColor.color, columns: size.columns,
            rows: size.rows)
    }

    package func show(_ frame: Frame, at instant: Instant) throws {
        try panel.show(frame, at: elapsed(at: instant))
    }

    package func update(problem: String?, at instant: Instant) {
        panel.heal(at: elapsed(at: instant))
        guard let session, let sign else { return }
        var bytes: [UInt8] = []
        // A problem that is longer than the line stands among the messages.
        let whole = status(sign, problem?.replacing("\n", with: "; "))
        let isLong = problem != nil && whole.unicodeScalars.count > renderer?.layout.columns ?? 0
        renderer?.render(
            panel.shown, status: isLong ? status(sign, nil) : whole,
            messages: messages.newest + (isLong ? problem?.split(separator: "\n").map(String.init) ?? [] : []),
            into: &bytes)
        if !bytes.isEmpty { session.write(bytes) }
    }

    private func elapsed(at instant: Instant) -> Instant { Instant(nanoseconds: (instant - start).count) }

    private func status(_ sign: Sign, _ problem: String?) -> String {
        let keys = sign.marquee == nil ? "q ends" : "space pauses, arrows and mouse move, q ends"
        let paused = input.isPaused ? " - paused" : ""
        let wrong = panel.violationCount == 0 ? "" : " - \(panel.violationCount) timing violations"
        let note = problem.map { " - \($0)" } ?? ""
        return "\(board.name)\(paused)\(wrong)\(note) - \(keys)"
    }

    package func take(_ event: ServiceEvent, at instant: Instant) throws -> Bool {
        guard let session else { return true }
        switch event {
        case .suspended: session.suspend()
        case .resumed:
            try session.resume()
            resize()
            renderer?.invalidate()
        case .resized: resize()
        case .due: return perform(session.takeInput(isReadable: false, at: instant), at: instant)
        case .readable(messages.news.number): messages.news.lower()
        case .readable:
            guard perform(session.takeInput(isReadable: true, at: instant), at: instant) else { return false }
            // In raw mode a terminal ends its input only when it is gone.
            return session.descriptor != nil
        }
        return true
    }

    private func resize() {
        guard let size = session?.windowSize else { return }
        renderer?.resize(columns: size.columns, rows: size.rows)
    }

    /// Does what mouse and keys ask for; returns whether to continue.
    private func perform(_ events: [TerminalEvent], at instant: Instant) -> Bool {
        guard let sign, let scale = renderer?.layout.dragScale else { return true }
        return events.allSatisfy { event in
            let local = sign.handInstant(instant)
            return input.handle(event, marquee: sign.marquee, scale: scale, at: local)
        }
    }

    package func stop() throws { try panel.stop() }

    package func close() {
        session?.close()
        messages.release()
    }

    private static func pictureStyle() throws -> TerminalPictureStyle {
        let variables = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty }
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let style = TerminalPictureStyle(
            isTerminal: isTerminal, term: variables["TERM"], colorTerm: variables["COLORTERM"],
            noColor: variables["NO_COLOR"], locale: locale)
        guard let style else {
            let reason =
                isTerminal
                ? "TERM is \"\(variables["TERM"] ?? "")\", a terminal without a cursor to place; set TERM to what it is, "
                    + "such as xterm-256color"
                : "standard output is not one"
            throw WordedError(
                "the sign is drawn in a terminal, and \(reason); `ledsign render ... --out sign.gif` makes a picture of it"
            )
        }
        return style
    }
}

/// Mouse and keys in the terminal: space pauses, arrows move by a pixel, the mouse drags, q ends.
struct PreviewInput {
    /// Whether the space bar has paused the sign.
    private(set) var isPaused = false
    /// The drag that is under way.
    private var tracker: DragTracker?

    /// Applies an event to what can move; returns whether to continue.
    mutating func handle(
        _ event: TerminalEvent, marquee: Marquee?, scale: DragScale, at instant: Instant
    ) -> Bool {
        switch event {
        case .key(.character("q")), .key(.character("Q")), .key(.escape), .key(.interrupt): return false
        case .key(let key):
            // While the mouse drags, a key would release the text, or pause what is held already.
            if let marquee, tracker == nil { press(key, marquee, at: instant) }
        case .mouse(let action, let column, let row):
            if let marquee { drag(action, column, row, marquee, scale: scale, at: instant) }
        }
        return true
    }

    private mutating func press(_ key: TerminalKey, _ marquee: Marquee, at instant: Instant) {
        let isHorizontal = marquee.style.direction.isHorizontal
        switch key {
        case .character(" "):
            isPaused.toggle()
            if isPaused { marquee.pause(at: instant) } else { marquee.resume(at: instant) }
        case .left where isHorizontal, .up where !isHorizontal: nudge(marquee, by: -1, at: instant)
        case .right where isHorizontal, .down where !isHorizontal: nudge(marquee, by: 1, at: instant)
        default: break
        }
    }

    private func nudge(_ marquee: Marquee, by pixels: Int, at instant: Instant) {
        let velocity = marquee.velocity
        marquee.beginDrag(at: instant)
        marquee.drag(by: pixels, at: instant)
        // Let go at the speed that it had: the text is a pixel further, and does not stumble.
        marquee.release(velocity: velocity, at: instant)
    }

    private mutating func drag(
        _ action: TerminalMouse, _ column: Int, _ row: Int, _ marquee: Marquee, scale: DragScale, at instant: Instant
    ) {
        let isHorizontal = marquee.style.direction.isHorizontal
        let now = instant.nanoseconds
        switch action {
        case .press:
            tracker = DragTracker(scale: scale, column: column, row: row, at: now)
            marquee.beginDrag(at: instant)
        case .drag:
            guard let moved = tracker?.move(column: column, row: row, at: now) else { return }
            marquee.drag(by: isHorizontal ? moved.x : moved.y, at: instant)
        case .release:
            guard let (moved, velocity) = tracker?.release(column: column, row: row, at: now) else { return }
            tracker = nil
            marquee.drag(by: isHorizontal ? moved.x : moved.y, at: instant)
            let pixels = Int64(clamping: isHorizontal ? velocity.x : velocity.y)
            let limited = min(max(pixels, -20_000), 20_000)
            marquee.release(velocity: limited * Subpixel.perPixel, at: instant)
        }
    }
}
