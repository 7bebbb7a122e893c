import ArgumentParser
import PixelGraphics
import SignControl

/// `ledsign ctl remove`.
struct CtlRemove: CtlRequest {
    static let name = "remove"
    static let configuration = CommandConfiguration(commandName: name, abstract: "Take a pushed message away.")

    @Argument(help: ArgumentHelp("The name of the message.", valueName: "name"))
    var message: String

    @OptionGroup var options: CtlOptions

    var members: [JSONMember] { [JSONMember("name", .text(message))] }
}

/// `ledsign ctl list`.
struct CtlList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the messages: those of the sign file and those that were pushed.")

    @OptionGroup var options: CtlOptions

    func run() throws {
        try reporting {
            guard case .list(let messages) = try options.ask("list")?["messages"] else { return }
            CtlTable.show(messages.map(Self.row))
        }
    }

    /// What is told of a message: state, priority, origin, zone, name, text in a line.
    private static func row(_ message: JSONValue) -> [String] {
        let priority = message["priority"]?.integer.map { String($0) }
        let text = message["text"]?.text ?? ""
        let line = String(text.map { $0.isNewline ? Character(" ") : $0 })
        let origin = message["pushed"] == .bool(true) ? "pushed" : "file"
        let zone = message["zone"]?.text ?? "-"
        let name = message["name"]?.text ?? "-"
        return [message["state"]?.text ?? "", priority ?? "", origin, zone, name, line].map(PrintableText.line)
    }
}

/// `ledsign ctl set`.
struct CtlSet: CtlRequest {
    static let name = "set"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Set a variable that texts show as {name}.")

    @Argument(help: ArgumentHelp("The name of the variable.", valueName: "name"))
    var variable: String

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Its value, which may be a negative number; after `--` it may begin with two dashes.", valueName: "value"))
    var value: [String]

    @OptionGroup var options: CtlOptions

    func validate() throws { _ = try DashedWords.values(value) }

    var members: [JSONMember] {
        let words = (try? DashedWords.values(value)) ?? value
        return [JSONMember("name", .text(variable)), JSONMember("value", .text(words.joined(separator: " ")))]
    }
}

/// `ledsign ctl unset`.
struct CtlUnset: CtlRequest {
    static let name = "set"
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Forget the value of a variable.")

    @Argument(help: ArgumentHelp("The name of the variable.", valueName: "name"))
    var variable: String

    @OptionGroup var options: CtlOptions

    var members: [JSONMember] { [JSONMember("name", .text(variable)), JSONMember("value", .null)] }
}

/// `ledsign ctl get`.
struct CtlGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of a variable, or all variables.")

    @Argument(help: ArgumentHelp("The name of the variable; all without it.", valueName: "name"))
    var name: String?

    @OptionGroup var options: CtlOptions

    func run() throws {
        try reporting {
            let answer = try options.ask("get", name.map { [JSONMember("name", .text($0))] } ?? [])
            guard let answer else { return }
            if name != nil { return print(PrintableText.line(answer["value"]?.text ?? "")) }
            for variable in answer["variables"]?.members ?? [] {
                print(PrintableText.line("\(variable.name)=\(variable.value.text ?? "")"))
            }
        }
    }
}

/// Values among which there may be negative numbers, which look like options.
enum DashedWords {
    /// Returns the values of an argument that takes whatever is no option.
    ///
    /// - Parameter words: with the `--` that ends the options, if there is one.
    /// - Throws: where a word before that looks like an option that there is not.
    static func values(_ words: [String]) throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        if let option = words[..<end].first(where: { $0.hasPrefix("--") }) {
            throw ValidationError(
                "there is no option \"\(option)\"; a value that begins with two dashes comes after `--`")
        }
        let values = Array(words[..<end] + words[end...].dropFirst())
        guard !values.isEmpty else { throw ValidationError("there is no value") }
        return values
    }
}

/// Rows of columns.
enum CtlTable {
    /// Prints rows; each column as wide as its widest entry, the last one as it is.
    static func show(_ rows: [[String]]) {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = row.enumerated().map { column, cell in
                column == count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            print(cells.joined())
        }
    }
}
