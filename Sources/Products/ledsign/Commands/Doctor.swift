import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import Schedules
import SignHost

/// `ledsign doctor`: finds what prevents this machine from driving a board.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find what prevents this machine from driving a board, and how to fix it.",
        discussion: """
            Checks the model, the kernel, GPIO chips and the programs that use their lines, SPI, permissions, sound and \
            other uses of the board's lines, real-time limits, the power supply and the clock. It changes nothing, and \
            requests no lines.

            The exit code is 0 if the board can be driven, and 3 if not.

            Examples:
              ledsign doctor --board hub75-64x32
              ledsign doctor --board ./window.yaml --json
              ledsign doctor --sign /etc/ledsign/sign.yaml
            """)

    @OptionGroup var board: BoardOfSign

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Check the machine whose files are in this folder.", visibility: .private))
    var root = ""

    func run() throws {
        try reporting {
            let board = try self.board.load()
            var machine = Machine.read(root: root)
            if root.isEmpty { machine.isClockSynchronized = SystemWallClock.isSynchronized }
            let findings =
                Checkup(
                    machine: machine, needs: BoardNeeds(board), data: ProgramData.read(),
                    trustsClock: try trust() == .trusted
                ).findings + (try served())
            if json {
                let report = DoctorJSON(
                    machine: machine, board: board.name, findings: findings, version: ProgramVersion.text)
                print(try report.text())
            } else {
                let usesColor = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
                let report = DoctorReport(
                    machine: machine, board: board.name, findings: findings, usesColor: usesColor)
                for line in report.lines { print(line) }
            }
            if !Checkup.isFit(findings) { throw ExitCodes.findings }
        }
    }

    /// What serves the page of the sign file, if it or the configuration asks for it.
    private func served() throws -> [Finding] {
        guard root.isEmpty, let path = board.sign, let file = try? SignFileLoader.read(path),
            let settings = try file.installation.http ?? Configuration.load().http
        else { return [] }
        return ServerCheckup(settings: settings, signFile: path).findings
    }

    /// The clock of the sign, or the default one without a readable sign file.
    private func trust() throws -> ClockTrust {
        let named = board.sign.flatMap { try? SignFileLoader.read($0) }?.clock
        return try named ?? Configuration.load().clock ?? .synchronised
    }
}
