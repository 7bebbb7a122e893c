import ArgumentParser
import Glibc
import LinuxSystem
import Settings
import SignFiles
import SignHost

/// `ledsign message`: edits of the messages of a sign file.
struct MessageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "List and edit the messages of a sign file.",
        discussion: """
            The file keeps its comments, order, quotation marks and blank lines. Messages have the numbers of the list. A running \
            sign shows the saved file at once.

            Examples:
              ledsign message list bakery.yaml
              ledsign message add bakery.yaml "Rolls: 5 for 2 EUR" color=amber
              ledsign message set bakery.yaml 2 text="Sold out" color=
              ledsign message move bakery.yaml 3 1
              ledsign message off bakery.yaml 2
            """,
        subcommands: [
            MessageList.self, MessageAdd.self, MessageSet.self, MessageMove.self, MessageOff.self, MessageOn.self,
            MessageRemove.self,
        ])
}

struct MessageList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the messages of a sign file with their numbers.")

    @Argument(help: ArgumentHelp("The sign file.", valueName: "file"), completion: .signFiles)
    var file: String

    func run() throws {
        let messages = try MessageEdit.editor(of: try MessageEdit.read(file), file).messages
        let hasZones = messages.contains { $0.zone != nil }
        let rows = messages.enumerated().map { number, message in
            ["\(number + 1)"] + (hasZones ? [message.zone ?? ""] : []) + [message.isDisabled ? "off" : ""]
                + [ShownText.shortened(message.title, maximum: 200)]
        }
        rows.lines(width: StandardOutput.terminalWidth).forEach { print($0) }
    }
}

struct MessageAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a message.",
        discussion: "Keys are those of messages of sign files, such as color=amber or priority=urgent.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The text.", valueName: "text"))
    var text: String

    @Argument(help: ArgumentHelp("Keys of the message with their values.", valueName: "key=value"))
    var keys: [KeyArgument] = []

    @Option(help: ArgumentHelp("The zone by name. (default: the first)", valueName: "name"))
    var zone: String?

    @Option(help: ArgumentHelp("The number that it gets. (default: behind all of its zone)", valueName: "number"))
    var at: Int?

    func run() throws {
        let members = keys.compactMap { key in key.value.map { JSONMember(key.name, $0) } }
        let message: JSONValue = members.isEmpty ? .text(text) : .object([JSONMember("text", .text(text))] + members)
        try edit.run { editor throws(TextError) in try editor.add(message, zone: zone, at: at) }
    }
}

struct MessageSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set keys of a message, or remove those without a value.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The message by its number.", valueName: "number"))
    var number: Int

    @Argument(help: ArgumentHelp("Keys of the message with their values; key= removes one.", valueName: "key=value"))
    var keys: [KeyArgument]

    func run() throws {
        try edit.run { editor throws(TextError) in try editor.set(number, keys.map { ($0.name, $0.value) }) }
    }
}

struct MessageMove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a message to the number that another one of its zone has.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The message by its number.", valueName: "number"))
    var number: Int

    @Argument(help: ArgumentHelp("The number that it gets.", valueName: "number"))
    var to: Int

    func run() throws { try edit.run { editor throws(TextError) in try editor.move(number, to: to) } }
}

struct MessageOff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Switch a message off, and keep it in the file.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The message by its number.", valueName: "number"))
    var number: Int

    func run() throws { try edit.run { editor throws(TextError) in try editor.set(number, [("disabled", "yes")]) } }
}

struct MessageOn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Show a message again that is switched off.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The message by its number.", valueName: "number"))
    var number: Int

    func run() throws { try edit.run { editor throws(TextError) in try editor.set(number, [("disabled", nil)]) } }
}

struct MessageRemove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a message.")

    @OptionGroup var edit: MessageEdit

    @Argument(help: ArgumentHelp("The message by its number.", valueName: "number"))
    var number: Int

    func run() throws { try edit.run { editor throws(TextError) in try editor.remove(number) } }
}

/// A key of a message and its value: a number, a list or keys in brackets, or else a text; nothing behind `=` removes the key.
struct KeyArgument: ExpressibleByArgument {
    let name: String
    let value: JSONValue?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = parts[0]
        let text = parts[1]
        let number = try? JSONValue(parsing: Array(text.utf8))
        if case .number? = number {
            value = number
        } else if text.hasPrefix("[") || text.hasPrefix("{") {
            guard let root = SettingsFile("value: \(text)".utf8, path: "", form: .sign).root else { return nil }
            value = root.json["value"]
        } else {
            value = text.isEmpty ? nil : .text(text)
        }
    }
}

/// The file of an edit, and where the result goes.
struct MessageEdit: ParsableArguments {
    @Argument(help: ArgumentHelp("The sign file.", valueName: "file"), completion: .signFiles)
    var file: String

    @Flag(help: "Print the changed file, and do not save it.")
    var dryRun = false

    static func read(_ file: String) throws -> [UInt8] {
        try InputFile.read(path: file, as: "the sign file \(file)", limit: SignFile.maximumBytes)
    }

    static func editor(of bytes: [UInt8], _ file: String) throws -> SignEditor {
        do throws(TextError) {
            return try SignEditor(bytes)
        } catch {
            throw CommandError("\(file):\(error)")
        }
    }

    /// Makes a change, and saves the file where it has no new errors and is still the one that was read.
    func run(_ change: (inout SignEditor) throws(TextError) -> Void) throws {
        let old = try Self.read(file)
        var editor = try Self.editor(of: old, file)
        do throws(TextError) { try change(&editor) } catch { throw CommandError("\(file): \(error)") }
        let new = editor.bytes
        let known = Set(SignFile.readable(in: old, path: file).problems.map { "\($0.reason)" })
        let problems = SignFile.readable(in: new, path: file).problems.filter { !known.contains("\($0.reason)") }
        guard problems.isEmpty else { throw SignError(problems: problems) }
        guard !dryRun else { return print(String(decoding: new, as: UTF8.self), terminator: "") }
        guard try Self.read(file) == old else {
            throw CommandError("\(file) has changed in the meantime; run the command again")
        }
        do throws(SystemCallError) {
            try AtomicFile.replace(new, path: file)
        } catch {
            throw CommandError("cannot write \(file): \(error.reason)")
        }
    }
}
