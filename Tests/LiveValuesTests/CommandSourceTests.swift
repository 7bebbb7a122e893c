import Foundation
import LinuxSystem
import SignTestSupport
import Testing

@testable import LiveValues

@Suite struct CommandSourceTests {
    private func shell(_ line: String, folder: String? = nil) -> LiveSource {
        LiveSource("x", .command(.shell(line, folder: folder)))
    }

    private func failure(_ source: LiveSource) throws -> WordedError? {
        if case .failure(let problem) = try Listener.ask(source) { problem } else { nil }
    }

    @Test("The output of a program is its value; no shell reads its arguments")
    func output() throws {
        let program = LiveProgram(["printf", "%s", "$HOME `id` * \n;"])
        try expectEqual(Listener.ask(LiveSource("x", .command(program))), .success("$HOME `id` * ;"))
        try expectEqual(Listener.ask(shell("printf $((6*7))")), .success("42"))
        let folder = try TemporaryFolder()
        try expectEqual(Listener.ask(shell("pwd -P", folder: folder.path)), .success(.text(realPath(folder.path))))
    }

    private func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    @Test("A program gets an empty input, no inherited descriptors, and no blocked signals")
    func surroundings() throws {
        try expectEqual(Listener.ask(shell("cat; ls /proc/self/fd | wc -l")), .success("4"))
        // The C library keeps the signals 32 and 33 for itself and always starts programs without them.
        let signals = try Listener.ask(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status | tr 18 0"))
        expectEqual(signals, .success("SigBlk: 0000000000000000 SigIgn: 0000000000000000"))
    }

    @Test("A program that fails says why")
    func failing() throws {
        try expectEqual(
            failure(shell("echo oops >&2; echo more >&2; exit 3")), WordedError("it ended with status 3: oops"))
        try expectEqual(failure(shell("kill -ABRT $$")), WordedError("it was killed by signal 6"))
        let missing = LiveSource("x", .command(LiveProgram(["/nowhere/at-all"])))
        try expectEqual(
            failure(missing), WordedError("cannot start the program /nowhere/at-all: No such file or directory"))
        try expectEqual(failure(shell("pwd", folder: "/nowhere")).map { "\($0)".contains("No such file") }, true)
    }

    @Test("A flood ends at the limit, on both outputs")
    func flood() throws {
        try expectEqual(failure(shell("yes").with(limit: 1_000)), .tooLarge(limit: 1_000))
        try expectEqual(Listener.ask(shell("yes | head -c 1000000 >&2; echo done")), .success("done"))
    }

    @Test("A program that hangs is killed at the timeout with all its child processes")
    func hanging() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("alive")
        expectEqual(mkfifo(pipe, 0o600), 0)
        let reading = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reading) }
        // Three processes that no polite signal ends hold the pipe open.
        let line = "trap '' TERM INT HUP; exec 9>\(pipe); (sleep 1000 & sleep 1000) & echo x >&9; sleep 1000"
        let clock = SharedClock()
        let source = shell(line).with(timeout: .milliseconds(300))
        var listener = Listener(try LiveService([source], clock: clock))
        defer { listener.liveService.close() }
        // However long it takes them to begin: their time passes only after that.
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        var letters = [UInt8](repeating: 0, count: 16)
        expectEqual(read(reading, &letters, 16), 2)
        clock.advance(by: .milliseconds(300))
        #expect(listener.wait { $0.liveService.statuses.first?.problem == .timedOut(after: .milliseconds(300)) })
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        expectEqual(read(reading, &letters, 16), 0)
    }

    @Test("Processes that a program leaves behind are killed when it ends, and delay nothing")
    func leftBehind() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("alive")
        expectEqual(mkfifo(pipe, 0o600), 0)
        let reading = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reading) }
        try expectEqual(Listener.ask(shell("exec 9>\(pipe); sleep 1000 & echo done")), .success("done"))
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        expectEqual(poll(&waiting, 1, Polling.timeout), 1)
        var letter: UInt8 = 0
        expectEqual(read(reading, &letter, 1), 0)
    }

    @Test("No zombie is left")
    func zombies() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("pids")
        var listener = try Listener([
            shell("echo $$ >> \(file); echo $$").with(interval: .milliseconds(5))
        ])
        #expect(listener.wait { $0.count > 20 })
        listener.liveService.close()
        let processes = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(processes.count >= 20)
        let parent = "PPid:\t\(getpid())\n"
        for process in processes {
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            #expect(!(status?.contains(parent) ?? false), "\(process) is still there")
        }
    }
}
