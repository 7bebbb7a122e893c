import Foundation
import SignTestSupport
import Testing

@Suite("ledsign check")
struct CheckTests {
    private func folder(_ files: [String: String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (name, text) in files { try Data(text.utf8).write(to: folder.url.appendingPathComponent(name)) }
        return folder
    }

    @Test("a valid file is reported with its board, with exit code 0")
    func good() throws {
        let folder = try folder(["a.yaml": "board: sim-32x8\nmessage:\n  text: Open\n"])
        let run = try CommandRunner.ledsign("check", "a.yaml", folder: folder.url)
        expectEqual(run.status, 0)
        expectEqual(run.output, "a.yaml: ok, 1 message on sim-32x8\n")
        #expect(run.errors.isEmpty)
        let other = try CommandRunner.ledsign("check", "--board", "sim-64x32", "a.yaml", folder: folder.url)
        expectEqual(other.output, "a.yaml: ok, 1 message on sim-64x32\n")
    }

    @Test("all problems of a file are reported together, with exit code 3")
    func problems() throws {
        let folder = try folder([
            "b.yaml": """
            brightness: 160
            stal: 3s
            message:
              txt: Open
              scroll: allways

            """
        ])
        let run = try CommandRunner.ledsign("check", "b.yaml", folder: folder.url)
        expectEqual(run.status, 3)
        #expect(run.output.isEmpty)
        expectEqual(
            run.errors,
            """
            b.yaml:1:13: "brightness" is a whole number from 0 to 100, not 160
            b.yaml:2:1: unknown key "stal" for this part of a sign file; did you mean "stall"?
            b.yaml:4:3: "text" is missing; it is the text to show
            b.yaml:4:3: unknown key "txt" for this part of a sign file; did you mean "text"?
            b.yaml:5:11: "scroll" is one of auto, always, never, not "allways"; did you mean "always"?

            """)
    }

    @Test("missing boards and fonts are problems of the file, reported together")
    func resources() throws {
        let folder = try folder([
            "c.yaml": "board: sim-32x9\nmessage:\n  text: A\n  font: [ledsgn-8, ./own.bdf]\n",
            "d.yaml": "board: ./own.yaml\nmessage:\n  text: A\n",
        ])
        let run = try CommandRunner.ledsign("check", "c.yaml", "d.yaml", folder: folder.url)
        expectEqual(run.status, 3)
        let lines = run.errors.split(separator: "\n").map(String.init)
        let starts = lines.map { String($0.prefix { $0 != " " }) }
        expectEqual(starts, ["c.yaml:1:8:", "c.yaml:4:10:", "c.yaml:4:20:", "d.yaml:1:8:"], "\(run.errors)")
        #expect(lines[0].contains("did you mean \"sim-32x8\"?"))
        #expect(lines[1].contains("ledsign-8"))
        #expect(lines[3].contains("own.yaml"))
    }

    @Test("custom boards and fonts beside the file are found from any folder")
    func ownFiles() throws {
        let folder = try folder([
            "own.yaml": "summary: Mine\nkind: simulated\nsize: 16x8\nformat: mono\n",
            "sign.yaml": "board: own.yaml\nmessage:\n  text: A\n  font: ./own.bdf\n",
        ])
        let font = CommandRunner.checkout.appendingPathComponent("fonts/ledsign-8.bdf")
        try FileManager.default.copyItem(at: font, to: folder.url.appendingPathComponent("own.bdf"))
        let run = try CommandRunner.ledsign("check", folder.path("sign.yaml"))
        expectEqual(run.status, 0, "\(run.errors)")
        expectEqual(run.output, "\(folder.path("sign.yaml")): ok, 1 message on own\n")
    }

    @Test("probable mistakes are warnings, not problems")
    func warnings() throws {
        let folder = try folder(["e.yaml": "board: sim-32x8\nmessage:\n  text: A \u{262B}\n  motion: smooth\n"])
        let run = try CommandRunner.ledsign("check", "e.yaml", folder: folder.url)
        expectEqual(run.status, 0)
        #expect(
            run.errors.contains(
                "warning: e.yaml:3:9: no glyph for \"☫\" (U+262B); add a font that has it to \"font\", such as one of Debian's "
                    + "fonts-unifont\n")
        )
        #expect(run.errors.contains("no grey levels"))
    }

