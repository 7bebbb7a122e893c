import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// What the mapping says of each key of notify and custom; the objects are those of AWTRIX's documentation where it has one.
@Suite struct AWTRIXMessageTests {
    private let means = AWTRIXMeans(cues: ["bell"]) { ["icons/87.gif", "icons/logo.png"].contains($0) }

    private func message(_ json: String, app: String? = "test") throws -> AWTRIXMessage {
        AWTRIXMessage(try JSONValue(parsing: Array(json.utf8)), app: app, means)
    }

    /// The keys of the message besides those that every app has.
    private func keys(_ json: String) throws -> String {
        let defaults = [JSONMember("align", .text("center")), JSONMember("duration", .text("5s"))]
        let members = try #require(try message(json).look.members)
        return JSONValue.object(members.filter { !defaults.contains($0) }).line
    }

    @Test("an app without other keys is centred and takes turns of 5 s; a notification is shown for 7 s above others")
    func defaults() throws {
        try expectEqual(
            message(#"{"text":"Hello"}"#).look.line, #"{"text": "Hello", "align": "center", "duration": "5s"}"#)
        try expectEqual(
            message(#"{"text":"Hello"}"#, app: nil).look.line,
            #"{"text": "Hello", "align": "center", "duration": "7s", "priority": 8}"#)
        try expectEqual(message("{}").look.line, #"{"text": "", "align": "center", "duration": "5s"}"#)
    }

    @Test(
        "each key that a sign has becomes its own key",
        arguments: [
            (##"{"text":"A","color":"#FFFFFF"}"##, ##"{"text": "A", "color": "#ffffff"}"##),
            (#"{"text":"A","color":"32a852"}"#, ##"{"text": "A", "color": "#32a852"}"##),
            (#"{"text":"A","color":[255,255,0]}"#, ##"{"text": "A", "color": "#ffff00"}"##),
            (#"{"text":"A","background":[0,9,255]}"#, ##"{"text": "A", "background": "#0009ff"}"##),
            (#"{"text":"A","repeat":2}"#, #"{"text": "A", "repeat": 2}"#),
            (#"{"text":"A","repeat":-1}"#, #"{"text": "A"}"#),
            (#"{"text":"A","repeat":2,"duration":10}"#, #"{"text": "A", "repeat": 2}"#),
            (#"{"text":"A","duration":10}"#, #"{"text": "A", "duration": "10s"}"#),
            (#"{"text":"A","lifetime":60}"#, #"{"text": "A", "lifetime": "60s"}"#),
            (#"{"text":"A","scrollSpeed":100}"#, #"{"text": "A", "speed": 21}"#),
            (#"{"text":"A","scrollSpeed":150}"#, #"{"text": "A", "speed": 31.5}"#),
            (#"{"text":"A","scrollSpeed":1}"#, #"{"text": "A", "speed": 0.21}"#),
            (#"{"text":"A","scrollSpeed":5}"#, #"{"text": "A", "speed": 1.05}"#),
            (#"{"text":"A","noScroll":true}"#, #"{"text": "A", "scroll": "never"}"#),
            (#"{"text":"A","center":false}"#, #"{"text": "A", "align": "left"}"#),
            (#"{"text":"straße","textCase":1}"#, #"{"text": "STRASSE"}"#),
            (#"{"text":"Ab","textCase":2}"#, #"{"text": "Ab"}"#),
            (#"{"text":"A","blinkText":500}"#, #"{"text": "<blink=500ms>A</>"}"#),
            (#"{"text":"A","blinkText":60}"#, #"{"text": "<blink=100ms>A</>"}"#),
            (#"{"text":"A","topText":true}"#, #"{"text": "A", "valign": "top"}"#),
            (#"{"text":"A","bounce":true}"#, #"{"text": "A", "bounce": true}"#),
            (#"{"text":"A","wakeup":true}"#, #"{"text": "A", "wake": true}"#),
            (#"{"text":"A","icon":"heart"}"#, #"{"text": "<icon=heart> A"}"#),
            (#"{"text":"A","icon":87}"#, #"{"text": "<image=icons/87.gif> A"}"#),
            (#"{"text":"A","icon":"87"}"#, #"{"text": "<image=icons/87.gif> A"}"#),
            (#"{"icon":"logo"}"#, #"{"text": "<image=icons/logo.png>"}"#),
            (#"{"text":21.5}"#, #"{"text": "21.5"}"#),
            (#"{"text":"a\nb\u0007c"}"#, #"{"text": "a b c"}"#),
        ])
    func mapped(given: String, expected: String) throws {
        let message = try message(given)
        try expectEqual(keys(given), expected)
        #expect(message.ignored.headerValue == nil)
    }

    @Test(
        "what is not a tag or a field of the sender stays a text",
        arguments: [
            (#"{"text":"a < b {c}"}"#, "a << b {{c}"),
            (#"{"text":"<image=/etc/passwd>"}"#, "<<image=/etc/passwd>"),
            (
                #"{"text":[{"t":"<b>","c":"FF0000"},{"t":"{x}","c":[0,255,0]},{"t":" <"}]}"#,
                "<#ff0000><<b></><#00ff00>{{x}</> <<"
            ),
            (
                #"{"text":[{"t":"Hello, ","c":"FF0000"},{"t":"world!","c":"00FF00"}],"repeat":2}"#,
                "<#ff0000>Hello, </><#00ff00>world!</>"
            ),
        ])
    func escaped(given: String, expected: String) throws {
        try expectEqual(message(given).look["text"], .text(expected))
        // The reader of tags gives back the letters of the sender.
        let (markup, problems) = SignMarkup.parse(expected)
        #expect(problems.isEmpty)
        let letters = markup.pieces.map { piece in if case .text(let text) = piece.content { text } else { "?" } }
        expectEqual(letters.joined(), expected.letters)
    }

    @Test("a placeholder of the clock is shown as it is, and reported")
    func placeholder() throws {
        let message = try message(#"{"text": "Solar: {{inverter/total/P_AC}} W"}"#)
        expectEqual(message.look["text"], .text("Solar: {{{{inverter/total/P_AC}} W"))
        expectEqual(message.ignored.headerValue, "placeholder")
    }

    @Test(
        "what a sign does not have is named",
        arguments: [
            (
                #"{"text":"A","progress":150,"progressC":"red","bar":["x"],"line":7,"barBC":5}"#,
                "barBC, bar, line, progressC, progress"
            ),
            (
                #"{"gradient":["FF0000"],"effect":"Pulse","effectSettings":{"speed":3},"overlay":"frost"}"#,
                "gradient, overlay, effect, effectSettings"
            ),
            (
                #"{"pos":2,"save":true,"clients":["192.168.1.9"],"iconOffset":3,"textOffset":-3,"fadeText":"x"}"#,
                "fadeText, textOffset, pos, save, clients, iconOffset"
            ),
            (#"{"lifetimeMode":1,"loopSound":true,"pushIcon":1}"#, "pushIcon, lifetimeMode, loopSound"),
            (#"{"color":16711680}"#, "color"), (#"{"color":[255,0]}"#, "color"), (#"{"color":[256,0,0]}"#, "color"),
            (#"{"color":"red"}"#, "color"), (#"{"duration":"soon"}"#, "duration"),
            (#"{"scrollSpeed":-4}"#, "scrollSpeed"),
            (#"{"icon":"../../etc/passwd"}"#, "icon"), (#"{"icon":"missing"}"#, "icon"),
            // Base64 of no image.
            (#"{"icon":"bm8gaW1hZ2UgYXQgYWxsLCBidXQgYSBsb25nIHRleHQgb2Ygd29yZHM="}"#, "icon"),
            (#"{"text":{"t":"a"}}"#, "text"), (#"{"text":[1,{"t":"b","c":7}]}"#, "text"),
            (#"{"hold":true}"#, "hold"), (#"{"a\r\nSet-Cookie: x":1,"":2}"#, "a??Set-Cookie??x, ?"),
        ])
    func ignored(given: String, expected: String) throws {
        try expectEqual(message(given).ignored.headerValue, expected)
    }

    @Test("keys that say the same as missing ones are not named: senders fill in whole forms")
    func neutral() throws {
        let form = #"""
            {"text":"A","rainbow":false,"progress":-1,"effect":"","draw":[],"icon":"","sound":"","color":null,
             "background":"","lifetime":0,"lifetimeMode":0,"pushIcon":0,"textCase":0,"blinkText":0,"duration":0}
            """#
        #expect(try message(form).ignored.headerValue == nil)
        try expectEqual(keys(form), #"{"text": "A"}"#)
    }

    @Test("a held notification has no end of its own, and one that does not stack is distinguished")
    func hold() throws {
        let held = try message(#"{"text":"A","hold":true,"duration":4,"repeat":1,"stack":false}"#, app: nil)
        expectEqual(held.look.line, #"{"text": "A", "align": "center", "priority": 8}"#)
        #expect(!held.isStacked)
        #expect(try message("{}", app: nil).isStacked)
    }

    @Test("a sound is the cue of its name, or the one called sound; without both it is named")
    func sounds() throws {
        try expectEqual(message(#"{"sound":"bell"}"#).cue, "bell")
        let alarm = try message(#"{"sound":"alarm"}"#)
        #expect(alarm.cue == nil)
        expectEqual(alarm.ignored.keys, ["sound"])
        let other = AWTRIXMeans(cues: ["sound"]) { _ in false }
        func cue(_ json: String) throws -> String? {
            AWTRIXMessage(try JSONValue(parsing: Array(json.utf8)), app: nil, other).cue
        }
        try expectEqual(cue(#"{"sound":1234}"#), "sound")
        try expectEqual(cue(#"{"rtttl":"a:d=4:c"}"#), "sound")
    }

    @Test("a sender of very many keys gets the first 32 back")
    func many() throws {
        let names = (0..<500).map { "\"k\($0)\":1" }.joined(separator: ",")
        try expectEqual(message("{\(names)}").ignored.keys.count, 32)
    }
}

extension String {
    /// The letters of a text with tags of this suite's kinds.
    fileprivate var letters: String {
        var text = self
        for tag in ["<#ff0000>", "<#00ff00>", "</>"] {
            text = text.split(separator: tag, omittingEmptySubsequences: false).joined()
        }
        return text.split(separator: "<<", omittingEmptySubsequences: false).joined(separator: "<")
            .split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "{")
    }
}
