import ArgumentParser
import Boards
import SignContent

/// `ledsign check`: all problems of sign files.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check sign files: every problem with its file, line and column.",
        discussion: """
            Exits with 3 if a file has problems, and with 1 if one cannot be read. Boards, fonts and images that a file \
            names are loaded, and its texts are laid out for its board. Warnings name what is probably not meant: missing \
            calendars and values, unknown groups, times that are all past, fonts taller than their area, overlapping zones.

            Examples:
              ledsign check bakery.yaml
              ledsign check --board max7219-32x8 signs/*.yaml
              sed 's/red/blue/' bakery.yaml | ledsign check -
            """)

    @Argument(
        help: ArgumentHelp("Sign files; `-` is standard input.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    @OptionGroup var board: BoardChoice

    func run() throws {
        try reporting {
            var hasFindings = false
            var isUnreadable = false
            for file in files {
                do {
                    let isGood = try Check.check(file, choice: board)
                    hasFindings = hasFindings || !isGood
                } catch {
                    isUnreadable = true
                    Messages.say("\(error)")
                }
            }
            if isUnreadable { throw ExitCode.failure }
            if hasFindings { throw ExitCodes.findings }
        }
    }

    /// Says everything about a file: its problems, what is probably not meant so, or that it is good; returns whether it is.
    private static func check(_ path: String, choice: BoardChoice) throws -> Bool {
        let (file, problems) = try SignFileLoader.readable(path, takesStandardInput: true)
        guard let file else {
            Messages.say("\(SignError(problems: problems))")
            return false
        }
        let (board, boardProblems) = try SignFileLoader.board(of: file, choice: choice)
        let inspection = SignFileLoader.inspect(file, found: problems + boardProblems, board: board)
        for problem in inspection.problems { Messages.say("\(problem)") }
        for warning in inspection.warnings { Messages.warn("\(warning)") }
        if let board { MessageWarnings.say(inspection.messages, board: board, readingSpeed: true) }
        guard let board, inspection.problems.isEmpty else { return false }
        print("\(path): ok, \(summary(of: file, on: board))")
        return true
    }

    private static func summary(of file: SignFile, on board: Board) -> String {
        let count = file.messages.count
        let messages = count == 1 ? "one message" : "\(count) messages"
        let zones = file.zones.count == 1 ? "" : " in \(file.zones.count) zones"
        return "\(messages)\(zones) on \(board.name)"
    }
}
