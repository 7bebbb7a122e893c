import ArgumentParser
import Foundation
import SignHost

/// The source of the text: arguments, standard input, or a file.
struct TextSource: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The text; several words are joined by spaces. `-` reads standard input. Write `--` before a text that begins \
            with a dash.
            """, valueName: "text"))
    var words: [String] = []

    @Option("Read the text from a file.", value: "file", completion: .file())
    var file: String?

    mutating func validate() throws {
        if file != nil, !words.isEmpty {
            throw ValidationError("the text is given twice, as an argument and with --file; give only one")
        }
    }

    /// Says that the command line of a command has no text, and fails.
    ///
    /// It is called after parsing, so that an unknown option is reported first; a `ValidationError` would print the usage of the
    /// program here.
    func requireText(of command: any ParsableCommand.Type) throws {
        guard file == nil, words.isEmpty else { return }
        try Self.refuse("the text is missing; give a text, `-` for standard input, or --file FILE", of: command)
    }

    /// Says that the command line of a command has a text and must not have one, and fails; called after parsing, too.
    func requireNoText(of command: any ParsableCommand.Type, because reason: String) throws {
        guard file != nil || !words.isEmpty else { return }
        try Self.refuse(reason, of: command)
    }

    private static func refuse(_ problem: String, of command: any ParsableCommand.Type) throws {
        let usage = "ledsign " + command.usageString()
        Messages.say(usageError(problem, usage: usage, command: "ledsign \(command._commandName)"))
        throw ExitCode.validationFailure
    }

    /// Whether the text comes from standard input.
    var isStandardInput: Bool { words == ["-"] }

    /// Where the text of a running sign comes from.
    var origin: TextFeed.Origin {
        if let file { return .file(path: file) }
        return isStandardInput ? .lines(descriptor: STDIN_FILENO) : .text(words.joined(separator: " "))
    }

    /// Refuses to read messages from the terminal whose keys move the sign.
    func checkStandardInput(isTerminalUsed: Bool) throws {
        guard file == nil, isStandardInput, isTerminalUsed, isatty(STDIN_FILENO) != 0 else { return }
        throw CommandError(
            "`-` reads messages from standard input, and that is the terminal, whose keys move the sign; "
                + "pipe something into it, such as `date | ledsign show -`")
    }

    /// Reads the whole text; bytes that are not UTF-8 become U+FFFD.
    func wholeText() throws -> String {
        if isStandardInput {
            return InputFile.text(try InputFile.readStandardInput(limit: InputFile.maximumTextBytes))
        }
        guard let file else { return words.joined(separator: " ") }
        return try InputFile.readText(file)
    }
}
