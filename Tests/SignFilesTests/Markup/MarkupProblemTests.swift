import LiveValues
import PixelGraphics
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

@Suite("Problems of markup")
struct MarkupProblemTests {
    /// What is wrong with a text, as offset and words.
    private func problems(_ text: String, fields: [String]? = nil) -> [String] {
        SignMarkup.parse(text, fields: fields).problems.map { "\($0.offset): \($0)" }
    }

    @Test(
        "every problem is at its place, with the nearest word",
        arguments: [
            ("a <rde>b", 2, "unknown tag or colour \"rde\"; did you mean \"red\"?"),
            ("<colour=red>", 0, "unknown tag or colour \"colour\"; did you mean \"color\"?"),
            ("äöü <blnk>", 4, "unknown tag or colour \"blnk\"; did you mean \"blink\"?"),
            ("<color=rde>", 0, "did you mean \"red\"?"),
            ("<background=gren>", 0, "did you mean \"green\"?"),
            ("<#12345>", 0, "#12345"),
            ("<hsv(1)>", 0, "hsv(1)"),
            ("<icon={sky}>", 0, "no values are possible in tags such as <icon={sky}>; use a condition"),
            ("<icon={sky ? > 0: a}>", 0, "no values are possible in tags"),
            ("a <{shade}>b</>", 2, "{weather ? = sunny: icon=sun, else: icon=cloud}"),
            ("<icon=haert>", 0, "unknown icon \"haert\"; did you mean \"heart\"?"),
            ("<icon>", 0, "<icon=...> needs the name of an icon"),
            ("<font=>", 0, "<font=...> needs a font by name or path"),
            ("<image>", 0, "<image=...> needs the path of a PNG, GIF, JPEG or WebP file"),
            ("<blink=10ms>", 0, "<blink=...> needs a time from 100ms to 1h, such as 500ms, not \"10ms\""),
            ("<blink=soon>", 0, "not \"soon\""),
            ("<spacing=65>", 0, "<spacing=...> needs a number of pixels from -64 to 64, not \"65\""),
            ("<spacing=99999999999999999999>", 0, "needs a number of pixels"),
            ("<speed=0>", 0, "<speed=...> needs pixels per second such as 20 or 12.5"),
            ("<speed=-5>", 0, "not \"-5\""),
            ("<speed=fast>", 0, "not \"fast\""),
            ("a < b", 2, "this < has no closing >; write << for a plain <"),
            ("<red\n>", 0, "this < has no closing >"),
            ("1 <2 <red>x</>", 2, "this < has no closing >"),
            ("<>", 0, "empty tag; write << for a plain <"),
            ("< >", 0, "empty tag; write << for a plain <"),
            ("a</>", 1, "</> has no opening tag"),
            ("a</red>", 1, "</red> has no opening tag"),
            (
                "<red>a</blink>", 6,
                "</blink> cannot close <red>, which is the innermost open tag; write </> for it first"
            ),
            ("<red>a</blue>", 6, "</blue> cannot close <red>"),
            ("a {b", 2, "this { has no closing }; write {{ for a plain {"),
            ("a {}", 3, "the braces are empty"),
            ("x {price ? > 0: rde}", 16, "unknown tag or colour \"rde\"; did you mean \"red\"?"),
            ("x {each list: <rde>{a}</>}", 14, "unknown tag or colour \"rde\""),
            ("x {each list: {a|uper}}", 17, "unknown format \"uper\""),
        ])
    func places(text: String, offset: Int, words: String) {
        let found = problems(text)
        #expect(found.contains { $0.hasPrefix("\(offset): ") && $0.contains(words) }, "\(text): \(found)")
    }

    @Test("an unknown field is reported with the nearest one; in a template every name may be a member of an element")
    func unknownFields() {
        #expect(problems("{temperatur}", fields: ["temperature"])[0].contains("did you mean \"temperature\"?"))
        expectEqual(problems("{temperature}", fields: ["temperature"]), [])
        expectEqual(problems("{each trains: {line}}", fields: ["trains"]), [])
        expectEqual(problems("{each train: {line}}", fields: ["trains"]).count, 1)
    }

    @Test("all problems of a text are reported in order, and the valid parts are kept")
    func several() {
        let (markup, problems) = SignMarkup.parse("<rde>a</> <icon=x> <red>b</blink> {")
        expectEqual(problems.map(\.offset), [0, 6, 10, 25, 34])
        expectEqual(markup.letters, "a  b ")
    }

    @Test("tags within each other, parts of a text and problems have limits")
    func limits() {
        let deep = String(repeating: "<red>", count: 40) + "x" + String(repeating: "</>", count: 40) + "y"
        let (markup, problems) = SignMarkup.parse(deep)
        expectEqual(problems, [TextError("tags are nested too deep; the limit is 32 levels", at: 32 * 5)])
        expectEqual(markup.pieces.map(\.look.color), [Color(rawValue: 0xFF0000), nil])
        let many = SignMarkup.parse(String(repeating: "<red>x</>", count: 600)).problems
        expectEqual(many, [TextError("too many tags and fields; the limit is 1000", at: 500 * 9)])
        expectEqual(SignMarkup.parse(String(repeating: "<", count: 9_999) + ">").problems.count, 1)
        expectEqual(SignMarkup.parse(String(repeating: "<>", count: 9_999)).problems.count, 50)
        expectEqual(SignMarkup.parse(String(repeating: "{ ", count: 9_999)).problems.count, 50)
    }
}
