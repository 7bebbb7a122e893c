import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What survives a restart of a steered sign, and who may connect to it.
@Suite("ledsign ctl: state and permissions")
struct CtlStateTests {
    private static let still = "fields: {score: {variable: \"0:0\"}}\nmessage: {name: open, text: OK}\n"

    private func push(_ sign: SteeredSign) throws {
        try expectEqual(sign.ctl("push", "Back soon", "--name", "back", "--priority", "3").status, 0)
        try expectEqual(sign.ctl("push", "Gone", "--name", "gone").status, 0)
        try expectEqual(sign.ctl("set", "score", "3:1").status, 0)
        try expectEqual(sign.ctl("remove", "gone").status, 0)
    }

    private static let listed = ["interrupted 0 file - open OK", "shown 3 pushed - back Back soon"]

    @Test("C1: pushed messages and variables survive a restart")
    func restart() throws {
        let sign = try SteeredSign(Self.still)
        try push(sign)
        try expectEqual(sign.end().status, 128 + SIGTERM)
        try sign.startAgain()
        try expectEqual(sign.list(), Self.listed)
        try expectEqual(sign.ctl("get").output, "score=3:1\n")
        try expectEqual(sign.end().errors, [])
    }

    @Test("C1: they also survive a killed program; its socket is replaced")
    func killed() throws {
        let sign = try SteeredSign(Self.still)
        try push(sign)
        try expectEqual(sign.ctl("set", "score", "4:1").status, 0)
        // Written by a thread of its own, so that no picture waits for the disk; a variable a few seconds later.
        #expect(
            try sign.wait {
                let state = (try? sign.folder.text("state.json")) ?? ""
                return state.contains("4:1") && !state.contains("gone")
            })
        try sign.end(SIGKILL)
        #expect(FileManager.default.fileExists(atPath: sign.folder.path("ctl.sock")))
        try sign.startAgain()
        try expectEqual(sign.list(), Self.listed)
        try expectEqual(sign.ctl("get", "score").output, "4:1\n")
    }

    @Test("an unreadable state file is moved aside, and the sign runs without it")
    func broken() throws {
        let sign = try SteeredSign(Self.still)
        try sign.end()
        try Data("{\"version\":".utf8).write(to: sign.folder.url.appendingPathComponent("state.json"))
        try sign.startAgain()
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        try expectEqual(sign.folder.text("state.json.broken"), "{\"version\":")
        #expect(try sign.wait { try sign.errors().contains("state.json") })
    }

    @Test("without a path the state belongs to one sign file, not to files of the same name in other folders")
    func folders() throws {
        let sign = try SteeredSign(Self.still, control: "mode: 600")
        try expectEqual(sign.ctl("push", "Back soon", "--name", "back").status, 0)
        try sign.end()
        try sign.startAgain(in: "other")
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        try sign.end()
        try sign.startAgain()
        try expectEqual(sign.list().count, 2)
    }

    @Test("state: none keeps nothing")
    func none() throws {
        let sign = try SteeredSign(Self.still, control: "state: none")
        try push(sign)
        try sign.end()
        try sign.startAgain()
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: sign.folder.url.path).sorted(),
            [
                "ctl.sock", "sign.yaml",
            ])
    }

    @Test(
        "the socket has the permissions of the file: 600, with a group 660, or those that are given",
        arguments: [("state: none", 0o600), ("state: none, group: GID", 0o660), ("state: none, mode: 606", 0o606)])
    func permissions(_ control: String, _ mode: Int) throws {
        let control = control.replacingOccurrences(of: "GID", with: "\(getgid())")
        let sign = try SteeredSign(Self.still, control: control)
        let attributes = try FileManager.default.attributesOfItem(atPath: sign.folder.path("ctl.sock"))
        expectEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, mode)
        expectEqual((attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value, getgid())
        expectEqual(attributes[.type] as? FileAttributeType, .typeSocket)
        // It is gone when the sign has ended.
        try sign.end()
        #expect(!FileManager.default.fileExists(atPath: sign.folder.path("ctl.sock")))
    }

    @Test("the program's own group needs no chown, which a service may not be allowed; a failed chown is reported")
    func deniedGroup() throws {
        func errors(group: UInt32) throws -> String {
            let folder = try ScratchFolder()
            let model = try KernelModel(spiDevices: ["spidev0.0"])
            let head = "board: max7219-32x8\ncontrol: {socket: ./ctl.sock, state: none, group: \(group)}\n"
            try Data((head + Self.still).utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
            let run = try CommandRunner.run(
                "/usr/bin/strace",
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=chown,fchownat,lchown,fchown", "-e",
                    "inject=chown,fchownat,lchown,fchown:error=EPERM",
                    CommandRunner.products.appendingPathComponent("ledsign").path, "run", "sign.yaml", "--for", "1ms",
                ], environment: try model.environment(), folder: folder.url)
            expectEqual(run.status, 0, "\(run.errors)")
            return run.errors.split(separator: "\n").filter { !$0.hasPrefix("note: ") }.joined()
        }
        try expectEqual(errors(group: getgid()), "")
        let other = try errors(group: getgid() + 1)
        #expect(other.contains("to \(getgid() + 1): Operation not permitted"), "\(other)")
    }

    @Test("an unknown group gives a warning, and the sign runs without a socket")
    func group() throws {
        let sign = try SteeredSign(Self.still, control: "group: no-such-group")
        try expectEqual(
            sign.end().errors,
            [
                "warning: the sign accepts no requests: unknown group \"no-such-group\" (control: group in the sign file)"
            ])
    }
}
