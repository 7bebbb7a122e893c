import ArgumentParser
import LinuxSystem
import Settings

/// A word on the command line that stands where a command is expected, and is not one.
struct CommandWords {
    /// What is wrong, and which command was meant.
    let problem: String
    /// The command whose subcommand was expected, such as `ledsign ctl`.
    let command: String
    /// How that command is used.
    let usage: String

    /// Looks at the words behind the program's name; nil if all commands are known.
    static func unknown(in arguments: [String]) -> CommandWords? {
        var command: any ParsableCommand.Type = Command.self
        var path = "ledsign"
        let asksForHelp = arguments.first == "help"
        let words = asksForHelp ? Array(arguments.dropFirst()) : arguments
        if asksForHelp, words == ["help"] { return nil }
        for word in words {
            let known = command.configuration.subcommands
            if word.hasPrefix("-") || (known.isEmpty && !asksForHelp) { return nil }
            guard let next = known.first(where: { $0._commandName == word }) else {
                return CommandWords(
                    problem: problem(word, in: path, known: known.map { $0._commandName }), command: path,
                    usage: path + (known.isEmpty ? " [options]" : " <subcommand>"))
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

    /// Says what is wrong, in the form of all errors of the command line.
    var message: String {
        """
        Error: \(problem)
        Usage: \(usage)
          See '\(command) --help' for more information.
        """
    }
}
