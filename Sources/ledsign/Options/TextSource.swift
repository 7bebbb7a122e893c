import ArgumentParser
import BitmapFonts
import Foundation

/// Where the text comes from: arguments, standard input, or a file.
struct TextSource: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The text; several words are joined by blanks. `-` reads standard input. After `--`, a text may begin with \
            a dash.
            """, valueName: "text"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp("Read the text from a file.", valueName: "file"), completion: .file())
    var file: String?

    mutating func validate() throws {
        if file != nil, !words.isEmpty {
            throw ValidationError("the text is given twice: as arguments and by --file; give one of them")
        }
    }

    /// Refuses a command line without a text; asked for when it has been read, so that an unknown option is named first.
    ///
    /// - Parameter command: whose usage is printed; that of a `ValidationError` would be the whole program's by then.
    func requireText(of command: any ParsableCommand.Type) throws {
        guard file == nil, words.isEmpty else { return }
        Messages.say(
            """
            Error: there is no text; give it as arguments, `-` for standard input, or --file FILE
            Usage: \(Command.usageString(for: command))
              See 'ledsign \(command._commandName) --help' for more information.
            """)
        throw ExitCode.validationFailure
    }

    /// Whether the text comes from standard input.
    var isStandardInput: Bool { words == ["-"] }

    /// Reads the whole text; bytes that are not UTF-8 become U+FFFD.
    func wholeText() throws -> String {
        if isStandardInput {
            return TextSource.decoded(try InputFile.readStandardInput(limit: TextSource.mostBytes))
        }
        guard let file else { return words.joined(separator: " ") }
        return try TextSource.read(file)
    }

    /// Reads a text file without its last newline.
    static func read(_ path: String) throws -> String {
        decoded(try InputFile.read(path: path, as: "the text file \(path)", limit: mostBytes))
    }

    /// More bytes than any text that can be laid out has.
    private static let mostBytes = 1 << 20

    private static func decoded(_ bytes: [UInt8]) -> String {
        var text = DecodedText(utf8: bytes).string
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }
}
