import Settings
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Paths and URLs in files that are saved, and in messages that are pushed.
@Suite struct NamedFileRulesTests {
    private let fixture: SignFileFixture

    init() throws { fixture = try SignFileFixture() }

    private func pushed(_ json: String, urls: Bool = false) throws -> [String] {
        let rules = NetworkRules(signFile: fixture.path, allowsURLs: urls)
        return try rules.violations(of: JSONValue(parsing: Array(json.utf8))).map(\.place)
    }

    @Test(
        "paths that leave the folder are refused, whatever way they take",
        arguments: [
            "/etc/passwd", "//x", "../a.png", "a/../../b.png", "pictures/../logo.png", "..", "out/secret.png", "out",
            "pictures/secret.png", "./pictures/secret.png", "inside/secret.png", "dangling", "loop/x", "loop",
        ])
    func outside(path: String) throws {
        try expectEqual(pushed("{\"image\": \"\(path)\"}"), ["1:11+\(path.count + 2)"])
        let problems = try fixture.violations("message: {image: \"\(path)\"}\n", since: "message: A\n")
        expectEqual(problems.map(\.place), ["1:18+\(path.count + 2)"])
    }

    @Test(
        "paths within the folder are taken, also of files that are not there yet",
        arguments: [
            "logo.png", "./logo.png", "pictures/logo.png", "pictures//logo.png", "inside/logo.png", "new/deep/a.png",
            "..a.png", "a..b/c.png", "~/x", "http:/x", "./inside/./logo.png",
        ])
    func inside(path: String) throws {
        try expectEqual(pushed("{\"image\": \"\(path)\"}"), [])
        try expectEqual(fixture.violations("message: {image: \"\(path)\"}\n", since: "message: A\n"), [])
    }