    @Test("lines and ends of lines that are never seen are warnings, where nothing moves; those that move up are none")
    func cut() throws {
        let folder = try folder([
            "lines.yaml": """
            board: sim-32x16
            messages:
              - {text: "one\\ntwo\\nthree\\nfour", font: ledsign-8, scroll: never}
              - {text: "one\\ntwo\\nthree\\nfour", font: ledsign-8}
              - {text: "A text that is too long", font: ledsign-8, scroll: never}
              - {text: "{name} is too long a text", font: ledsign-8, scroll: never}
              - {parts: [{text: "one\\ntwo", font: ledsign-8, speed: 0, area: {x: 0, y: 0, width: 32, height: 8}}]}
            fields: {name: {variable: A}}
            """
        ])
        let run = try CommandRunner.ledsign("check", "lines.yaml", folder: folder.url)
        expectEqual(run.status, 0)
        let places = run.errors.split(separator: "\n").map { $0.split(separator: " ")[1] }
        expectEqual(places, ["lines.yaml:3:12:", "lines.yaml:5:12:", "lines.yaml:7:21:"], "\(run.errors)")
        #expect(
            run.errors.contains(
                "the lines need 32 rows but the area has 16, and with \"scroll: never\" some are never seen; remove it, or "
                    + "use fewer lines or a smaller font"))
        #expect(run.errors.contains("columns wide but the area 32, and with \"scroll: never\" its end is never seen"))
        #expect(run.errors.contains("the lines need 16 rows but the area has 8, and with \"speed: 0\""))
    }

    @Test("the package of fonts that have missing letters is named with their scripts")
    func packages() throws {
        let folder = try folder([
            "letters.yaml": """
            board: sim-64x32
            message: "ह ঢ 한 漢 ☫"
            """
        ])
        let run = try CommandRunner.ledsign("check", "letters.yaml", folder: folder.url)
        expectEqual(
            run.errors,
            "warning: letters.yaml:2:10: no glyph for \"ह\" (U+939), \"ঢ\" (U+9A2), \"한\" (U+D55C), \"漢\" (U+6F22), \"☫\" (U+262B); "
                + "add a font that has them to \"font\", such as one of Debian's fonts-noto-core for Devanagari and Bengali, one of "
                + "Debian's fonts-noto-cjk for Hangul and Han and one of Debian's fonts-unifont\n")
    }

    @Test("scripts that fonts of pixels cannot join are named, and not with an outline font")
    func scripts() throws {
        let folder = try folder([
            "delhi.yaml": """
            board: sim-64x32
            messages:
              - {text: "दिल्ली", font: unifont}
              - {text: "مرحبا שלום", font: unifont}
              - {text: "दिल्ली", font: NotoSansDevanagari-Regular@12px}
            """
        ])
        let run = try CommandRunner.ledsign("check", "delhi.yaml", folder: folder.url)
        expectEqual(run.status, 0)
        expectEqual(
            run.errors,
            "warning: delhi.yaml:3:12: the letters of Devanagari are not joined as they should be, because fonts of pixels cannot "
                + "do that; use an outline font, such as one of Debian's fonts-noto-core\n")
    }

    @Test("one pass finds everything: values, names in texts, fonts, images, areas and probable mistakes")
    func everything() throws {
        let folder = try folder([
            "all.yaml": """
            board: sim-32x8
            brightness: 160
            control: {group: no-such-group, mode: 9}
            fields:
              stock: {json: stock.json}
              broken: {json: [1], every: 3s}
            calendars:
              bins: {path: bins.ics}
            zones:
              - name: left
                area: {x: 0, y: 0, width: 20, height: 8}
                message: {text: "<image=spin.gif> {stock} {shop}", font: [ledsgn-8, ledsign-16-bold], color: rde}
              - name: right
                area: {x: 16, y: 0, width: 20, height: 8}
                messages:
                  - {image: logo.png}
                  - {text: Old, when: 2020-12-24, in: {effect: sprite, sprite: broom.png}}
                  - {calendar: bins, speed: fast, image: other.png}
                  - parts: [{text: A, color: blu, font: none.bdf}, {image: part.png, position: [1]}]
            idle: {text: "{brken}", font: gone.bdf}

            """
        ])
        let run = try CommandRunner.ledsign("check", "all.yaml", folder: folder.url)
        expectEqual(run.status, 3)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n").map(String.init)
        let problems = lines.filter { !$0.hasPrefix("warning: ") }.map { line in String(line.prefix { $0 != " " }) }
        expectEqual(
            problems,
            [
                "all.yaml:2:13:", "all.yaml:3:39:", "all.yaml:6:18:", "all.yaml:12:22:", "all.yaml:12:48:",
                "all.yaml:12:63:", "all.yaml:12:98:", "all.yaml:14:11:", "all.yaml:16:17:", "all.yaml:17:68:",
                "all.yaml:18:33:", "all.yaml:18:46:", "all.yaml:19:34:", "all.yaml:19:45:", "all.yaml:19:57:",
                "all.yaml:19:84:", "all.yaml:20:16:", "all.yaml:20:31:",
            ], "\(run.errors)")
        let warnings = lines.filter { $0.hasPrefix("warning: all.yaml:") }.map { line in
            String(line.dropFirst(9).prefix { $0 != " " })
        }
        expectEqual(
            warnings,
            [
                "all.yaml:3:18:", "all.yaml:5:17:", "all.yaml:8:16:", "all.yaml:12:73:", "all.yaml:14:11:",
                "all.yaml:17:27:",
            ], "\(run.errors)")
        #expect(run.errors.contains("unknown group \"no-such-group\""))
        #expect(run.errors.contains("the file \"stock.json\" does not exist yet"))
        #expect(run.errors.contains("all of these times are in the past"))
        #expect(run.errors.contains("\"ledsign-16-bold\" has 16 rows but the area only 8"))
        #expect(run.errors.contains("overlaps the zone \"left\" in line 11"))
    }

    @Test("an unreadable file gives exit code 1, whatever the others give")
    func unreadable() throws {
        let folder = try folder(["a.yaml": "message:\n  text: A\n", "b.yaml": "message: [A]\n"])
        let run = try CommandRunner.ledsign("check", "a.yaml", "none.yaml", "b.yaml", folder: folder.url)
        expectEqual(run.status, 1)
        expectEqual(run.output, "a.yaml: ok, 1 message on sim-64x32\n")
        #expect(
            run.errors.contains("the sign file none.yaml cannot be read: No such file or directory; check the path"))
        #expect(run.errors.contains("b.yaml:1:10: \"message\" is"))
        let folderRun = try CommandRunner.ledsign("check", ".", folder: folder.url)
        expectEqual(folderRun.status, 1)
        let nothing = try CommandRunner.ledsign("check")
        expectEqual(nothing.status, 64)
    }

    @Test("FIFOs and devices are refused at once, and `-` is standard input")
    func specialFiles() throws {
        let folder = try folder(["font.yaml": "message: {text: A <image=fifo>, font: ./fifo.bdf, image: 3}\n"])
        for name in ["fifo", "fifo.bdf", "fifo.yaml"] { expectEqual(mkfifo(folder.path(name), 0o600), 0) }
        let commands = [
            ["check", "fifo"], ["run", "fifo"], ["render", "--sign", "fifo", "--out", "a.png"],
            ["render", "--file", "fifo", "--out", "a.png"], ["show", "--file", "fifo"],
            ["decode", "fifo", "--board", "max7219-32x8", "--out", "a.png"],
            ["board", "check", "./fifo"], ["check", "--board", "./fifo.yaml", "font.yaml"], ["dark", "--sign", "fifo"],
        ]
        let ledsign = CommandRunner.products.appendingPathComponent("ledsign").path
        for command in commands {
            let run = try CommandRunner.run(ledsign, command, folder: folder.url)
            expectEqual(run.status, 1, "\(command)")
            #expect(run.errors.contains("it is a FIFO, not a regular file"), "\(command): \(run.errors)")
        }
        let names = try CommandRunner.ledsign("check", "font.yaml", folder: folder.url)
        expectEqual(names.status, 3, "\(names.errors)")
        let zero = try CommandRunner.ledsign("check", "/dev/zero")
        #expect(zero.status == 1 && zero.errors.contains("it is a device"))
        let good = try CommandRunner.ledsign("check", "-", input: "board: sim-32x8\nmessage: Open\n")
        expectEqual(good.status, 0)
        expectEqual(good.output, "-: ok, 1 message on sim-32x8\n")
    }

    @Test("the shell completes the names of sign files")
    func completion() throws {
        let script = try CommandRunner.ledsign("--generate-completion-script", "bash").output
        for name in ["check", "run"] { #expect(script.contains("_ledsign_\(name)"), "\(name)") }
        #expect(script.contains("yaml"))
    }
}
