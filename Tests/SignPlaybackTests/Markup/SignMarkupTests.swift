import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Texts with tags and fields as tests write them.
enum MarkupTexts {
    /// Reads a text that has to be right.
    static func read(_ text: String, fields: [String]? = nil) throws -> SignMarkup {
        let (markup, problems) = SignMarkup.parse(text, fields: fields)
        expectEqual(problems, [], "\(text)")
        return markup
    }

    /// The runs of a text, each as what differs in square brackets and its letters.
    static func runs(
        _ text: String, _ readings: [String: LiveReading] = [:],
        time: @escaping SignMarkup.TimeWriter = { _, _ in "--:--" }
    ) throws -> [String] {
        let styled = try read(text).styled(scope: FieldScope(readings), time: time)
        return styled.runs.map { "[\(words(of: $0.look))]\($0.text)" }
    }

    private static func words(of look: TextLook) -> String {
        var words: [String] = []
        if let color = look.color { words.append("\(color)") }
        if let background = look.background { words.append("on \(background)") }
        if let spacing = look.letterSpacing { words.append("spacing \(spacing)") }
        if let blink = look.blink { words.append("blink \(blink.period.text)") }
        if let speed = look.speed { words.append("speed \(speed.numerator)/\(speed.denominator)") }
        return words.joined(separator: " ")
    }
}

@Suite("Markup")
struct SignMarkupTests {
    @Test(
        "tags change what is between them and their ends",
        arguments: [
            ("plain", ["[]plain"]),
            ("", []),
            ("<red>a</>b", ["[#ff0000]a", "[]b"]),
            ("a<#ff8000>b</>c", ["[]a", "[#ff8000]b", "[]c"]),
            ("<#f80>a", ["[#ff8800]a"]),
            ("<color=red>a</color>b", ["[#ff0000]a", "[]b"]),
            ("<red>a</color>b", ["[#ff0000]a", "[]b"]),
            ("<red>a</red>b", ["[#ff0000]a", "[]b"]),
            ("<color=red>a</>b", ["[#ff0000]a", "[]b"]),
            ("<RED>a</Red>b", ["[#ff0000]a", "[]b"]),
            ("< red >a</ red >b", ["[#ff0000]a", "[]b"]),
            ("<color=hsv(120, 100, 100)>a", ["[#00ff00]a"]),
            ("<background=blue>a</>b", ["[on #0000ff]a", "[]b"]),
            ("<blink>a</>b", ["[blink 1s]a", "[]b"]),
            ("<blink=500ms>a</blink>b", ["[blink 500ms]a", "[]b"]),
            ("<spacing=2>a</><spacing=-1>b", ["[spacing 2]a", "[spacing -1]b"]),
            ("<speed=12.5>a</speed>b", ["[speed 25/2]a", "[]b"]),
            ("<red>a<blue>b</>c</>d", ["[#ff0000]a", "[#0000ff]b", "[#ff0000]c", "[]d"]),
            ("<red><blink>a</></>b", ["[#ff0000 blink 1s]a", "[]b"]),
            ("a<red></>b", ["[]ab"]),
            ("line\n<red>two\nthree", ["[]line\n", "[#ff0000]two\nthree"]),
        ])
    func tags(text: String, expected: [String]) throws {
        try expectEqual(MarkupTexts.runs(text), expected)
    }

    @Test(
        "<< and {{ are the characters themselves; > and } always are",
        arguments: [
            ("a << b", "a < b"), ("<<red>", "<red>"), ("{{x}", "{x}"), ("a > b } c", "a > b } c"), ("<<<<", "<<"),
            ("{{{{", "{{"), ("1<<2<red>3</>", "1<23"), ("</>".replacingEscapes, "</>"),
        ])
    func escapes(text: String, expected: String) throws {
        try expectEqual(MarkupTexts.read(text).plainText(), expected)
    }

    @Test("a literal text has no tags and no fields")
    func literal() {
        let markup = SignMarkup(literal: "<red>{clock HH:mm}</> <<")
        expectEqual(markup.plainText(), "<red>{clock HH:mm}</> <<")
        #expect(!markup.hasFields && SignMarkup(literal: "").pieces.isEmpty)
    }

    @Test("an icon becomes its character, in any case of letters; an image keeps its position")
    func icons() throws {
        try expectEqual(MarkupTexts.read("a<icon=heart>b").plainText(), "a\u{2764}b")
        try expectEqual(MarkupTexts.read("<ICON=Heart>").plainText(), "\u{2764}")
        let image = try MarkupTexts.read("<red><image=logos/a b.png></>")
        expectEqual(image.pieces.map(\.content), [.image("logos/a b.png")])
    }

