import ArgumentParser
import Boards
import Glibc
import Schedules
import SignFiles
import SignHost
import Timelines

/// `ledsign run`: runs a sign from its file until interrupted.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a sign from its file until interrupted.",
        discussion: """
            The file sets what the sign shows, where and when; `ledsign check` lists its errors. The file is read again when \
            it is saved, and on SIGHUP. A valid file applies at once, and unchanged messages continue; a file with errors \
            changes nothing, and the errors go to standard error. A new board or stall time needs a restart. If the file has \
            errors at the start, the sign shows the last good version until the file is fixed.

            On a simulated board, or with --simulate, the sign is drawn in the terminal; the keys are those of \
            `ledsign show`. A service manager is notified when the first picture is shown (sd_notify).

            With --setup and without the file, the sign shows the address of its page and a code to sign in with. The page \
            asks which panel there is and what it shows, and writes the file.

            Examples:
              ledsign run bakery.yaml
              ledsign run bakery.yaml --board max7219-32x8
              kill -HUP "$(pidof ledsign)"
              ledsign run --setup bakery.yaml
            """)

    @Argument(help: ArgumentHelp("The sign file.", valueName: "file"), completion: .signFiles)
    var file: String

    @OptionGroup var board: BoardChoice

    @Flag(help: "Also draw in the terminal what a simulated panel decodes from the wires.")
    var simulate = false

    @Flag(name: .customLong("setup"), help: "If there is no such file, serve a page that asks what it is to have.")
    var setsUp = false

    @Option("Stop after this time.", time: .customLong("for"))
    var duration: Nanoseconds?

    @OptionGroup var runtime: RuntimeOptions

    func run() throws {
        SignRunner.holdReloads()
        let defaults = try Configuration.load()
        let mode = setsUp && access(file, F_OK) != 0 ? try SetupMode(path: file, configured: defaults.http) : nil
        var setup = try runtime.setup(
            board: board, simulate: simulate, duration: duration, http: defaults.http, mqtt: defaults.mqtt,
            setupMode: mode)
        setup.defaultClock = defaults.clock ?? .synchronised
        if let end = try mode?.run(setup) { return try runtime.finish(end) }
        try runtime.finish(try SignRunner(.file(path: file), setup).run())
    }
}

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
        let (board, file) = try load()
        try board.darken()
        if let file { try CueService.rest(file.installation.cues) }
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
