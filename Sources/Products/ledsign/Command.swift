import ArgumentParser
import Foundation
import LinuxSystem
import Settings
import SignHost

/// The command; its subcommands are the composition root.
@main
struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledsign",
        abstract: "Drive LED matrix signs, or simulate them without hardware.",
        discussion: exitCodes,
        version: programVersion,
        subcommands: [
            Show.self, Run.self, Check.self, ScheduleCommand.self, Render.self, Decode.self, Dark.self,
            FontCommand.self, IconCommand.self, RecipeCommand.self, Setup.self, MessageCommand.self,
            BoardCommand.self, Ctl.self, Send.self, TokenCommand.self, DiscoveryCommand.self, Doctor.self,
        ])

    /// The exit codes, as `ledsign --help` and the README document them.
    private static let exitCodes = """
        Exit codes: 0 all went well; 1 what was asked for could not be done (a file, font, board or device); \
        3 a check found something (missing characters, for instance); 64 the command line was wrong; \
        128 and the signal's number when a signal other than SIGINT ended it.
        """

    /// Runs the command; for an unknown command it suggests the nearest one, and for an unknown option it adds the hint that a text
    /// may look like one.
    static func main() {
        SignRunner.prepareProcess()
        ProvokedFaults.prepare()
        var code = ExitCode.success
        do {
            let words = Ctl.ordered(Array(CommandLine.arguments.dropFirst()))
            if let problem = unknownCommand(in: words) {
                Messages.say(problem)
                code = .validationFailure
            } else {
                try run(words)
            }
        } catch {
            code = report(error)
        }
        code = finishOutput(code)
        Messages.end()
        Foundation.exit(code.rawValue)
    }

    /// Parses the command line and runs the command; errors of all layers keep their own words, as those of Foundation would not.
    private static func run(_ words: [String]) throws {
        var command = try parseAsRoot(words)
        do {
            try command.run()
        } catch let error where exitCode(for: error) == .failure && !(error is ExitCode) {
            throw CommandError("\(error)")
        }
    }

    /// Prints an error, or the help that was asked for; returns its exit code.
    private static func report(_ error: any Error) -> ExitCode {
        let (text, code) = (fullMessage(for: error), exitCode(for: error))
        if text.contains("Unknown option"), ["<text>", "<value>"].contains(where: text.contains) {
            Messages.say("Note: a text that begins with a dash comes last, after `--`: ledsign show -- \"-5°C\"")
        }
        if !text.isEmpty {
            if code.isSuccess { print(text) } else { Messages.say(text) }
        }
        return code
    }

    /// Writes the rest of the results; returns the exit code, which is another one where they could not be written.
    private static func finishOutput(_ code: ExitCode) -> ExitCode {
        let error = StandardOutput.finish()
        guard error != 0, code.isSuccess || code == .findings else { return code }
        // A reader that has seen enough is not a failure.
        if error == EPIPE { return .signal(SIGPIPE) }
        Messages.say("Error: standard output cannot be written: \(SystemCallError.reason(error))")
        return .failure
    }

    /// Says that a word stands where a command is expected, and is not one; nil if all commands are known.
    private static func unknownCommand(in arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Command.self
        var path = "ledsign"
        let asksForHelp = arguments.first == "help"
        let words = asksForHelp ? Array(arguments.dropFirst()) : arguments
        if asksForHelp, words == ["help"] { return nil }
        for word in words {
            let known = command.configuration.subcommands
            if word.hasPrefix("-") || (known.isEmpty && !asksForHelp) { return nil }
            guard let next = known.first(where: { $0._commandName == word }) else {
                return usageError(
                    problem(word, in: path, known: known.map { $0._commandName }),
                    usage: path + (known.isEmpty ? " [options]" : " <subcommand>"), command: path)
            }
            command = next
            path += " " + word
        }
        return nil
    }

    private static func problem(_ word: String, in path: String, known: [String]) -> String {
        let word = PrintableText.line(word)
        guard !known.isEmpty else { return "\(path) has no commands of its own, and so no \"\(word)\"" }
        let words = "\(path) has no command \"\(word)\""
        guard let nearest = NearestName.find(word, among: known) else {
            return words + "; it has " + known.joined(separator: ", ")
        }
        return words + "; did you mean \"\(nearest)\"?"
    }
}
