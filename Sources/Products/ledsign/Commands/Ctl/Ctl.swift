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
        subcommands: [
            CtlPush.self, CtlRemove.self, CtlList.self, CtlSet.self, CtlUnset.self, CtlGet.self, CtlPause.self,
            CtlResume.self, CtlNext.self, CtlAcknowledge.self, CtlBrightness.self, CtlDrag.self, CtlCue.self,
            CtlPixels.self,
            CtlStats.self, CtlScreenshot.self, CtlReload.self,
        ])
}

/// A command that sends one request to a running sign: its name and its summary are those of a verb of `SignCommand.verbs`.
protocol CtlRequest: ParsableCommand {
    static var verb: String { get }
    /// The help after the summary.
    static var discussion: String { get }
    var fields: [JSONMember] { get }
    var options: CtlOptions { get }

    /// Prints the answer; only called if the request succeeded and --json was not given.
    func show(_ answer: JSONValue) throws
}

extension CtlRequest {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: verb, abstract: SignCommand.verbs.first { $0.name == verb }?.summary ?? "",
            discussion: discussion)
    }

    static var discussion: String { "" }
    var fields: [JSONMember] { [] }

    func show(_ answer: JSONValue) {}

    func run() throws {
        try reporting {
            if let answer = try options.send(Self.verb, fields) { try show(answer) }
        }
    }
}

/// A command whose only argument is a zone.
protocol CtlZoneRequest: CtlRequest {
    var zone: CtlZone { get }
}

extension CtlZoneRequest {
    var fields: [JSONMember] { zone.fields }
}

// Verbs without arguments of their own; the parser needs a type for each of them.

struct CtlPause: CtlZoneRequest {
    static let verb = "pause"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlResume: CtlZoneRequest {
    static let verb = "resume"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlNext: CtlZoneRequest {
    static let verb = "next"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlAcknowledge: CtlZoneRequest {
    static let verb = "acknowledge"
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

struct CtlReload: CtlRequest {
    static let verb = "reload"
    @OptionGroup var options: CtlOptions
}

/// The options of `ledsign ctl` before its subcommand, as many programs have them: `ledsign ctl --socket X list`.
enum CtlArguments {
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
