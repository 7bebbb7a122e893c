import LinuxSystem
import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A sign and a service in front of it, whose thread waits for its end.
private final class Stage {
    let sign: Sign
    private(set) var service = MailboxService(failure: "", log: { _ in }, start: Stage.start)
    private(set) var lines: [String] = []
    var mailbox: SignMailbox { service.mailbox }

    init(
        start: @escaping (SignMailbox) throws(SystemCallError) -> Worker = Stage.start
    ) throws {
        let file = try SignFile(parsing: "message: {text: Bread}\nfields: {a: {variable: \"1\"}}\n", path: "s.yaml")
        sign = Sign(
            try SignPlayer(file, size: Size(width: 32, height: 8), fonts: SignFileLoader.fonts, start: .zero)
        ) { _ in }
        service = MailboxService(
            failure: "it is not served", log: { [unowned self] in self.lines.append($0) }, start: start)
    }

    static func start(_ mailbox: SignMailbox) throws(SystemCallError) -> Worker {
        try Worker(named: "test", stop: mailbox.end) {
            while true {
                mailbox.news.lower()
                guard !mailbox.isOver else { break }
                mailbox.news.wait(milliseconds: Polling.timeout)
            }
            mailbox.report("over")
        }
    }

    /// Handles one event, if there is one.
    func take() -> Bool {
        guard mailbox.orders.wait(milliseconds: 0) else { return false }
        return service.take(.readable(mailbox.orders.number), at: at(1))
    }
}

@Suite struct MailboxServiceTests {
    @Test("a round of the loop without news takes no memory, with viewers and without", arguments: [false, true])
    func idle(isWatched: Bool) throws {
        let stage = try Stage()
        stage.service.begin(stage.sign, at: .zero)
        stage.mailbox.watch(isWatched)
        let problem = "a problem that is too long to be kept without memory of its own"
        stage.service.update(problem: problem, at: at(1))
        expectEqual(stage.mailbox.changes != nil, isWatched)
        let memory = allocations {
            for round in 0..<100 { stage.service.update(problem: problem, at: at(Int64(round))) }
        }
        expectEqual(memory, 0)
        expectEqual(stage.mailbox.problem, problem)
        stage.service.close()
    }

    @Test("news reaches the thread while it watches, and none before")
    func news() throws {
        let stage = try Stage()
        stage.service.begin(stage.sign, at: .zero)
        stage.service.update(problem: nil, at: at(1))
        #expect(stage.mailbox.changes == nil)
        stage.mailbox.watch(true)
        stage.service.update(problem: nil, at: at(2))
        let first = try #require(stage.mailbox.changes)
        _ = try stage.sign.set("a", to: "2", at: at(3))
        stage.service.update(problem: nil, at: at(3))
        #expect(stage.mailbox.changes != first)
        stage.service.close()
    }

    @Test("of several orders each event answers one")
    func orders() throws {
        let stage = try Stage()
        stage.service.begin(stage.sign, at: .zero)
        for ticket in 1...3 { #expect(stage.mailbox.post(.state, SignMailbox.Ticket(ticket))) }
        for ticket in 1...3 {
            #expect(stage.take())
            expectEqual(stage.mailbox.takeAnswers().map(\.ticket), [SignMailbox.Ticket(ticket)])
        }
        #expect(!stage.take())
        stage.service.close()
    }

    @Test("what the thread says goes to the log, up to its end, and what is wrong with it is the service's problem")
    func reports() throws {
        let stage = try Stage()
        stage.service.begin(stage.sign, at: .zero)
        stage.mailbox.report("a line")
        stage.mailbox.record(serverProblem: "it is\nnot served")
        #expect(stage.take())
        expectEqual(stage.lines, ["a line"])
        expectEqual(stage.service.problem, "it is\\nnot served")
        stage.mailbox.record(serverProblem: nil)
        #expect(stage.take())
        expectEqual(stage.service.problem, nil)
        stage.service.close()
        expectEqual(stage.lines, ["a line", "over"])
    }

    @Test("a thread that cannot be started is a problem, which is logged; the sign goes on")
    func missing() throws {
        let stage = try Stage { _ throws(SystemCallError) in throw SystemCallError("pthread_create", code: 11) }
        stage.service.begin(stage.sign, at: .zero)
        expectEqual(stage.lines.count, 1)
        expectEqual(stage.lines.first?.hasPrefix("it is not served: "), true)
        expectEqual(stage.service.problem, stage.lines.first)
        stage.service.close()
    }
}
