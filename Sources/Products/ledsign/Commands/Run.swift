import ArgumentParser
import Schedules
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

            Examples:
              ledsign run bakery.yaml
              ledsign run bakery.yaml --board max7219-32x8
              kill -HUP "$(pidof ledsign)"
            """)

    @Argument(
        help: ArgumentHelp("The sign file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @OptionGroup var board: BoardChoice

    @Flag(help: "Also draw in the terminal what a simulated panel decodes from the wires.")
    var simulate = false

    @Option(
        name: .customLong("for"),
        parsing: .unconditional, help: ArgumentHelp("Stop after this time.", valueName: "time"),
        transform: OptionValue.positiveTime)
    var duration: Nanoseconds?

    @OptionGroup var runtime: RuntimeOptions

    func run() throws {
        SignRunner.holdReloads()
        try reporting {
            let defaults = try Configuration.load()
            var setup = try runtime.setup(
                board: board, simulate: simulate, duration: duration, http: defaults.http, mqtt: defaults.mqtt)
            setup.defaultClock = defaults.clock ?? .synchronised
            try runtime.finish(try SignRunner(.file(path: file), setup).run())
        }
    }
}
