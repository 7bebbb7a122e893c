import ArgumentParser
import Settings
import SignHost

/// `ledsign ctl`: controls a running sign.
struct Ctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Control a running sign: messages, variables, motion, brightness, screenshots.",
        discussion: """
            A sign started with `ledsign run` accepts requests on a Unix socket. This command uses the socket given by \
            --socket, else $XDG_RUNTIME_DIR/ledsign.sock, else the socket of the service, /run/ledsign/ledsign.sock. The \
            sign file sets who may connect (control: group). With --url it uses the API of a sign over the network \
            (http: in its sign file); --token names the file with its token. These options may also stand before the \
            subcommand. Pushed messages and variables survive a restart of the sign.

            Examples:
              ledsign ctl push "Fresh bread" --priority urgent --for 10m
              ledsign ctl push "Closed today" --name closed --color red
              ledsign ctl remove closed
              ledsign ctl set score 3:1
              ledsign ctl screenshot sign.png
              ledsign ctl list --url http://sign.local:8080 --token ~/sign-token
            """,
        subcommands: SignCommand.verbs.flatMap(commands))

    /// The commands of verbs that have arguments or answers of their own.
    private static var own: [any CtlRequest.Type] {
        [
            CtlPush.self, CtlList.self, CtlSet.self, CtlUnset.self, CtlGet.self, CtlBrightness.self, CtlDrag.self,
            CtlPixels.self, CtlStats.self, CtlScreenshot.self,
        ]
    }

    private static func commands(of verb: any SignVerb.Type) -> [any ParsableCommand.Type] {
        let own = own.filter { $0.verb == verb.name }
        return own.isEmpty ? [plain(verb)] : own
    }

    /// The command of any other verb, which follows from its fields.
    static func plain<Verb: SignVerb>(_ verb: Verb.Type) -> any CtlRequest.Type {
        switch verb.fields.map(\.name) {
        case []: CtlPlain<Verb>.self
        case ["zone"]: CtlZoned<Verb>.self
        case ["name"]: CtlNamed<Verb>.self
        default: CtlWords<Verb>.self
        }
    }
}

/// A command that sends one request to a running sign: its name and its summary are those of a verb of `SignCommand.verbs`.
protocol CtlRequest: ParsableCommand {
    static var verb: String { get }
    /// The help after the summary.
    static var discussion: String { get }
    /// The fields of the request, an object.
    var fields: JSONValue { get }
    var options: CtlOptions { get }

    /// Prints the answer; only called if the request succeeded and --json was not given.
    func show(_ answer: JSONValue) throws
}

extension CtlRequest {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: verb, abstract: SignCommand.verb(named: verb)?.summary ?? "",
            discussion: discussion)
    }

    static var discussion: String { "" }
    var fields: JSONValue { [:] }

    func show(_ answer: JSONValue) {}

    func run() throws {
        if let answer = try options.send(Self.verb, fields) { try show(answer) }
    }
}

// Verbs without a command of their own.

struct CtlPlain<Verb: SignVerb>: CtlRequest {
    static var verb: String { Verb.name }
    @OptionGroup var options: CtlOptions
}

struct CtlZoned<Verb: SignVerb>: CtlRequest {
    static var verb: String { Verb.name }
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions

    var fields: JSONValue { ["zone": zone.json] }
}

struct CtlNamed<Verb: SignVerb>: CtlRequest {
    static var verb: String { Verb.name }
    @Argument(help: ArgumentHelp("\(Self.expected).", valueName: "name"))
    var name: String
    @OptionGroup var options: CtlOptions

    private static var expected: String {
        let words = Verb.fields.first?.expected ?? ""
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    var fields: JSONValue { ["name": .text(name)] }
}

/// Any fields of any verb.
struct CtlWords<Verb: SignVerb>: CtlRequest {
    static var verb: String { Verb.name }
    @Argument(help: ArgumentHelp("Fields and their values, such as pixels=12.", valueName: "field=value"))
    var words: [String] = []
    @OptionGroup var options: CtlOptions

    func validate() throws {
        for word in words where !word.dropFirst().contains("=") {
            throw ValidationError("expected a field and its value, such as pixels=12, not \"\(word)\"")
        }
    }

    var fields: JSONValue { .object(words.map(CtlPush.member)) }
}

/// The options of `ledsign ctl` before its subcommand, as many programs have them: `ledsign ctl --socket X list`.
extension Ctl {
    /// The options of `CtlOptions` that have a value.
    private static let options: Set = ["--socket", "--url", "--token", "--timeout"]
    private static let flags: Set = ["--json"]

    /// Puts such options behind the subcommand, where the parser expects them; other words stay in their order.
    ///
    /// - Parameter words: those behind the program's name.
    static func ordered(_ words: [String]) -> [String] {
        guard words.first == "ctl" else { return words }
        var end = 1
        while end < words.count {
            let word = words[end]
            if flags.contains(word) || options.contains(where: { word.hasPrefix($0 + "=") }) {
                end += 1
            } else if options.contains(word), end + 1 < words.count {
                end += 2
            } else {
                break
            }
        }
        guard end < words.count, !words[end].hasPrefix("-") else { return words }
        return ["ctl", words[end]] + words[1..<end] + words[(end + 1)...]
    }
}
