import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import Schedules

/// `ledsign doctor`: what stops this machine from driving a board.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what stops this machine from driving a board, each with its cure.",
        discussion: """
            Looks at the model, the kernel, GPIO chips and who holds their lines, SPI, permissions, sound and other uses of \
            the board's lines, real-time limits, the supply and the clock. Nothing is requested or changed.

            Exits with 0 where nothing stops the board, with 3 where something does.

            Examples:
              ledsign doctor --board hub75-64x32
              ledsign doctor --board ./window.yaml --json
              ledsign doctor --sign /etc/ledsign/sign.yaml
            """)

    @OptionGroup var board: BoardOfSign

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Look at the machine whose files are in this folder.", visibility: .private))
    var root = ""

    func run() throws {
        try reporting {
            let board = try self.board.load()
            var machine = Machine.read(root: root)
            if root.isEmpty { machine.isClockSynchronized = SystemWallClock.isSynchronized }
            let findings = Checkup(
                machine: machine, needs: BoardNeeds(board), data: ProgramData.read(), trust: try trust()
            ).findings
            if json {
                let report = DoctorJSON(
                    machine: machine, board: board.name, findings: findings, version: Command.configuration.version)
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

    /// The clock of the sign, or the usual one where no sign is named or its file has problems.
    private func trust() throws -> ClockTrust {
        let named = board.sign.flatMap { try? SignFileLoader.read($0) }?.clock
        return try named ?? Configuration.load().clock ?? .synchronised
    }
}
