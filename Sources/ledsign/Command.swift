import ArgumentParser
import LinuxHardware

/// The command; its subcommands are the composition root.
@main
struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledsign",
        abstract: "Drives LED matrix signs, and shows them without hardware.",
        discussion: ExitCodes.discussion,
        version: "0.1.0",
        subcommands: [
            Show.self, Run.self, Check.self, Render.self, Decode.self, Dark.self, FontCommand.self, BoardCommand.self,
            Ctl.self, Doctor.self,
        ])

    /// Runs the command; to an unknown option the hint is added that a text may look like one.
    static func main() {
        FailDark.runGuardianIfAsked()
        ProvokedFaults.prepare()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            if fullMessage(for: error).contains("Unknown option") {
                Messages.say("Note: a text that begins with a dash comes last, after `--`: ledsign show -- \"-5°C\"")
            }
            exit(withError: error)
        }
    }
}
