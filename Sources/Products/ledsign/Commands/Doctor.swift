import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import Schedules
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
        let summary = try Self.summary(of: try self.board.load(), file, root: root)
        if report { return summary.publicLines.forEach { print($0) } }
        if json {
            print(try summary.json())
        } else {
            let usesColor = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
            summary.lines(usesColor: usesColor).forEach { print($0) }
        }
        if !Checkup.isFit(summary.findings) { throw ExitCode.findings }
    }

    /// What is found about this machine, or one whose files are in a folder, with a board and perhaps a sign.
    static func summary(of board: Board, _ file: SignFile?, root: String = "") throws -> DoctorReport {
        var machine = Machine.read(root: root)
        if root.isEmpty { machine.isClockSynchronized = SystemWallClock.isSynchronized }
        let checkup = Checkup(
            machine: machine, needs: BoardNeeds(board), data: ProgramData.read(),
            trustsClock: try (file?.clock ?? Configuration.load().clock) == .trusted)
        let network = root.isEmpty ? try file.map(network) ?? [] : []
        return DoctorReport(machine: machine, board: board.name, findings: checkup.findings + network)
    }

    /// What serves the page of the sign file, its broker and its pixels from the network, as far as it or the configuration asks
    /// for them.
    private static func network(_ file: SignFile) throws -> [Finding] {
        let defaults = try Configuration.load()
        let page = file.installation.http ?? defaults.http
        var findings = page?.findings ?? []
        if let broker = file.installation.mqtt ?? defaults.mqtt {
            findings += file.brokerConfiguration(broker, board: "", page: page).findings
        }
        return findings + (file.installation.pixels?.findings ?? [])
    }
}
