import ArgumentParser
import PixelGraphics

/// What `ledsign help` is asked about.
enum HelpRequest {
    /// Refuses help about a command that does not exist; the parser would print the help of the whole program instead.
    ///
    /// - Parameter arguments: those of the command line, without the program.
    /// - Throws: `ValidationError` with the nearest name.
    static func check(_ arguments: some Collection<String>, of root: any ParsableCommand.Type) throws {
        let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
        guard arguments.first == "help", words != ["help"] else { return }
        var command = root
        var path = root._commandName
        for word in words {
            let known = command.configuration.subcommands
            guard let next = known.first(where: { $0._commandName == word }) else {
                throw ValidationError(unknown(word, below: path, known: known.map { $0._commandName }))
            }
            command = next
            path += " " + word
        }
    }

    private static func unknown(_ word: String, below path: String, known: [String]) -> String {
        guard !known.isEmpty else { return "`\(path)` has no commands of its own, and so no `\(word)`" }
        let nearest = NearestName.find(word, among: known).map { "; did you mean `\($0)`?" }
        return "`\(path)` has no command `\(word)`\(nearest ?? "; it has \(known.joined(separator: ", "))")"
    }
}
