import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

@Suite struct SignFileTests {
    private func problems(_ text: String) -> [String] {
        do {
            _ = try SignFile(parsing: text, path: "s.yaml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("the smallest file has a text, and everything else is as usual")
    func smallest() throws {
        let file = try SignFile(parsing: "message:\n  text: Fresh bread until noon\n", path: "s.yaml")
        #expect(file.board == nil)
        expectEqual(file.brightness, 100)
        expectEqual(file.stall, .seconds(10))
        expectEqual(file.messages[0], SignMessage("Fresh bread until noon"))
    }

    @Test("every key is read")
    func everyKey() throws {
        let file = try SignFile(
            parsing: """
                board: hub75-64x32            # name or path
                brightness: 60
                stall: 1.5 s
                message:
                  text: "Fresh bread"
                  font: [ledsign-8, ledsign-icons-8]
                  color: orange
                  background: "#001122"
                  direction: right
                  scroll: always
                  bounce: yes
                  spacing: 12
                  letter-spacing: -1
                  hold: 500ms
                  cycle: 8s
                  easing: bezier(0.25,0.1,0.25,1)
                  align: right
                  valign: bottom
                  overflow: wrap
                  motion: smooth
                  reduced-motion: true
                """, path: "s.yaml")
        expectEqual(file.board, "hub75-64x32")
        expectEqual(file.brightness, 60)
        expectEqual(file.stall, .milliseconds(1500))
        var message = SignMessage("Fresh bread")
        message.look.letters.fonts = ["ledsign-8", "ledsign-icons-8"]
        message.look.fontPlaces = [FilePlace(), FilePlace()]
        message.look.letters.color = Color(rawValue: 0xFFA500)
        message.look.letters.background = Color(rawValue: 0x001122)
        message.look.motion.direction = .right
        message.look.motion.scroll = .always
        message.look.motion.bounces = true
        message.look.spacing = 12
        message.look.letters.letterSpacing = -1
        message.look.hold = .milliseconds(500)
        message.look.cycle = .seconds(8)
        message.look.motion.easing = .cubicBezier(CubicBezier(thousandths: 250, 100, 250, 1000))
        message.look.motion.align = .right
        message.look.motion.verticalAlign = .bottom
        message.look.overflow = .wrap
        message.look.motion.rendering = .smooth
        message.look.reducesMotion = true
        expectEqual(file.messages[0], message)
    }

    @Test("speeds are exact decimals, and a stall of 0 is never")
    func speed() throws {
        let file = try SignFile(parsing: "stall: 0\nmessage:\n  text: A\n  speed: -12.3\n  font: x\n", path: "s.yaml")
        expectEqual(file.messages[0].look.letters.speed, Speed(-123, over: 10))
        expectEqual(file.messages[0].look.letters.fonts, ["x"])
        expectEqual(file.stall, .zero)
    }

    @Test(
        "texts may have every character that YAML lets stand",
        arguments: [
            ("Open [daily] {and} ?", "Open [daily] {and} ?"), ("12:30", "12:30"),
            ("\"[a]: {b}, ? *c\"", "[a]: {b}, ? *c"),
            ("'[, ]'", "[, ]"), ("\"\"", ""), ("Why ? Because [", "Why ? Because ["), ("a[b,c]{d", "a[b,c]{d"),
            ("|\n    [[[[[[[[[[{{{{\n    ? key\n    a: *b\n\n", "[[[[[[[[[[{{{{\n? key\na: *b"), ("\"a\\nb\"", "a\nb"),
            (">\n    see [1]\n    and [2]\n", "see [1] and [2]"), ("see [\n    here", "see [ here"), ("5", "5"),
            ("yes", "yes"), ("\"\\u263A [\\\"]\"", "☺ [\"]"),
            // Surrogate pairs are one character in double quotation marks (RFC 8259, 7), and what they are elsewhere.
            ("\"\\ud83c\\udf55 [\\uD83D\\uDE00]\"", "🍕 [😀]"), ("\"\\\\ud83c\\\\udf55\"", "\\ud83c\\udf55"),
            ("'\\ud83c\\udf55'", "\\ud83c\\udf55"), ("a \\ud83c\\udf55", "a \\ud83c\\udf55"),
            ("|\n    \\ud83c\\udf55\n", "\\ud83c\\udf55"),
        ])
    func texts(written: String, text: String) throws {
        let file = try SignFile(parsing: "message:\n  markup: no\n  text: \(written)\n", path: "s.yaml")
        expectEqual(file.messages[0].text, text)
        let last = try SignFile(parsing: "message:\n  markup: no\n  text: \(written)", path: "s.yaml")
        expectEqual(last.messages[0].text, text)
    }

    @Test("half a surrogate pair is an error at its place", arguments: ["\\ud83c", "\\udf55 x", "\\ud83c\\ud83c"])
    func halfPair(written: String) throws {
        let found = problems("message:\n  text: \"a \(written)\"\n")
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("s.yaml:2:") }, "\(found)")
    }

    @Test("lists and keys may be written within brackets, on one line or several")
    func brackets() throws {
        let forms = [
            "message: {text: \"A, [b]\", font: [c, d]}", "message: {\n  text: \"A, [b]\",\n  font: [\n  c,\n  d ]}",
            "message:\n  font:\n  - c\n  - d\n  text: A, [b]", "{message: {\"text\": \"A, [b]\", font: [c, d,]}, }",
        ]
        for form in forms {
            let file = try SignFile(parsing: form, path: "s.yaml")
            expectEqual(file.messages[0].text, "A, [b]")
            expectEqual(file.messages[0].look.letters.fonts, ["c", "d"])
        }
    }

    @Test("a message that is only a text needs no keys, wherever a message may stand")
    func mereTexts() throws {
        let forms = [
            "message: Fresh bread", "messages: Fresh bread", "messages: [Fresh bread]",
            "zones: [{message: Fresh bread}]", "message: {text: Fresh bread}",
        ]
        for form in forms {
            let file = try SignFile(parsing: "style: {color: red}\nidle: Closed\n" + form + "\n", path: "s.yaml")
            expectEqual(file.messages.map(\.text), ["Fresh bread", "Closed"], "\(form)")
            #expect(file.messages.allSatisfy { $0.look.letters.color == Color(red: 255, green: 0, blue: 0) }, "\(form)")
        }
        let tagged = try SignFile(parsing: "message: <red>Fresh</> bread\n", path: "s.yaml")
        expectEqual(tagged.messages[0].markup.letters, "Fresh bread")
    }

    @Test("paths count from the folder of the sign file; names stay names")
    func paths() throws {
        let file = try SignFile(parsing: "message:\n  text: A\n", path: "signs/bakery.yaml")
        for given in ["spin.gif", "./spin.gif"] { expectEqual(file.path(of: given), "signs/spin.gif") }
        expectEqual(file.path(of: "../spin.gif"), "signs/../spin.gif")
        expectEqual(file.path(of: "/images/spin.gif"), "/images/spin.gif")
        expectEqual(file.path(ofFont: "ledsign-8"), "ledsign-8")
        expectEqual(file.path(ofFont: "./fonts/own.bdf"), "signs/fonts/own.bdf")
        // It may be the name of a font file elsewhere, as it is not beside the sign file.
        expectEqual(file.path(ofFont: "own.bdf"), "own.bdf")
        expectEqual(SignFile.path(ofBoard: "own", givenBy: file.path), "own")
        expectEqual(SignFile.path(ofBoard: "own.yaml", givenBy: file.path), "signs/own.yaml")
        let here = try SignFile(parsing: "message:\n  text: A\n", path: "bakery.yaml")
        expectEqual(here.path(ofFont: "./own.bdf"), "./own.bdf")
    }

    @Test("the board is read from a file whatever else is wrong with it")
    func board() {
        func board(_ text: String) -> String {
            do throws(SignError) {
                return try SignFile.board(in: text.utf8, path: "s.yaml") ?? "(none)"
            } catch {
                return "(broken)"
            }
        }
        expectEqual(board("board: b\nmessage:\n  txt: A\nbrigthness: 300\n"), "b")
        expectEqual(board("stall: 3s\n"), "(none)")
        expectEqual(board("board: [b]\n"), "(broken)")
        expectEqual(board("board: b\nmessage: [\n"), "(broken)")
        expectEqual(board(""), "(broken)")
    }

    @Test("files that say the same are equal, whatever the order and the comments")
    func equality() throws {
        let first = try SignFile(parsing: "message:\n  text: A\n  font: b\nbrightness: 20", path: "s.yaml")
        let second = try SignFile(
            parsing: "# changed\nbrightness: 20\nstall: 10s\nmessage:\n\n  font: [b]\n  text: \"A\"\n", path: "s.yaml")
        let third = try SignFile(parsing: "message:\n  text: A\n  font: b\nbrightness: 21", path: "s.yaml")
        expectEqual(first, second)
        #expect(first != third)
    }

    @Test("a colon in a text says what to do")
    func colon() {
        expectEqual(
            problems("message:\n  text: Open: 9-18\n"),
            [
                "s.yaml:2:13: not YAML: mapping values are not allowed in this context; put a text that has a colon "
                    + "and a blank in it in quotes"
            ])
    }

    @Test(
        "a line with other blanks than the one before is named, where the parser misses a key",
        arguments: [
            ("message:\n  text: A\n color: red\n", "s.yaml:3:2: not YAML: line 3 is indented differently from line 2"),
            (
                "message:\n  text: A\n\n  # look\n color: red\n",
                "s.yaml:5:2: not YAML: line 5 is indented differently from line 2"
            ),
        ])
    func indentation(text: String, expected: String) {
        let (_, problems) = SignFile.readable(in: Array(text.utf8), path: "s.yaml")
        expectEqual(problems.map(\.description), [expected])
    }

    @Test("a colour that is a comment says so, and a wrong one names the nearest")
    func colors() {
        expectEqual(
            problems("message:\n  text: A\n  color: #f00\n  background: orang\n"),
            [
                "s.yaml:3:9: \"color\" is empty; expected a colour in quotes such as \"#ff0000\", because # begins a "
                    + "comment",
                "s.yaml:4:15: \"orang\" is not a colour; did you mean \"orange\"? Expected a CSS colour name, amber, off, "
                    + "#rgb, #rrggbb or hsv(hue, saturation, value)",
            ])
    }

    @Test("keys and words that are nearly right are suggested")
    func suggestions() {
        expectEqual(
            problems("brigthness: 20\nmessage:\n  text: A\n  scroll: allways\n"),
            [
                "s.yaml:1:1: unknown key \"brigthness\" for this part of a sign file; did you mean \"brightness\"?",
                "s.yaml:4:11: \"scroll\" is one of auto, always, never, not \"allways\"; did you mean \"always\"?",
            ])
    }

    @Test("speed, cycle and hold that contradict each other say how")
    func pace() {
        expectEqual(
            problems("message:\n  text: A\n  cycle: 3s\n  speed: 30\n"),
            [
                "s.yaml:4:3: \"speed\" and \"cycle\" cannot be used together; the other one is in line 3; keep one of "
                    + "them"
            ])
        expectEqual(
            problems("message:\n  text: A\n  cycle: 3s\n  hold: 1.5s\n  bounce: yes\n"),
            [
                "s.yaml:3:10: \"cycle\" is 3s, but it must be longer than both of its pauses (\"hold\" is 1.5s)"
            ])
    }

    @Test("problems of several kinds are reported together, in the order of the file")
    func together() {
        let found = problems("stal: 3\nmessage:\n  txt: A\n  color: [red]\n  speed: fast\nbrightness: 300\n")
        expectEqual(
            found.map { String($0.prefix { $0 != " " }) },
            [
                "s.yaml:1:1:", "s.yaml:3:3:", "s.yaml:3:3:", "s.yaml:4:10:", "s.yaml:5:10:", "s.yaml:6:13:",
            ])
    }
}
