import ArgumentParser
import PixelGraphics
import Settings
import SignHost
import Timelines

struct CtlPush: CtlRequest {
    static let verb = "push"
    static let discussion = """
        With --zone, the message takes its turn in that zone. Without it, the message is for the whole sign: it covers \
        all zones while it is shown; on a sign with one zone it takes its turn among the other messages. A message with a \
        higher priority replaces the others while it is shown. A message with the name of an earlier pushed message \
        replaces that message. The command prints the name; `ledsign ctl remove` removes the message.

        --key sets any key of a message of a sign file, such as --key in=wipe --key scroll=always. Lists and keys within a key \
        are JSON, such as --key 'columns=["Soup", {"text": "4.20", "color": "lime"}]'.
        """

    @Argument(help: ArgumentHelp("The text; several words are joined by spaces.", valueName: "text"))
    var words: [String] = []

    @Option("The name of the message.", value: "name")
    var name: String?

    @Option(
        "0 to 9, or urgent, which is 9. (default: 0)", value: "priority",
        completion: .list(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "urgent"]))
    var priority: String?

    @Option("How long the message stays; without it, until it is removed.", time: .customLong("for"))
    var lifetime: Nanoseconds?

    @Option("How many times the message is shown.", value: "count", name: .customLong("repeat"))
    var repeats: Int?

    @Option("A font by name or path.", value: "font", completion: .fonts)
    var font: String?

    @Option("The colour of the text.", value: "color")
    var color: String?

    @Option("The colour behind the text.", value: "color")
    var background: String?

    @Option("Speed in pixels per second.", value: "speed", parsing: .unconditional)
    var speed: String?

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("Any key of a message of a sign file; may be repeated.", valueName: "key=value"))
    var keys: [String] = []

    @Flag(help: "Show the message at the sign file's highest brightness, even if the sign is dimmed or dark.")
    var wake = false

    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        for key in keys where !key.dropFirst().contains("=") {
            throw ValidationError("--key must be a key and a value, such as scroll=always, not \"\(key)\"")
        }
        if let priority, priority != "urgent", !(0...9).contains(Int(priority) ?? -1) {
            throw ValidationError("--priority must be 0 to 9, or urgent, not \"\(priority)\"")
        }
        if let repeats, repeats < 1 { throw ValidationError("--repeat must be 1 or more, not \(repeats)") }
        let isBlank = words.allSatisfy { $0.allSatisfy(\.isWhitespace) }
        guard !isBlank || !keys.isEmpty else {
            throw ValidationError("the message is empty; give a text, or --key image=FILE")
        }
    }

    /// The message with the keys of a sign file.
    private var message: JSONValue {
        let text = words.isEmpty ? nil : words.joined(separator: " ")
        let options: JSONValue = [
            "text": text.map { .text($0) }, "priority": priority.map(Self.value), "wake": wake ? .bool(true) : nil,
            "lifetime": (lifetime?.text).map(Self.value), "repeat": repeats.map { .integer($0) },
            "name": name.map { .text($0) }, "color": color.map { .text($0) },
            "background": background.map { .text($0) }, "font": font.map(Self.value), "speed": speed.map(Self.value),
        ]
        return .object((options.members ?? []) + keys.map(Self.member))
    }

    /// A name and its value, with `=` between them.
    static func member(_ word: String) -> JSONMember {
        let name = word.prefix { $0 != "=" }
        return JSONMember(String(name), value(String(word.dropFirst(name.count + 1))))
    }

    /// A value as JSON: a number, true, false, a list or an object, else a text.
    private static func value(_ text: String) -> JSONValue {
        (try? JSONValue(parsing: Array(text.utf8))) ?? .text(text)
    }

    var fields: JSONValue { ["message": message, "zone": zone.json] }

    func show(_ answer: JSONValue) {
        if let name = answer["name"]?.text { print(name) }
    }
}
