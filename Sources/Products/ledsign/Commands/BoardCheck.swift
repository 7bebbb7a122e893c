import ArgumentParser
import Boards
import PanelDrivers
import SignHost

struct BoardCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check board files, and list every error with its file, line and column.",
        discussion: """
            The exit code is 3 if a file has errors, and 1 if a file cannot be read.

            Examples:
              ledsign board check ./window.yaml
              ledsign board check boards/*.yaml boards/panels/*.yaml
              ledsign board check max7219-32x8
            """)

    @Argument(
        help: ArgumentHelp("Board, panel and wiring files; also boards by name.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var files: [String]

    func run() throws {
        try reporting {
            let library = try BoardResolver.library()
            var hasFindings = false
            var isUnreadable = false
            for file in files {
                do {
                    let summary = try library.check(file)
                    let problems = Self.problems(try? library.board(file))
                    problems.forEach { Messages.say("\(file): \($0)") }
                    if problems.isEmpty { print("\(file): ok, \(summary)") } else { hasFindings = true }
                } catch {
                    if error is BoardError { hasFindings = true } else { isUnreadable = true }
                    Messages.say("\(error)")
                }
            }
            if isUnreadable { throw ExitCode.failure }
            if hasFindings { throw ExitCodes.findings }
        }
    }

    /// Why a board cannot be driven although its file is valid.
    private static func problems(_ board: Board?) -> [String] {
        guard case .hub75(let wired)? = board?.panel else { return [] }
        if case .dpi = wired.port {
            do throws(HUB75SetupError) {
                _ = try wired.scanOutPlan()
                return []
            } catch {
                return error.problems.map { "cannot be driven on a display engine: \($0)" }
            }
        }
        return HUB75Description.timings(of: wired).flatMap { machine, timing -> [String] in
            do throws(HUB75SetupError) {
                _ = try wired.encoder(timing: timing)
                return []
            } catch {
                return error.problems.map { "cannot be driven on \(machine): \($0)" }
            }
        }
    }
}
