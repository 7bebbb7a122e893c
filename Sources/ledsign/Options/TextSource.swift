import ArgumentParser
import BitmapFonts
import Foundation

/// Where the text comes from: arguments, standard input, or a file.
struct TextSource: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The text; several words are joined by blanks. `-` reads standard input.", valueName: "text")
    )
    var words: [String] = []

    @Option(
        help: ArgumentHelp("Read the text from a file.", valueName: "file"), completion: .file())
    var file: String?

    mutating func validate() throws {
        if file != nil, !words.isEmpty {
            throw ValidationError("the text is given twice: as arguments and by --file; give one of them")
        }
        if file == nil, words.isEmpty {
            throw ValidationError("there is no text; give it as arguments, `-` for standard input, or --file FILE")
        }
    }

    /// Whether the text comes from standard input.
    var isStandardInput: Bool { words == ["-"] }

    /// Reads the whole text; bytes that are not UTF-8 become U+FFFD.
    func wholeText() throws -> String {
        if isStandardInput {
            return TextSource.decoded(FileHandle.standardInput.readDataToEndOfFile())
        }
        guard let file else { return words.joined(separator: " ") }
        return try TextSource.read(file)
    }

    /// Reads a text file without its last newline.
    static func read(_ path: String) throws -> String {
        do {
            return decoded(try Data(contentsOf: URL(fileURLWithPath: path), options: []))
        } catch {
            let reason = (error as NSError).localizedDescription
            throw Failure("the text file \(path) cannot be read: \(reason)")
        }
    }

    private static func decoded(_ data: Data) -> String {
        var text = DecodedText(utf8: data).string
        while text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