    @Test("images that values decide on name their folder, the file in their place and their servers")
    func valueImages() throws {
        let whole = #"{"image": "{v}", "servers": ["i.scdn.co"], "or": "note.png"}"#
        expectEqual(try pushed(whole), ["1:30+11"])
        expectEqual(try pushed(whole, urls: true), [])
        expectEqual(try pushed(#"{"image": "https://a/{v}.png"}"#), ["1:11+19"])
        expectEqual(try pushed(#"{"image": "https://a/{v}.png", "or": "/etc/x.png"}"#, urls: true), ["1:38+12"])
        expectEqual(try pushed(#"{"image": "out/{v}.png"}"#), ["1:11+13"])
        expectEqual(try pushed(#"{"image": "../{v}.png"}"#), ["1:11+12"])
        expectEqual(try pushed(#"{"image": "icons/{v}.png"}"#), [])
    }

    @Test("control characters and paths without end are no paths")
    func malformed() throws {
        expectEqual(fixture.folder.fault(of: "a\u{0}b"), SignFolder.malformed)
        expectEqual(fixture.folder.fault(of: ""), SignFolder.malformed)
        expectEqual(fixture.folder.fault(of: String(repeating: "a/", count: 600)), SignFolder.malformed)
        #expect(fixture.folder.fault(of: "/\u{301}etc/passwd")?.hasSuffix("it begins with a slash") ?? false)
        #expect(fixture.folder.fault(of: "pictures/\u{301}../logo.png") == nil)
        #expect(fixture.folder.fault(of: "pictures/../\u{301}x")?.hasSuffix("it has \"..\" in it") ?? false)
    }

    @Test(
        "every place that names a file is looked at, also within texts",
        arguments: [
            (#"{"text": "a <image=/x> b"}"#, "1:13+10"), (#"{"text": "<IMAGE = /x >"}"#, "1:11+13"),
            (#"{"text": "<font=/x.bdf>a</>"}"#, nil),
            (#"{"text": "\u00e4 \"<image=/x>"}"#, nil), (#"{"text": "<red><blink><image=/x></></>"}"#, nil),
            (#"{"text": "{each x: <image=../y>}"}"#, nil), (#"{"font": "/usr/x.bdf"}"#, nil),
            (#"{"font": ["ledsign-8", "./own.bdf"]}"#, nil), (#"{"font": "own.PCF.gz@2"}"#, nil),
            (#"{"in": {"effect": "wipe", "sprite": "/x.png"}}"#, nil), (#"{"out": {"sprite": "../x"}}"#, nil),
            (#"{"parts": [{"image": "/x"}]}"#, nil), (#"{"parts": [{"items": ["<image=/x>"]}]}"#, nil),
            (#"{"parts": [{"turns": [{"parts": [{"text": "<image=../x>"}]}]}]}"#, nil),
            (#"{"parts": [{"items": [{"text": "a", "font": "/x"}]}]}"#, nil),
        ] as [(String, String?)])
    func everywhere(json: String, place: String?) throws {
        let found = try pushed(json)
        expectEqual(found.count, 1, "\(json)")
        if let place { expectEqual(found, [place]) }
    }

    @Test(
        "names of what comes with the program, and texts that are shown as they are, are no paths",
        arguments: [
            #"{"text": "a << image=/x >", "font": "ledsign-8@2"}"#, #"{"text": "<<image=/x>"}"#,
            #"{"text": "<image=/x>", "markup": false}"#, #"{"text": "<icon=heart>/etc"}"#,
            #"{"text": "A", "in": {"effect": "sprite", "sprite": "broom"}}"#, "{}", "[]", "1",
        ])
    func harmless(json: String) throws {
        try expectEqual(pushed(json), [])
    }

    @Test("URLs are refused unless the sign file allows them; a path behind one does not hide")
    func urls() throws {
        for json in [
            #"{"image": "https://h/a.png"}"#, #"{"text": "<image=http://h/a.png>"}"#, #"{"image": "file:///x"}"#,
        ] {
            try expectEqual(pushed(json).count, 1, "\(json)")
        }
        try expectEqual(pushed(#"{"image": "https://h/a.png"}"#, urls: true), [])
        try expectEqual(pushed(#"{"image": "x://../../../etc/passwd"}"#, urls: true).count, 1)
        try expectEqual(pushed(#"{"font": "http://h/a.bdf"}"#, urls: true).count, 1)
        let image = "message: {image: \"http://h/a.png\"}\n"
        try expectEqual(fixture.violations(image, since: "message: A\n", allowsURLs: true), [])
        let hidden = "calendars: {a: {path: \"http://../../x.ics\"}}\nmessage: A\n"
        try expectEqual(fixture.violations(hidden, since: "message: A\n", allowsURLs: true).map(\.place), ["1:23+20"])
    }

    @Test(
        "a calendar may be called like a key, and its path is looked at all the same",
        arguments: ["image", "path", "font"])
    func calendars(name: String) throws {
        let new = "calendars: {\(name): {path: ../c.ics}}\nmessage: A\n"
        try expectEqual(fixture.violations(new, since: "message: A\n").count, 1)
    }

    @Test("a file of nothing but paths has a list of problems that ends")
    func many() throws {
        let new = "messages:\n" + (0..<5_000).map { "- <image=/\($0)>\n" }.joined()
        try expectEqual(fixture.violations(new, since: nil).count, 200)
        let text = (0..<900).map { "<image=/\($0)>" }.joined()
        try expectEqual(pushed("{\"text\": \"\(text)\"}").count, 200)
    }

    @Test("a saved file may name fonts in its folder, and what it named before")
    func saved() throws {
        let old = "message: {text: \"<image=/x>\", font: /a.bdf}\ncalendars: {c: {path: /c.ics}}\n"
        try expectEqual(fixture.violations(old + "# more\n", since: old), [])
        try expectEqual(
            fixture.violations("messages:\n- {image: /x}\n- {text: A, font: [own.bdf, /a.bdf]}\n", since: old), []
        )
        // The path of a font is none of an image.
        try expectEqual(fixture.violations("message: {image: /a.bdf}\n", since: old).map(\.place), ["1:18+6"])
        try expectEqual(fixture.violations("calendars: {c: {path: ../c.ics}}\nmessage: A\n", since: old).count, 1)
    }

    @Test("the place of a tag is its own in a text of several lines")
    func places() throws {
        let new = "message:\n  text: |\n    Bread\n    and <image=/x>\n"
        try expectEqual(fixture.violations(new, since: "message: A\n").map(\.place), ["4:9+10"])
    }

    @Test("a push is refused with words, other commands are not looked at")
    func command() throws {
        let rules = NetworkRules(signFile: fixture.path, allowsURLs: false)
        let look = try JSONValue(parsing: Array(#"{"image": "http://h/x.png"}"#.utf8))
        let error = try #require(rules.refusal(of: .push(look: look, name: nil, zone: nil)))
        expectEqual(error.code, .refused)
        expectEqual(
            error.description,
            "the image \"http://h/x.png\" is a URL, which messages from the network may not name; "
                + "give a path, or allow URLs with \"urls: yes\" under \"http\" in the sign file")
        #expect(rules.refusal(of: .push(look: .object([]), name: nil, zone: nil)) == nil)
        #expect(rules.refusal(of: .set(name: "a", value: "<image=/x>")) == nil)
    }

    @Test("the folder of a sign file without one is the current one")
    func folders() {
        expectEqual(SignFolder(ofSignFile: "sign.yaml").path, ".")
        expectEqual(SignFolder(ofSignFile: "/sign.yaml").path, "/")
        expectEqual(SignFolder(ofSignFile: "/etc/ledsign/sign.yaml").path, "/etc/ledsign")
        expectEqual(SignFolder(ofSignFile: "a/sign.yaml").path, "a")
    }
}
