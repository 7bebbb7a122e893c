import Boards
import Foundation
import Marquee
import PanelSimulation
import TerminalControl
import Timelines

/// The sign in the terminal: draws what the simulated panel shows, and lets a hand take hold of it.
final class TerminalPreview {
    /// What is drawn.
    let panel: SimulatedPanel
    private let board: Board
    private let capabilities: TerminalCapabilities
    private var renderer: TerminalRenderer
    private var hand = PreviewHand()

    /// Prepares to draw in the terminal that standard output is.
    ///
    /// - Throws: where it is none that a sign can be drawn in.
    init(_ panel: SimulatedPanel, board: Board) throws {
        self.panel = panel
        self.board = board
        capabilities = try TerminalPreview.capabilities()
        renderer = TerminalRenderer(
            pictureStyle: capabilities.pictureStyle, ledColor: board.previewColor, columns: 80, rows: 24)
    }

    /// Takes the size of the window.
    func resize(columns: Int, rows: Int) { renderer.resize(columns: columns, rows: rows) }

    /// Draws everything again the next time.
    func invalidate() { renderer.invalidate() }

    /// Draws what has changed.
    ///
    /// - Parameter problem: what is wrong with the content, for the status line.
    func draw(_ source: any SignSource, problem: String?, on session: TerminalSession) {
        var bytes: [UInt8] = []
        let keys = source.marquee == nil ? "q ends" : "space pauses, arrows and mouse move, q ends"
        let paused = hand.isPaused ? " - paused" : ""
        let wrong = panel.violationCount == 0 ? "" : " - \(panel.violationCount) timing violations"
        let note = problem.map { " - \($0)" } ?? ""
        renderer.render(panel.shown, status: "\(board.name)\(paused)\(wrong)\(note) - \(keys)", into: &bytes)
        if !bytes.isEmpty { session.write(bytes) }
    }

    /// Does what a hand at the terminal asks for; returns whether to go on.
    func handle(_ input: TerminalEvent, _ source: any SignSource, at instant: Instant) -> Bool {
        let local = source.handInstant(instant)
        return hand.handle(input, marquee: source.marquee, scale: renderer.layout.dragScale, at: local) == .goOn
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
}