    @Test("fields get the values of their sources and the clock, in the style of their place")
    func fields() throws {
        let readings: [String: LiveReading] = [
            "temperature": LiveReading(.number(LiveNumber(21))), "shop": LiveReading("closed"),
        ]
        try expectEqual(
            MarkupTexts.runs("<red>{temperature}</> {shop} {nothing}", readings), ["[#ff0000]21", "[] closed --"])
        let clock = try MarkupTexts.runs("It is {clock HH:mm}", time: { field, _ in "\(field.kind) \(field.argument)" })
        expectEqual(clock, ["[]It is clock HH:mm"])
        try expectEqual(MarkupTexts.read("{clock HH:mm} {a} {b.c}").sources, ["a", "b"])
    }

    @Test("values are plain text: nothing in them is a tag or a field")
    func injection() throws {
        let hostile = "<red>{clock HH:mm}</> << {{ <icon=heart>"
        let readings = ["news": LiveReading(.text(hostile))]
        try expectEqual(MarkupTexts.runs("a {news} b", readings), ["[]a \(hostile) b"])
    }

    @Test("a condition that holds gives its value its tags, an icon before it, or another text")
    func conditions() throws {
        let text = "{price ? < 0: red icon=down, > 0: green icon=up, else: \"unchanged\" gray}"
        func runs(_ price: Int) throws -> [String] {
            try MarkupTexts.runs(text, ["price": LiveReading(.number(LiveNumber(price)))])
        }
        try expectEqual(runs(-3), ["[#ff0000]\u{E10B}", "[#ff0000]-3"])
        try expectEqual(runs(3), ["[#008000]\u{E10A}", "[#008000]3"])
        try expectEqual(runs(0), ["[#808080]unchanged"])
    }

    @Test("a repetition writes its template for every element, with tags, escapes and fields of its own")
    func repetition() throws {
        let list = LiveValue.list([
            .record(["line": "S1", "due": 3]), .record(["line": "S2", "due": 12]),
        ])
        let text = "Next: {each departures separator \" / \": <yellow>{line}</> {due ? < 5: red} <<}!"
        let runs = try MarkupTexts.runs(text, ["departures": LiveReading(list)])
        expectEqual(runs, ["[]Next: ", "[#ffff00]S1", "[] ", "[#ff0000]3", "[] < / ", "[#ffff00]S2", "[] 12 <!"])
        try expectEqual(MarkupTexts.read(text).sources, ["departures", "line", "due"])
        let none = try MarkupTexts.runs(
            "{each departures empty \"none\": {line}}", ["departures": LiveReading(.list([]))])
        expectEqual(none, ["[]none"])
    }

    @Test(
        "a repetition makes rows by line ends in its separator or its template, and ends none behind the last one",
        arguments: [
            (#"{each trains separator "\n": {line} {due}}"#, "S1 3\nS2 12"),
            ("{each trains separator \"\n\": {line} {due}}", "S1 3\nS2 12"),
            (#"{each trains: {line} {due}\n}"#, "S1 3\nS2 12"),
            ("{each trains: {line} {due}\n}", "S1 3\nS2 12"),
            (#"{each trains separator " / ": {line} {due}\n}"#, "S1 3 / S2 12"),
            (#"{each trains separator "\n": {line}\n{due}}"#, "S1\n3\nS2\n12"),
            (#"{each trains: {line}\n <red>{due}</>}"#, "S1\n 3 S2\n 12"),
            (#"{each none empty "no\ntrains": {line}}"#, "no\ntrains"),
            (#"{each trains separator "\\n": {line}}\n"#, #"S1\nS2\n"#),
        ])
    func rows(text: String, shown: String) throws {
        let list = LiveValue.list([
            .record(["line": "S1", "due": 3]), .record(["line": "S2", "due": 12]),
        ])
        let readings = ["trains": LiveReading(list), "none": LiveReading(.list([]))]
        let markup = try MarkupTexts.read(text)
        expectEqual(markup.plainText(scope: FieldScope(readings)), shown)
    }

    @Test("line ends of values are blanks: only the template makes rows")
    func valuesMakeNoRows() throws {
        let list = LiveValue.list([.record(["line": "S\n1"]), .record(["line": #"S\n2"#])])
        let markup = try MarkupTexts.read(#"{each trains separator "\n": {line}}"#)
        expectEqual(markup.plainText(scope: FieldScope(["trains": LiveReading(list)])), "S 1\nS\\n2")
    }

    @Test("a text knows whether it has fields and whether it changes its speed")
    func questions() throws {
        #expect(try MarkupTexts.read("{a}").hasFields && !MarkupTexts.read("<red>a").hasFields)
        #expect(try MarkupTexts.read("a<speed=5>b").changesSpeed && !MarkupTexts.read("a").changesSpeed)
        try expectEqual(MarkupTexts.read("{clock HH:mm} {each a: {date d}}").times.map(\.argument), ["HH:mm", "d"])
    }
}

extension String {
    /// The text as it is written in markup to be seen as it is.
    fileprivate var replacingEscapes: String {
        String(flatMap { $0 == "<" ? "<<" : $0 == "{" ? "{{" : String($0) })
    }
}
