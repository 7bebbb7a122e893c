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
        expectEqual(verbs.map(\.commandName), ControlVerb.names)
        expectEqual(verbs.map(\.abstract), ControlVerb.all.map(\.summary))
        expectEqual(commands.count, verbs.count + 1)
    }
}
