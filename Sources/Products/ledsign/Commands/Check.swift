import ArgumentParser
import Boards
import ImageFiles
import LinuxHardware
import Schedules
import SignFiles
import SignHost
import SignPlayback

/// `ledsign check`: lists all errors of sign files.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check sign files, and list every error with its file, line and column.",
        discussion: """
            The exit code is 3 if a file has errors, and 1 if a file cannot be read. The check loads the boards, fonts and \
            images that a file names, and lays out its texts for its board. Warnings point out probable mistakes: missing \
            calendars, events that cannot be read, missing values and brokers, unknown groups, times that are all in the past, fonts taller than their area, and \
            overlapping zones.

            Examples:
              ledsign check bakery.yaml
              ledsign check --board max7219-32x8 signs/*.yaml
              sed 's/red/blue/' bakery.yaml | ledsign check -
            """)

    @Argument(help: ArgumentHelp("Sign files; `-` is standard input.", valueName: "file"), completion: .signFiles)
    var files: [String]

    @OptionGroup var board: BoardChoice

    func run() throws { try ExitCode.check(files) { try Check.check($0, choice: board) } }

    /// Prints the errors and warnings of a file, or that it is ok; returns whether it is.
    private static func check(_ path: String, choice: BoardChoice) throws -> Bool {
        let (file, problems) = try SignFileLoader.readable(path, takesStandardInput: true)
        guard let file else {
            Messages.say("\(SignError(problems: problems))")
            return false
        }
        let (board, boardProblems) = try SignFileLoader.board(of: file, boards: choice.resolver)
        let inspection = SignFileLoader.inspect(file, found: problems + boardProblems, board: board)
        for problem in inspection.problems { Messages.say("\(problem)") }
        for warning in inspection.warnings { Messages.warn("\(warning)") }
        try SignEvents.checkCalendars(
            of: file, at: SystemWallClock().reading(at: SystemMonotonicClock().now).wall, log: .messages)
        if let board {
            MessageWarnings.all(of: inspection.messages, board: board, readingSpeed: true).forEach(Messages.warn)
        }
        guard let board, inspection.problems.isEmpty else { return false }
        if let warning = try file.missingBrokerWarning(defaults: try Configuration.load().mqtt) {
            Messages.warn(warning)
        }
        print("\(path): ok, \(summary(of: file, on: board))\(images(of: inspection))")
        return true
    }

    /// What the images need; empty without images.
    private static func images(of inspection: SignInspection) -> String {
        guard inspection.imageBytes > 0 else { return "" }
        let (needed, maximum) = (inspection.imageBytes, ImageMemory.fileLimit)
        return
            "; its images need \(ImageLimits.mebibytes(needed)) of memory, of \(ImageLimits.mebibytes(maximum)) at most"
    }

    private static func summary(of file: SignFile, on board: Board) -> String {
        let count = file.messages.count
        let messages = count == 1 ? "1 message" : "\(count) messages"
        let zones = file.zones.count == 1 ? "" : " in \(file.zones.count) zones"
        return "\(messages)\(zones) on \(board.name)"
    }
}
