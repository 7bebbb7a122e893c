import Foundation
import ImageFiles
import KernelModel
import PixelGraphics
import SignTestSupport
import Testing

/// What the sign takes from the system around it: descriptors, and clocks.
@Suite("Surroundings of a sign", .serialized)
struct SurroundingsTests {
    /// Runs the program, by default for a text that is shown for 300 ms, by a command that gets the program as its last arguments; returns what it said.
    private func show(
        by command: [String], _ words: [String] = ["show", "Hi", "--board", "max7219-32x8", "--for", "300ms"]
    ) throws -> (status: Int32, errors: String) {
        let model = try TestPanel.spi.model(keepsOutputs: true)
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let show = Process()
        show.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        var arguments = command
        arguments.append("env")
        for (name, value) in try model.environment() { arguments.append("\(name)=\(value)") }
        arguments.append(products.appendingPathComponent("ledsign").path)
        arguments += words
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

    @Test("all threads of a sign have ended when it ends")
    func threads() throws {
        let folder = try ScratchFolder()
        let trace = folder.path("trace")
        var picture = RGBBitmap(size: Size(width: 8, height: 8))
        picture[0, 0] = .white
        try PNG.write(picture, path: folder.path("a.png"))
        let sign = """
            board: max7219-32x8
            control: {socket: ./ctl.sock, state: ./state.json}
            fields: {now: {command: [date], every: 100ms}}
            messages: [{image: ./a.png, duration: 50ms}, {text: "{now}", duration: 50ms}]
            """
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        // Threads end late, so that one that is not waited for is still there at the end of the program.
        let command = [
            "strace", "-f", "-o", trace, "-e", "trace=clone,clone3,exit,exit_group", "-e",
            "inject=exit:delay_enter=100ms",
        ]
        let run = try show(by: command, ["run", folder.path("sign.yaml"), "--for", "500ms"])
        expectEqual(run.status, 0, "\(run.errors)")
        let lines = try folder.text("trace").split(separator: "\n")
        let begun = lines.flatMap { $0.matches(of: /parent_tid=\[(\d+)\]/).map { String($0.output.1) } }
        #expect(begun.count >= 4, "the refresh, messages, values and images")
        // Each line begins with the number of its thread; the first one is that of the program.
        func thread(_ line: Substring) -> String { String(line.prefix { $0.isNumber }) }
        let program = try #require(lines.first.map(thread))
        let end = try #require(lines.firstIndex { thread($0) == program && $0.contains("exit_group(") })
        let ended = lines[..<end].filter { $0.contains("+++ exited with") }.map(thread)
        expectEqual(Set(begun).subtracting(ended), [])
    }
}
