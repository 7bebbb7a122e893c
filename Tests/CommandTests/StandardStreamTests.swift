import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What the command does where its standard streams are closed, full or not read.
@Suite("standard streams")
struct StandardStreamTests {
    private static let still = "message: {name: open, text: OK}\n"

    /// Runs a command line of the shell, with `ledsign` in its PATH.
    private func shell(_ command: String) throws -> Outcome {
        try CommandRunner.run(
            "/bin/sh", ["-c", command],
            environment: ["PATH": CommandRunner.products.path + ":/usr/bin:/bin"])
    }

    /// A pipe with room for nothing more: what it was filled with, and both ends.
    private func fullPipe() throws -> (pipe: Pipe, filling: Int) {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        expectEqual(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK), 0)
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        var filling = 0
        while true {
            let count = write(descriptor, block, block.count)
            guard count > 0 else { break }
            filling += count
        }
        #expect(filling > 0)
        expectEqual(fcntl(descriptor, F_SETFL, flags), 0)
        return (pipe, filling)
    }

    private static let results = [
        "doctor --json", "doctor", "font list", "board list", "board show max7219-32x8", "--version", "--help",
        "render --help", "check \(CommandRunner.checkout.path)/Examples/bakery.yaml",
        "schedule \(CommandRunner.checkout.path)/Examples/bakery.yaml",
    ]

    @Test("results that cannot be written end with exit code 1 and the reason", arguments: results)
    func fullOutput(arguments: String) throws {
        let full = try shell("ledsign \(arguments) >/dev/full")
        expectEqual(full.status, 1)
        expectEqual(full.errors, "Error: standard output cannot be written: No space left on device\n")
        let closed = try shell("ledsign \(arguments) >&-")
        expectEqual(closed.status, 1)
        expectEqual(closed.errors, "Error: standard output cannot be written: Bad file descriptor\n")
    }

    @Test("a closed standard output ends the command silently, as SIGPIPE would")
    func brokenOutput() throws {
        let (output, errors) = (Pipe(), Pipe())
        try output.fileHandleForReading.close()
        let process = Process()
        process.executableURL = CommandRunner.products.appendingPathComponent("ledsign")
        process.arguments = ["board", "list"]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try errors.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + SIGPIPE)
        try expectEqual(errors.fileHandleForReading.readToEnd() ?? Data(), Data())
    }

    @Test("a usage error is reported with its exit code, wherever standard output goes")
    func wrongUse() throws {
        let run = try shell("ledsign render A >/dev/full")
        expectEqual(run.status, 64)
        #expect(run.errors.hasPrefix("Error: "), "\(run.errors)")
        try expectEqual(shell("ledsign render A 2>/dev/full").status, 64)
        try expectEqual(shell("ledsign check /nonexistent 2>/dev/full").status, 1)
        try expectEqual(shell("ledsign check /nonexistent 2>&-").status, 1)
    }

    @Test("a sign keeps running if standard error is full", arguments: ["/dev/full", "/dev/null"])
    func fullErrors(path: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        let sign = try SteeredSign(Self.still, standardError: file)
        try expectEqual(sign.ctl("remove", "opn").status, 1)
        #expect(try sign.picture().contains("#"))
        try expectEqual(sign.end().status, 128 + SIGTERM)
    }

    @Test("a sign keeps running if the reader of standard error is gone")
    func brokenErrors() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let sign = try SteeredSign(Self.still, standardError: pipe.fileHandleForWriting)
        try expectEqual(sign.ctl("remove", "opn").status, 1)
        #expect(try sign.picture().contains("#"))
        try expectEqual(sign.end().status, 128 + SIGTERM)
    }

    @Test("a sign keeps running while standard error is not read; its messages are there for a later reader")
    func unreadErrors() throws {
        let (pipe, filling) = try fullPipe()
        let sign = try SteeredSign(Self.still, standardError: pipe.fileHandleForWriting)
        try expectEqual(sign.ctl("remove", "opn").status, 1)
        #expect(try sign.picture().contains("#"))
        let reader = pipe.fileHandleForReading
        var read = 0
        while read < filling { read += try #require(try reader.read(upToCount: filling - read)).count }
        expectEqual(read, filling)
        try pipe.fileHandleForWriting.close()
        try expectEqual(sign.end().status, 128 + SIGTERM)
        let said = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        #expect(said.contains("there is no pushed message \"opn\""), "\(said)")
    }

    @Test("a sign can end while standard error is not read")
    func endUnread() throws {
        let (pipe, _) = try fullPipe()
        let sign = try SteeredSign(Self.still, standardError: pipe.fileHandleForWriting)
        try expectEqual(sign.ctl("remove", "opn").status, 1)
        try expectEqual(sign.end().status, 128 + SIGTERM)
        withExtendedLifetime(pipe) {}
    }

    @Test("the numbers of closed standard streams are not reused for devices")
    func closedStreams() throws {
        let folder = try ScratchFolder()
        let path = folder.path("a.txt")
        let run = try shell("ledsign render A --board sim-32x8 --out \(path) <&- >&- 2>&-")
        expectEqual(run.status, 0)
        let plain = try shell("ledsign render A --board sim-32x8 --out \(folder.path("plain.txt"))")
        expectEqual(plain.status, 0)
        try expectEqual(folder.text("a.txt"), folder.text("plain.txt"))
    }

    @Test(
        "programs of fields have the signals of a shell, though the sign ignores SIGPIPE and was started without SIGCHLD"
    )
    func children() throws {
        let folder = try ScratchFolder()
        let sign = """
            board: sim-32x8
            fields:
              a:
                shell: grep -E '^Sig(Ign|Blk)' /proc/self/status | tr -d '[:space:]' > signals; echo x
            message: {text: "{a}"}

            """
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try CommandRunner.run(
            "/usr/bin/env",
            [
                "--ignore-signal=CHLD", CommandRunner.products.appendingPathComponent("ledsign").path, "render",
                "--sign", "sign.yaml", "--at", "0s", "--out", "a.txt",
            ], folder: folder.url)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let masks = try folder.text("signals").split(separator: "S").map { $0.drop { $0 != ":" }.dropFirst() }
        // The C library keeps 32 and 33 to itself.
        #expect(
            masks.count == 2 && masks.allSatisfy { UInt64($0, radix: 16).map { $0 & 0x7FFF_FFFF } == 0 }, "\(masks)")
        // The x was taken: the end of the program was seen.
        #expect(try folder.text("a.txt").contains("#...#"))
    }

    @Test("when memory is low, the programs of fields are killed before the sign")
    func score() throws {
        let folder = try ScratchFolder()
        let model = try KernelModel()
        // The sign believes that it is spared; its programs inherit what it really has, until it gives them the usual score.
        try model.add("proc/self/oom_score_adj", "-500\n")
        let sign = """
            board: sim-32x8
            fields:
              a:
                shell: until read score < /proc/$$/oom_score_adj && [ $score = 0 ]; do :; done; echo $score > score; echo x
            message: {text: "{a}"}

            """
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try CommandRunner.run(
            "/usr/bin/choom",
            [
                "-n", "300", "--", CommandRunner.products.appendingPathComponent("ledsign").path, "render", "--sign",
                "sign.yaml", "--at", "0s", "--out", "a.txt",
            ], environment: try model.environment(), folder: folder.url)
        expectEqual(run.status, 0, "\(run.errors)")
        try expectEqual(folder.text("score"), "0\n")
    }
}
