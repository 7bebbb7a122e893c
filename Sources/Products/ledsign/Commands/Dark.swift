import ArgumentParser
import Boards
import SignFiles
import SignHost

/// `ledsign dark`: turns off a panel that was left lit.
struct Dark: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn off the panel of a board.",
        discussion: """
            For a panel that was left lit, and for the end of a service. With --sign, the lines of the sign's cues are also \
            turned off. If the sign file or its board can no longer be read, the last good copy is used. If a \
            running sign uses the board's GPIO lines, the command fails and names it; a sign that runs on an SPI device \
            shows its next frame.

            Examples:
              ledsign dark --board hub75-64x32
              ledsign dark --sign /etc/ledsign/sign.yaml
            """)

    @OptionGroup var board: BoardOfSign

    func run() throws {
        try reporting {
            let (board, file) = try load()
            try PanelDevice.darken(board)
            if let file { try CueService.rest(file.installation.cues) }
        }
    }

    /// The board, and the sign file with its cues; the last good copies if the given ones cannot be read.
    private func load() throws -> (board: Board, file: SignFile?) {
        let file = board.sign.flatMap { try? SignFileLoader.read($0) }
        do {
            let board = try board.load()
            return (board, file ?? lastGoodSign().flatMap { try? $0.kept.file(path: self.board.sign ?? "") })
        } catch {
            guard let (kept, place) = lastGoodSign(), let board = try? kept.board.board() else { throw error }
            Messages.warn("\(error)")
            Messages.warn("the board is \(board.name), from the last good copy of the sign: \(place)")
            return (board, file ?? (try? kept.file(path: self.board.sign ?? "")))
        }
    }

    /// The last good copy of the sign file; nil without --sign, or if --board is given.
    private func lastGoodSign() -> (kept: LastGoodSign, path: String)? {
        guard board.choice.board == nil, let sign = board.sign else { return nil }
        return LastGoodSign.find(signFile: sign)
    }
}
