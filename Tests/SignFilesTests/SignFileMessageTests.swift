import Marquee
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// Signs with one message whose keys come from the options of a command.
@Suite struct SignFileMessageTests {
    private func members(_ text: String) throws -> [JSONMember] {
        try #require(try JSONValue(parsing: Array(text.utf8)).members)
    }

    private func problems(_ message: String, _ others: String = "{}") throws -> [String] {
        let (message, others) = (try members(message), try members(others))
        do throws(SignError) {
            _ = try SignFile(message: message, others)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("the keys mean what they mean in a sign file")
    func same() throws {
        let sign = try SignFile(
            message: try members(#"{"color": "red", "speed": 12.5, "direction": "right", "repeat": 2}"#),
            try members(#"{"brightness": 40, "playlist": {"repeat": 1}}"#))
        let file = try SignFile(
            parsing: """
                brightness: 40
                control: {socket: none, state: none}
                playlist: {repeat: 1}
                message: {name: message, text: "", color: red, speed: 12.5, direction: right, repeat: 2}
                """, path: "s.yaml")
        expectEqual(sign, file)
        #expect(!sign.isFile && file.isFile)
    }

    @Test("its text is shown as it is: tags, fields and newlines are characters")
    func literal() throws {
        let text = "<red>{clock}</>\n"
        let sign = try SignFile(message: []).showing(text)
        expectEqual(sign.messages.map(\.text), [text])
        expectEqual(sign.messages[0].markup, SignMarkup(literal: text))
    }

    @Test("problems have no place, because there is no file")
    func wrong() throws {
        let speed = "\"speed\" is pixels per second such as 30 or 12.5, up to 1000000 and with up to six decimals"
        try expectEqual(problems(#"{"speed": "fast"}"#), [speed + ", not \"fast\""])
        try expectEqual(
            problems("{}", #"{"brightness": 101}"#), ["\"brightness\" is a whole number from 0 to 100, not 101"])
        try expectEqual(
            problems(#"{"easing": "bezier(2,0,1,1)"}"#),
            [
                "\"easing\" is one of linear, ease-in, ease-out, ease-in-out, bezier(x1,y1,x2,y2) with x1 and x2 from 0 "
                    + "to 1, not \"bezier(2,0,1,1)\""
            ])
        try expectEqual(problems(#"{"spacing": -1, "cycle": "0s"}"#).count, 2)
    }
}
