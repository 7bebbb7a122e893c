import ArgumentParser
import LinuxSystem
import Settings
import SignHost

struct CtlSet: CtlRequest {
    static let verb = "set"

    @Argument(help: ArgumentHelp("The name of the variable.", valueName: "name"))
    var variable: String

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The value. It may be a negative number; write `--` before a value that begins with two dashes.",
            valueName: "value"))
    var value: [String]

    @OptionGroup var options: CtlOptions

    func validate() throws { _ = try Ctl.dashedValues(value) }

    var fields: JSONValue {
        let words = (try? Ctl.dashedValues(value)) ?? value
        return ["name": .text(variable), "value": .text(words.joined(separator: " "))]
    }
}

/// Sends `set` with a value of null.
struct CtlUnset: CtlRequest {
    static let verb = "set"
    static let configuration = CommandConfiguration(commandName: "unset", abstract: "Unset a variable.")

    @Argument(help: ArgumentHelp("The name of the variable.", valueName: "name"))
    var variable: String

    @OptionGroup var options: CtlOptions

    var fields: JSONValue { ["name": .text(variable), "value": .null] }
}

struct CtlGet: CtlRequest {
    static let verb = "get"

    @Argument(help: ArgumentHelp("The name of the variable; without it, all variables.", valueName: "name"))
    var name: String?

    @OptionGroup var options: CtlOptions

    var fields: JSONValue { ["name": name.map { .text($0) }] }

    func show(_ answer: JSONValue) {
        if name != nil { return print(PrintableText.line(answer["value"]?.text ?? "")) }
        for variable in answer["variables"]?.members ?? [] {
            print(PrintableText.line("\(variable.name)=\(variable.value.text ?? "")"))
        }
    }
}

extension Ctl {
    /// Returns the values of an argument that collects all words that are not options, also the `--` that ends these: negative
    /// numbers look like options, and a word before it with two dashes is one.
    static func dashedValues(_ words: [String]) throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        if let option = words[..<end].first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("unknown option \"\(option)\"; write `--` before a value that begins with two dashes")
        }
        let values = Array(words[..<end] + words[end...].dropFirst())
        guard !values.isEmpty else { throw ValidationError("the value is missing") }
        return values
    }
}
