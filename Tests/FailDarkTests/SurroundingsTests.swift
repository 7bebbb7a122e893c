import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What the sign takes from the system around it: descriptors, and clocks.
@Suite("Surroundings of a sign", .serialized)
struct SurroundingsTests {
    /// Shows a text for 300 ms by a command that gets the program as its last arguments; returns what it said.
    private func show(by command: [String]) throws -> (status: Int32, errors: String) {
        let model = try TestPanel.spi.model(keepsOutputs: true)
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let show = Process()
        show.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        var arguments = command
        arguments.append("env")
        for (name, value) in try model.environment() { arguments.append("\(name)=\(value)") }
        arguments.append(products.appendingPathComponent("ledsign").path)
        arguments += ["show", "Hi", "--board", "max7219-32x8", "--for", "300ms"]
        show.arguments = arguments
        show.standardInput = FileHandle.nullDevice
        show.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        show.standardError = errors
        try show.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        show.waitUntilExit()
        return (show.terminationStatus, text)
    }

    private func limited(toDescriptors count: Int) -> [String] {
        ["bash", "-c", "ulimit -n \(count); exec \"$@\"", "bash"]
    }

    @Test("a sign and its guardian run with 24 descriptors")
    func runsWithFew() throws {
        let run = try show(by: limited(toDescriptors: 24))
        expectEqual(run.status, 0, "\(run.errors)")
    }

    @Test("too few descriptors are named, and what raises their number")
    func namesTooFew() throws {
        let run = try show(by: limited(toDescriptors: 8))
        expectEqual(run.status, 1)
        #expect(run.errors.contains("Too many open files"), "\(run.errors)")
        #expect(run.errors.contains("ulimit -n"), "\(run.errors)")
    }

    @Test("the end of a thread is waited for by the clock that nothing sets")
    func joins() throws {
        // Threads end 50 ms late: every join has something to wait for, however the machine is loaded.
        let run = try show(by: ["strace", "-f", "-e", "trace=futex,exit", "-e", "inject=exit:delay_enter=50ms"])
        expectEqual(run.status, 0, "\(run.errors)")
        let waits = run.errors.split(separator: "\n").filter { $0.contains("FUTEX_WAIT_BITSET") }
        // The call of a join is the one whose word is the thread's number, which others share.
        #expect(waits.contains { !$0.contains("_PRIVATE") }, "\(run.errors)")
        #expect(!waits.contains { $0.contains("FUTEX_CLOCK_REALTIME") })
    }
}
