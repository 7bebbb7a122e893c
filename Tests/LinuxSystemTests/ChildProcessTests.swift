import Glibc
import LinuxSystem
import SignTestSupport
import Testing

@Suite struct ChildProcessTests {
    private func wait(for child: ChildProcess) -> Bool {
        var entry = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Polling.timeout) > 0
    }

    @Test("a program reads its input, and its outputs are kept up to their limits")
    func outputs() throws {
        let child = try ChildProcess.start(
            ["/bin/sh", "-c", "cat; echo problem >&2; exit 3"], folder: "/", input: Array("abc".utf8), limits: [2, 100])
        #expect(wait(for: child))
        child.takeOutput(isLast: true)
        expectEqual(child.outputs[0].bytes, Array("ab".utf8))
        #expect(child.outputs[0].isOverfull)
        expectEqual(child.outputs[1].bytes, Array("problem\n".utf8))
        expectEqual(child.reap(), 3)
    }

    @Test("a program has the name, environment and input that it is given, however long")
    func surroundings() throws {
        let input = [UInt8](repeating: 0x61, count: 3_000_000)
        let child = try ChildProcess.start(
            ["own-name", "-c", "echo $0 $(env | grep -c OWN=); wc -c", "own-name"], executable: "/bin/sh",
            environment: ["OWN=1", "PATH=/usr/bin:/bin"], input: input, limits: [100])
        #expect(wait(for: child))
        child.takeOutput(isLast: true)
        expectEqual(String(decoding: child.outputs[0].bytes, as: UTF8.self), "own-name 1\n3000000\n")
        expectEqual(child.reap(), 0)
    }

    @Test("a killed program ends with the signal's negative number")
    func kill() throws {
        let child = try ChildProcess.start(["sleep", "100"], limits: [])
        child.kill()
        #expect(wait(for: child))
        expectEqual(child.reap(), -Int(SIGKILL))
    }

    @Test("a program that is missing is refused with the kernel's words")
    func missing() {
        #expect { try ChildProcess.start(["/nowhere/at-all"], limits: []) } throws: { error in
            (error as? SystemCallError)?.reason == "No such file or directory"
        }
    }
}
