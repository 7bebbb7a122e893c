import Settings
import SignHost
import SignTestSupport
import Testing

@testable import ledsign

/// `ledsign ctl` and the verbs of the protocol.
@Suite("ledsign ctl: verbs")
struct CtlVerbTests {
    @Test("each verb has a command with its summary, in the order of the table, and unset besides")
    func commands() {
        let commands = Ctl.configuration.subcommands.map { $0.configuration }
        let verbs = commands.filter { $0.commandName != "unset" }
        expectEqual(verbs.map(\.commandName), SignCommand.names)
        expectEqual(verbs.map(\.abstract), SignCommand.verbs.map { $0.summary })
        expectEqual(commands.count, verbs.count + 1)
    }

    @Test("a verb without a command of its own takes any fields")
    func words() throws {
        func fields<Verb: SignVerb>(_ verb: Verb.Type, _ words: String...) throws -> JSONValue {
            try CtlWords<Verb>.parse(words).fields
        }
        let drag = try #require(SignCommand.verb(named: "drag"))
        try expectEqual(fields(drag, "pixels=12", "zone=a=b"), ["pixels": 12, "zone": "a=b"])
        #expect(throws: (any Error).self) { try fields(drag, "pixels") }
    }

    @Test(
        "options that say which sign is meant may stand before the verb, and other words stay where they are",
        arguments: [
            ("ctl --socket X list", "ctl list --socket X"),
            ("ctl --json --timeout=1s get a", "ctl get --json --timeout=1s a"),
            ("ctl --url U --token T push A --for 1m", "ctl push --url U --token T A --for 1m"),
            ("ctl --timeout -1s set a -- --b", "ctl set --timeout -1s a -- --b"),
            ("ctl list --socket X", "ctl list --socket X"), ("ctl --socket", "ctl --socket"),
            ("ctl --socket X", "ctl --socket X"), ("ctl --socket X --help", "ctl --socket X --help"),
            ("ctl --zone a next", "ctl --zone a next"), ("show --socket X list", "show --socket X list"), ("", ""),
        ])
    func order(words: String, ordered: String) {
        let result = Ctl.ordered(words.split(separator: " ").map(String.init))
        expectEqual(result.joined(separator: " "), ordered, "\(words)")
    }

    @Test("the sign gets the same request wherever the options stand, and unknown verbs are known as such")
    func optionsFirst() throws {
        let sign = try SteeredSign("message: {text: Open, name: door}\n")
        let socket = sign.folder.path("ctl.sock")
        let usual = try CommandRunner.ledsign("ctl", "list", "--socket", socket)
        let first = try CommandRunner.ledsign("ctl", "--socket", socket, "list")
        #expect(usual.status == 0 && usual.output.contains("door"), "\(usual.errors)")
        expectEqual(first.output, usual.output, "\(first.errors)")
        let wrong = try CommandRunner.ledsign("ctl", "--socket", socket, "lst")
        #expect(wrong.status == 64 && wrong.errors.contains("did you mean \"list\"?"), "\(wrong.errors)")
    }
}
