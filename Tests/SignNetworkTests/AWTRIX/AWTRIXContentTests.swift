import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Objects that become more than a text.
@Suite struct AWTRIXContentTests {
    private func message(_ json: String) throws -> AWTRIXMessage {
        AWTRIXMessage(try JSONValue(parsing: Array(json.utf8)), app: "test", AWTRIXMeans { _ in false })
    }

    @Test(
        "what is more than a text becomes parts",
        arguments: [
            (
                #"{"text":"A","progress":50}"#,
                ##"[{"rows": [{"text": "A", "height": "fill"}, {"bar": 50, "color": "#00ff00", "background": "#ffffff", "height": 1}]}]"##
            ),
            (
                #"{"progress":50,"icon":"heart"}"#,
                ##"[{"columns": [{"text": "<icon=heart>"}, {"rows": [{"height": "fill"}, {"bar": 50, "color": "#00ff00", "background": "#ffffff", "height": 1}], "width": "fill"}]}]"##
            ),
            (
                #"{"text":"A","line":[1,"2.5",-3],"barBC":"00FF00"}"#,
                ##"[{"parts": [{"plot": [1, 2.5, -3], "as": "line", "range": [-3, 2.5], "background": "#00ff00"}, {"text": "A"}]}]"##
            ),
            (#"{"bar":[0,0]}"#, #"[{"plot": [0, 0], "as": "bars", "range": [0, 1]}]"#),
            (
                #"{"text":"A","fadeText":500}"#,
                #"[{"text": "A", "key-frames": [{"brightness": 100}, {"offset": "250ms", "brightness": 0}, {"offset": "250ms", "brightness": 100}]}]"#
            ),
            (#"{"text":"A","textOffset":3}"#, #"[{"columns": [{"width": 3}, {"text": "A", "width": "fill"}]}]"#),
            (
                #"{"text":"A","icon":"heart","pushIcon":0}"#,
                #"[{"columns": [{"text": "<icon=heart>"}, {"text": "A", "width": "fill"}]}]"#
            ),
            (
                #"{"text":"A","icon":"iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAwPAfAAcAAf9+CLHQAAAAAElFTkSuQmCC"}"#,
                #"[{"columns": [{"image": "data:;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAwPAfAAcAAf9+CLHQAAAAAElFTkSuQmCC"}, {"text": "A", "width": "fill"}]}]"#
            ),
            (
                #"{"icon":"iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAwPAfAAcAAf9+CLHQAAAAAElFTkSuQmCC"}"#,
                #"[{"image": "data:;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAwPAfAAcAAf9+CLHQAAAAAElFTkSuQmCC"}]"#
            ),
            (
                #"{"draw":[{"dt":[1,2,"a<b","FF0000"]}]}"#,
                ##"[{"area": {"x": 1, "y": 2, "width": 24, "height": 8}, "text": "a<<b", "color": "#ff0000", "font": "ledsign-6-condensed", "align": "left", "valign": "top", "scroll": "never"}]"##
            ),
        ])
    func parts(given: String, expected: String) throws {
        let message = try message(given)
        try expectEqual(#require(message.look["parts"]).line, expected)
        #expect(message.ignored.headerValue == nil)
    }

    @Test("icons that are missing come from the gallery where the sign file says so, and no other URL does")
    func fetched() throws {
        let means = AWTRIXMeans(fetchesIcons: true) { $0 == "icons/87.gif" }
        func look(_ icon: String) throws -> String {
            let object = try JSONValue(parsing: Array(#"{"text":"A","icon":"\#(icon)"}"#.utf8))
            return AWTRIXMessage(object, app: "test", means).look.line
        }
        let url = "https://developer.lametric.com/content/apps/icon_thumbs/2867"
        #expect(try look("2867").contains(#"[{"image": "\#(url)", "every": "24h", "width": 8}, {"text": "A""#))
        for icon in ["87", "heart", "0", "02867", "10000000", "2867/../a", "+5", ""] {
            #expect(try !look(icon).contains("lametric"), "\(icon)")
        }
        #expect(try message(#"{"text":"A","icon":2867}"#).ignored.headerValue == "icon")
        for (allowsIcons, image, isAllowed) in [
            (true, url, true), (false, url, false), (true, url + "/..", false),
            (true, "https://example.org/2867", false),
        ] {
            let rules = NetworkRules(signFile: "", allowsURLs: false, allowsIcons: allowsIcons)
            expectEqual(rules.violations(of: ["parts": [["image": .text(image)]]]).isEmpty, isAllowed, "\(image)")
        }
    }

    @Test(
        "letters have the colours of a gradient or of the rainbow",
        arguments: [
            (#"{"text":"abc","gradient":["FF0000",[0,0,255]]}"#, "<#ff0000>a</><#800080>b</><#0000ff>c</>"),
            (#"{"text":"a<","rainbow":true}"#, "<#ff0000>a</><#ff00ff><<</>"),
            (#"{"text":"x","rainbow":true,"textCase":1}"#, "<#ff0000>X</>"),
        ])
    func shades(given: String, expected: String) throws {
        try expectEqual(message(given).look["text"], .text(expected))
    }

    @Test("a long text has 64 colours, and all of its letters")
    func longText() throws {
        let text = String(repeating: "ab", count: 500)
        let markup = try #require(try message("{\"text\":\"\(text)\",\"rainbow\":true}").look["text"]?.text)
        expectEqual(markup.split(separator: "</>").count, 64)
        let letters = SignMarkup.parse(markup).0.pieces.map { piece in
            if case .text(let text) = piece.content { text } else { "?" }
        }
        expectEqual(letters.joined(), text)
    }

    @Test("a text has up to 500 fragments; a sign takes them")
    func fragments() throws {
        let fragments = Array(repeating: #"{"t":"a","c":"FF0000"}"#, count: 1_200).joined(separator: ",")
        let message = try message("{\"text\":[\(fragments)]}")
        expectEqual(message.ignored.keys, ["text"])
        let file = try SignFile(parsing: "messages: []\n", path: "s.yaml")
        let letters = try SignMessage(message.look, for: file).markup.pieces.map { piece in
            if case .text(let text) = piece.content { text } else { "?" }
        }
        expectEqual(letters.joined(), String(repeating: "a", count: 500))
    }

    @Test("an icon moves with a text that is repeated, so that its cycles count")
    func repeated() throws {
        let look = try message(#"{"text":"A","icon":"heart","pushIcon":0,"repeat":2}"#).look
        expectEqual(look["text"], "<icon=heart> A")
        expectEqual(look["repeat"], 2)
    }

    @Test(
        "draw commands that cannot be read are left out, and draw is named",
        arguments: [
            #"{"dp":[1]}"#, #"{"dp":["a",1]}"#, #"{"df":[0,0,0,1]}"#, #"{"dc":[0,0,-1]}"#, #"{"dl":[0,0,1]}"#,
            #"{"dt":[0,0,""]}"#, #"{"db":[0,0,2,2]}"#, #"{"db":[0,0,0,2,[1]]}"#, #"{"db":[0,0,300,2,[1]]}"#,
            #"{"dx":[0,0]}"#, #"{"dp":[9999,0]}"#, "7", #"{"dp":3}"#,
        ])
    func brokenCommands(command: String) throws {
        let message = try message("{\"draw\":[{\"dp\":[0,0]},\(command)]}")
        expectEqual(message.ignored.keys, ["draw"])
        guard case .list(let parts)? = message.look["parts"] else {
            Issue.record("no parts")
            return
        }
        expectEqual(parts.count, 1)
    }

    @Test(
        "22 drops fall 32 rows, each as high and as fast as the overlay wants",
        arguments: [("drizzle", 22, "1599ms"), ("rain", 44, "799ms"), ("storm", 66, "399ms"), ("snow", 22, "3999ms")])
    func overlays(name: String, pixels: Int, time: String) throws {
        let message = try message("{\"text\":\"A\",\"overlay\":\"\(name)\"}")
        guard case .list(let parts)? = message.look["parts"], case .list(let inner)? = parts.last?["parts"],
            case .list(let frames)? = parts.last?["key-frames"]
        else {
            Issue.record("no parts")
            return
        }
        expectEqual(parts.first, ["text": "A"])
        expectEqual(inner.first?["pixels"]?.text?.filter { $0 == "#" }.count, pixels)
        // It falls again and again: key frames continue with the second.
        expectEqual(frames, [["y": -32], ["y": 0, "offset": .text(time)], ["y": -32, "offset": "1ms"]])
    }

    @Test("there is room for 500 commands, in lists of 200 parts; pixels end too")
    func limits() throws {
        let points = (0..<501).map { "{\"dp\":[\($0),0]}" }.joined(separator: ",")
        let many = AWTRIXDrawing(try JSONValue(parsing: Array("[\(points)]".utf8)))
        expectEqual(
            many.parts.map { part in if case .list(let parts)? = part["parts"] { parts.count } else { 0 } },
            [200, 200, 100])
        #expect(many.isIncomplete)
        let boxes = AWTRIXDrawing(try JSONValue(parsing: Array(#"[{"df":[0,0,1000,1000]},{"dp":[0,0]}]"#.utf8)))
        expectEqual(boxes.parts.count, 1)
        #expect(boxes.isIncomplete)
    }

    @Test("a bitmap of more than 256 colours has fewer")
    func manyColors() throws {
        let colors = (0..<1_024).map { "\($0 * 16_411)" }.joined(separator: ",")
        let drawing = AWTRIXDrawing(try JSONValue(parsing: Array("{\"db\":[0,0,32,32,[\(colors)]]}".utf8)))
        #expect(!drawing.isIncomplete)
        let palette = try #require(drawing.parts.first?["palette"]?.members)
        #expect(palette.count > 16 && palette.count <= 256)
    }
}
