import Foundation
import SignTestSupport
import Testing

/// Messages that crash the program and are restored from the state file at every start.
@Suite("ledsign run: messages that crash it")
struct QuarantineTests {
    @Test("a pushed message that crashed the program twice is kept, listed and reported, but no longer shown")
    func twice() throws {
        let sign = try SteeredSign("message: {name: open, text: OK}\n")
        try expectEqual(sign.ctl("push", "Boom", "--name", "boom", "--priority", "5").status, 0)
        try expectEqual(sign.ctl("push", "Fine", "--name", "fine", "--priority", "3").status, 0)
        try sign.end()
        // Twice it is shown, and the program crashes.
        for _ in 0..<2 {
            // A trap, by whatever signal the processor has for it.
            #expect([SIGILL, SIGTRAP].contains(try sign.runInVain(provoking: "draw").status))
        }
        try sign.startAgain()
        let listed = ["interrupted 0 file - open OK", "quarantined 5 pushed - boom Boom", "shown 3 pushed - fine Fine"]
        try expectEqual(sign.list(), listed)
        let words = "warning: the message \"boom\" is not shown, because the program has crashed 2 times"
        #expect(try sign.wait { try sign.errors().contains(words) })
        // The same words under another name are no better; other words are shown.
        let again = try sign.ctl("push", "Boom", "--name", "other", "--priority", "5")
        #expect(
            again.status == 0 && again.errors.contains("warning: the message \"other\" is not shown"), "\(again.errors)"
        )
        try expectEqual(sign.ctl("push", "Calm", "--name", "boom", "--priority", "5").errors, "")
        #expect(try sign.list().contains("shown 5 pushed - boom Calm"))
    }
}
