import ArgumentParser

/// The command; its subcommands are the composition root.
@main
struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledsign",
        abstract: "Drives LED matrix signs, and shows them without hardware.",
        discussion: ExitCodes.discussion,
        version: "0.1.0",
        subcommands: [Show.self, Render.self, Decode.self, FontCommand.self, BoardCommand.self])
}
