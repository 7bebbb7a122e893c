import Foundation
import SignTestSupport
import Testing

/// What `ledsign ctl` refuses, and its errors if no sign answers.
@Suite("ledsign ctl: errors")
struct CtlErrorTests {
    @Test("if no sign listens, the error names the socket")
    func noSocket() throws {
        let folder = try ScratchFolder()
        let path = folder.path("none.sock")
        let run = try CommandRunner.ledsign("ctl", "list", "--socket", path)
        expectEqual(run.status, 1)
        expectEqual(run.output, "")
        #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(path), "\(run.errors)")
        // A file that is no socket, and a folder with a name that no socket can have.
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try CommandRunner.ledsign("ctl", "list", "--socket", path)
        #expect(file.status == 1 && file.errors.contains(path), "\(file.errors)")
        let long = try CommandRunner.ledsign("ctl", "list", "--socket", "/tmp/" + String(repeating: "x", count: 200))
        #expect(long.status == 1 && long.errors.hasPrefix("Error: "), "\(long.errors)")
    }

    @Test(
        "a usage error is reported before any request is sent",
        arguments: [
            ["drag", "far"], ["drag", "--far", "1"], ["set", "a", "--jsn", "1"], ["push"],
            ["push", ""],
            ["push", " ", "\n"], ["push", "A", "--priority", "10"], ["push", "A", "--priority", "high"],
            ["push", "A", "--repeat", "0"], ["push", "A", "--key", "scroll"], ["push", "A", "--for", "soon"],
            ["brightness", "101"], ["brightness", "bright"], ["brightness"], ["remove"], ["set"], ["screenshot"],
            ["screenshot", "a.png", "--style", "levels"], ["list", "--timeout", "0"], ["pausing"], ["drag", "1", "2"],
        ])
    func wrongWords(_ arguments: [String]) throws {
        let folder = try ScratchFolder()
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["ctl"] + arguments + ["--socket", folder.path("none.sock")])
        expectEqual(run.status, 64, "\(run.errors)")
        expectEqual(run.output, "")
        #expect(run.errors.contains("Usage: ledsign ctl"), "\(run.errors)")
    }

    @Test("an invalid message is rejected with its place and the nearest word, and the sign does not change")
    func wrongMessages() throws {
        let sign = try SteeredSign("message: {name: open, text: OK}\n")
        let wrong = try sign.ctl("push", "A", "--name", "a", "--key", "colr=red")
        expectEqual(wrong.status, 1)
        #expect(wrong.errors.hasPrefix("Error: message:1:"), "\(wrong.errors)")
        #expect(wrong.errors.contains("unknown key \"colr\""), "\(wrong.errors)")
        #expect(wrong.errors.contains("did you mean \"color\"?"), "\(wrong.errors)")
        let font = try sign.ctl("push", "A", "--font", "none-such")
        #expect(font.status == 1 && font.errors.contains("none-such"), "\(font.errors)")
        let name = try sign.ctl("remove", "opn")
        expectEqual(name.status, 1)
        expectEqual(name.errors, "Error: there is no pushed message \"opn\"; `list` shows all messages\n")
        let cue = try sign.ctl("cue", "bell")
        expectEqual(cue.status, 1)
        expectEqual(cue.errors, "Error: the sign file has no cue \"bell\" (cues)\n")
        let pixels = try sign.ctl("pixels", "stop")
        expectEqual(pixels.status, 1)
        expectEqual(
            pixels.errors,
            "Error: the sign takes no pixels over the network; add `pixels: {}` to the sign file and restart ledsign\n"
        )
        let still = try sign.ctl("drag", "3", "--zone", "top")
        expectEqual(still.status, 1)
        expectEqual(still.errors, "Error: unknown zone \"top\"; the sign has no named zones\n")
        let file = try sign.ctl("screenshot", "/nonexistent/a.png")
        #expect(file.status == 1 && file.errors.contains("/nonexistent/a.png"), "\(file.errors)")
        for text in ["", " \\n"] {
            let blank = try sign.ctl("push", "--key", "text=\"\(text)\"")
            expectEqual(blank.status, 1)
            #expect(blank.errors.contains("the message is empty; give it a text"), "\(blank.errors)")
        }
        // A regular file, but no image; and a folder.
        let image = try sign.ctl("push", "--key", "image=/etc/passwd")
        expectEqual(image.status, 1)
        #expect(image.errors.contains("message:1:"), "\(image.errors)")
        #expect(
            image.errors.contains("/etc/passwd") && image.errors.contains("the file is neither PNG"), "\(image.errors)")
        try expectEqual(sign.ctl("push", "--key", "image=/etc").status, 1)
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        #expect(try sign.ctl("stats").output.contains("problem: null"))
    }

    @Test("a variable that no text shows gives a warning; a field with another source is rejected")
    func variables() throws {
        let sign = try SteeredSign(
            "fields: {home: {variable: 0}, temp: {file: ./temp}}\nmessage: {name: open, text: \"{home}\"}\n")
        let unused = try sign.ctl("set", "hme", "3")
        expectEqual(unused.status, 0)
        expectEqual(
            unused.errors,
            "warning: the sign file has no variable \"hme\" (fields), so no text shows it; did you mean \"home\"?\n"
        )
        let source = try sign.ctl("set", "temp", "3")
        expectEqual(source.status, 1)
        #expect(
            source.errors.contains("the field \"temp\" of the sign file has its own source"), "\(source.errors)")
        try expectEqual(sign.ctl("set", "home", "3").errors, "")
        try expectEqual(sign.ctl("unset", "home").errors, "")
    }

    @Test("values may be negative, with or without dashes before them")
    func negative() throws {
        let sign = try SteeredSign(
            "fields: {home: {variable: 0}}\nmessage: {name: open, text: \"Fresh bread {home}\"}\n")
        for arguments in [["--", "-5"], ["-5"]] {
            try expectEqual(sign.ctl("set", arguments: ["home"] + arguments).status, 0)
            try expectEqual(sign.ctl("get", "home").output, "-5\n")
            try expectEqual(sign.ctl("drag", arguments: arguments).status, 0)
        }
        try expectEqual(sign.ctl("set", "home", "--", "--a", "b").status, 0)
        try expectEqual(sign.ctl("get", "home").output, "--a b\n")
    }

    @Test("control characters from the sign are not printed")
    func harmless() throws {
        let sign = try SteeredSign(
            "fields: {home: {variable: 0}}\nmessage: {name: open, text: \"{home}\", duration: 1h}\n")
        try expectEqual(sign.ctl("push", "red\u{1b}[31m", "--name", "a").status, 0)
        try expectEqual(sign.list(), ["shown 0 file - open {home}", "waiting 0 pushed - a red\\u{1b}[31m"])
        try expectEqual(sign.ctl("set", "home", "x\u{1b}[2J\ny").status, 0)
        try expectEqual(sign.ctl("get", "home").output, "x\\u{1b}[2J\\ny\n")
        try expectEqual(sign.ctl("get").output, "home=x\\u{1b}[2J\\ny\n")
        let wrong = try sign.ctl("remove", "a\u{9b}")
        #expect(wrong.status == 1 && !wrong.errors.contains("\u{9b}"))
    }
}
