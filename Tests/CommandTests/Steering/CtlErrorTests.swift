import Foundation
import Testing

/// What `ledsign ctl` refuses, and what it says where nobody answers.
@Suite("ledsign ctl: errors")
struct CtlErrorTests {
    @Test("where no sign listens the error names the socket")
    func noSocket() throws {
        let folder = try ScratchFolder()
        let path = folder.path("none.sock")
        let run = try CommandRunner.ledsign("ctl", "list", "--socket", path)
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(path), "\(run.errors)")
        // A file that is no socket, and a folder with a name that no socket can have.
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try CommandRunner.ledsign("ctl", "list", "--socket", path)
        #expect(file.status == 1 && file.errors.contains(path), "\(file.errors)")
        let long = try CommandRunner.ledsign("ctl", "list", "--socket", "/tmp/" + String(repeating: "x", count: 200))
        #expect(long.status == 1 && long.errors.hasPrefix("Error: "), "\(long.errors)")
    }

    @Test(
        "wrong words of the command line are told before anybody is asked",
        arguments: [
            ["drag", "far"], ["push"], ["push", "A", "--priority", "10"], ["push", "A", "--priority", "high"],
            ["push", "A", "--repeat", "0"], ["push", "A", "--key", "scroll"], ["push", "A", "--for", "soon"],
            ["brightness", "101"], ["brightness", "bright"], ["brightness"], ["remove"], ["set"], ["screenshot"],
            ["screenshot", "a.png", "--style", "levels"], ["list", "--timeout", "0"], ["pausing"], ["drag", "1", "2"],
        ])
    func wrongWords(_ arguments: [String]) throws {
        let folder = try ScratchFolder()
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["ctl"] + arguments + ["--socket", folder.path("none.sock")])
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.output == "")
        #expect(run.errors.contains("Usage: ledsign ctl"), "\(run.errors)")
    }

    @Test("a message that is wrong is refused with its place and the nearest word, and the sign stays as it is")
    func wrongMessages() throws {
        let sign = try SteeredSign("message: {name: open, text: OK}\n")
        let wrong = try sign.ctl("push", "A", "--name", "a", "--key", "colr=red")
        #expect(wrong.status == 1)
        #expect(wrong.errors.hasPrefix("Error: message:1:"), "\(wrong.errors)")
        #expect(wrong.errors.contains("there is no key \"colr\""), "\(wrong.errors)")
        #expect(wrong.errors.contains("did you mean \"color\"?"), "\(wrong.errors)")
        let font = try sign.ctl("push", "A", "--font", "none-such")
        #expect(font.status == 1 && font.errors.contains("none-such"), "\(font.errors)")
        let name = try sign.ctl("remove", "opn")
        #expect(name.status == 1)
        #expect(name.errors == "Error: no message \"opn\" was pushed; list tells them\n")
        let cue = try sign.ctl("cue", "bell")
        #expect(cue.status == 1)
        #expect(cue.errors == "Error: the sign file has no cue \"bell\" (cues)\n")
        let still = try sign.ctl("drag", "3", "--zone", "top")
        #expect(still.status == 1)
        #expect(still.errors == "Error: there is no zone \"top\"; the sign has none\n")
        let file = try sign.ctl("screenshot", "/nonexistent/a.png")
        #expect(file.status == 1 && file.errors.contains("/nonexistent/a.png"), "\(file.errors)")
        #expect(try sign.list() == ["shown 0 file - open OK"])
    }
}
