import ArgumentParser
import PixelGraphics
import SignControl
import Timelines

/// `ledsign ctl push`.
struct CtlPush: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Show a message in addition to those of the sign file.",
        discussion: """
            Without --zone the message is for the whole sign: on a sign with several zones it covers them as long as it is \
            shown, and on others it takes its turn among the other messages. With --zone it takes its turn in that zone. One \
            of a higher priority is shown in the place of the others. With the name of a message that was pushed before it \
            takes that one's place. The name is printed; `ledsign ctl remove` takes it.

            --key gives any key of a message of a sign file, such as --key in=wipe --key scroll=always.
            """)

    @Argument(help: ArgumentHelp("The text; several words are one text.", valueName: "text"))
    var words: [String] = []

    @Option(help: ArgumentHelp("The name of the message.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("0 (usual) to 9, or urgent, which is 9.", valueName: "priority"),
        completion: .list(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "urgent"]))
    var priority: String?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("How long the message lives; without it until it is removed.", valueName: "time"),
        transform: OptionValue.positiveTime)
    var lifetime: Nanoseconds?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("How often it is shown.", valueName: "count"))
    var repeats: Int?

    @Option(
        help: ArgumentHelp("A font by name or path.", valueName: "font"),
        completion: .custom { _, _, _ in FontCatalog.completions() })
    var font: String?

    @Option(help: ArgumentHelp("The colour of the letters.", valueName: "color"))
    var color: String?

    @Option(help: ArgumentHelp("The colour behind the letters.", valueName: "color"))
    var background: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Pixels per second.", valueName: "speed"))
    var speed: String?

    @Option(
        name: .customLong("key"), help: ArgumentHelp("Any key of a message of a sign file.", valueName: "key=value"))
    var keys: [String] = []

    @Flag(help: "Make the sign as bright as it ever is while the message is shown, also where it is dimmed or dark.")
    var wake = false

    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        for key in keys where !key.dropFirst().contains("=") {
            throw ValidationError("--key is a key and its value such as scroll=always, not \"\(key)\"")
        }
        if let priority, priority != "urgent", !(0...9).contains(Int(priority) ?? -1) {
            throw ValidationError("--priority is 0 to 9, or urgent, not \"\(priority)\"")
        }
        if let repeats, repeats < 1 { throw ValidationError("--repeat is 1 or more") }
        let isBlank = words.allSatisfy { $0.allSatisfy(\.isWhitespace) }
        guard !isBlank || !keys.isEmpty else { throw ValidationError("there is no text to show") }
    }

    /// The message as a sign file has it.
    var message: JSONValue {
        var members: [JSONMember] = []
        if !words.isEmpty { members.append(JSONMember("text", .text(words.joined(separator: " ")))) }
        func add(_ name: String, _ value: String?) {
            if let value { members.append(JSONMember(name, CtlPush.value(value))) }
        }
        add("priority", priority)
        if wake { members.append(JSONMember("wake", .bool(true))) }
        add("lifetime", lifetime?.text)
        add("repeat", repeats.map { "\($0)" })
        if let name { members.append(JSONMember("name", .text(name))) }
        if let color { members.append(JSONMember("color", .text(color))) }
        if let background { members.append(JSONMember("background", .text(background))) }
        add("font", font)
        add("speed", speed)
        for key in keys {
            let parts = key.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            add(String(parts[0]), String(parts[1]))
        }
        return .object(members)
    }

    /// What JSON a value is: a number, true, false, a list, an object, or else a text.
    private static func value(_ text: String) -> JSONValue {
        (try? JSONValue(parsing: Array(text.utf8))) ?? .text(text)
    }

    func run() throws {
        try reporting {
            let answer = try options.ask("push", [JSONMember("message", message)] + zone.members)
            if let name = answer?["name"]?.text { print(name) }
        }
    }
}
