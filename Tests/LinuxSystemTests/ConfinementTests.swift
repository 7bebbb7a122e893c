import Foundation
import Glibc
import LinuxSystem
import SignTestSupport
import Testing

@Suite struct ConfinementTests {
    /// How a process ended that confined itself and then tried something, and what it wrote.
    private func run(_ action: String) throws -> (status: Int, output: String) {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("confinement-probe").path
        let child = try ChildProcess.start([program, action], limits: [100])
        var entry = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, Polling.timeout) > 0)
        child.takeOutput(isLast: true)
        let output = String(decoding: child.outputs[0].bytes, as: UTF8.self)
        return (child.reap(), output)
    }

    @Test("a confined process computes, takes memory and writes")
    func computes() throws {
        let outcome = try run("write")
        #expect(outcome.status == 0 && outcome.output == "100000\n", "\(outcome)")
    }

    @Test(
        "it opens no file, has no other descriptor, and no more memory than it may",
        arguments: ["open", "descriptor", "memory"])
    func refused(action: String) throws { try expectEqual(run(action).status, 0) }

    @Test(
        "it reads nothing, reaches no network, starts no program, sends no signal, and makes no instructions",
        arguments: ["read", "socket", "local-socket", "program", "signal", "instructions"])
    func ended(action: String) throws { try expectEqual(run(action).status, -Int(SIGSYS)) }

    @Test("it computes no longer than it may")
    func processor() throws {
        let status = try run("processor").status
        #expect([-Int(SIGXCPU), -Int(SIGKILL)].contains(status), "\(status)")
    }
}
