import ArgumentParser
import Foundation
import LinuxHardware
import SignFiles
import SignHost

/// `ledsign doctor`: finds what prevents this machine from driving a board.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find what prevents this machine from driving a board, and how to fix it.",
        discussion: """
            Checks the model, the kernel, GPIO chips and the programs that use their lines, SPI, permissions, sound and \
            other uses of the board's lines, real-time limits, the power supply and the clock. It changes nothing, and \
            requests no lines.

            The exit code is 0 if the board can be driven, and 3 if not; with --report it is 0.

            Examples:
              ledsign doctor --board hub75-64x32
              ledsign doctor --board ./window.yaml --json
              ledsign doctor --sign /etc/ledsign/sign.yaml
              ledsign doctor --board hub75-64x32 --report
            """)

    @OptionGroup var board: BoardOfSign

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Flag(help: "Print facts about the machine that you may publish: no names of users or hosts, no addresses.")
    var report = false

    @Option(help: ArgumentHelp("Check the machine whose files are in this folder.", visibility: .private))
    var root = ""

    func validate() throws {
        if json, report { throw ValidationError("--json and --report cannot be combined; use one of them") }
    }

    func run() throws {
        let file = self.board.sign.flatMap { try? SignFileLoader.read($0) }
        let summary = try DoctorReport.summary(of: try self.board.load(), file, root: root)
        if report { return summary.publicLines.forEach { print($0) } }
        if json {
            print(try summary.json())
        } else {
            let usesColor = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
            summary.lines(usesColor: usesColor).forEach { print($0) }
        }
        if !Checkup.isFit(summary.findings) { throw ExitCode.findings }
    }
}
