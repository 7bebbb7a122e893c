import ArgumentParser
import Boards
import SignContent

/// `ledsign check`: all problems of sign files.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check sign files: every problem with its file, line and column.",
        discussion: """
            Exits with 3 where a file has problems, and with 1 where one cannot be read. Boards and fonts that a file names \
            are looked for, and its texts are laid out for its board; what is probably not meant so is told as a warning.

            Examples:
              ledsign check bakery.yaml
              ledsign check --board max7219-32x8 signs/*.yaml
            """)

    @Argument(
        help: ArgumentHelp("Sign files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    @OptionGroup var board: BoardChoice

    func run() throws {
        try reporting {
            var hasFindings = false
            var isUnreadable = false
            for file in files {
                do {
                    print("\(file): ok, \(try Check.summary(of: file, choice: board))")
                } catch let error as SignError {
                    hasFindings = true
                    Messages.say("\(error)")
                } catch {
                    isUnreadable = true
                    Messages.say("\(error)")
                }
            }
            if isUnreadable { throw ExitCode.failure }
            if hasFindings { throw ExitCodes.findings }
        }
    }

    /// Lays a sign out for its board, and warns of what is probably not meant so.
    private static func summary(of path: String, choice: BoardChoice) throws -> String {
        let file = try SignFileLoader.read(path)
        let board = try SignFileLoader.board(of: file, choice: choice)
        let player = try SignPlayer(file, size: board.size, fonts: SignFileLoader.fonts, start: .zero)
        MessageWarnings.say(try player.laidOut(), board: board, readingSpeed: true)
        let count = file.messages.count
        let messages = count == 1 ? "one message" : "\(count) messages"
        let zones = file.zones.count == 1 ? "" : " in \(file.zones.count) zones"
        return "\(messages)\(zones) on \(board.name)"
    }
}
