import Glibc
import TerminalControl
import Testing
import Timelines

@Suite(.serialized) struct EventWaiterTests {
    @Test("Without a terminal a session waits for descriptors and deadlines; a deadline that has passed ends at once")
    func withoutTerminal() throws {
        let session = try TerminalSession(usesTerminal: false)
        defer { session.close() }
        let clock = ManualClock()
        #expect(try session.wait(until: .zero, clock: clock) == [])
        #expect(try session.wait(until: Instant(nanoseconds: -5), clock: clock) == [])
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], [1] as [UInt8], 1) == 1)
        #expect(try session.wait(until: nil, watching: [ends[0]], clock: clock) == [.readable(ends[0])])
    }

    @Test("A signal that asks the process to end wakes the session")
    func signals() throws {
        let session = try TerminalSession(usesTerminal: false)
        defer { session.close() }
        // To the process: the thread that runs this test may block signals.
        kill(getpid(), SIGTERM)
        #expect(try session.wait(until: .distantFuture, clock: ManualClock()) == [.terminate(signal: SIGTERM)])
    }

    @Test("The end of a session that was closed leaves the signals to the session after it")
    func laterSession() throws {
        var first: TerminalSession? = try TerminalSession(usesTerminal: false)
        first?.close()
        let second = try TerminalSession(usesTerminal: false)
        defer { second.close() }
        first = nil
        #expect(first == nil)
        kill(getpid(), SIGHUP)
        #expect(try second.wait(until: .distantFuture, clock: ManualClock()) == [.terminate(signal: SIGHUP)])
    }
}
