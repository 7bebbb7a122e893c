import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// What messages of the broker ask of the sign.
@Suite struct BrokerCommandTests {
    private func command(
        _ target: BrokerTarget, _ payload: String, _ light: BrokerTarget.Light = .init()
    ) throws(ControlError) -> SignCommand {
        try target.command(Array(payload.utf8), light)
    }

    private func code(_ target: BrokerTarget, _ payload: [UInt8]) -> String? {
        do throws(ControlError) {
            _ = try target.command(payload, .init())
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test("a light: on, off, dimmed; on again is as bright as before")
    func light() throws {
        try expectEqual(command(.light, "{\"state\":\"ON\",\"brightness\":20}"), .brightness(percent: 20))
        try expectEqual(command(.light, "{\"state\":\"OFF\"}"), .brightness(percent: 0))
        try expectEqual(command(.light, "{\"state\":\"ON\"}"), .brightness(percent: nil))
        let dimmed = BrokerTarget.Light(percent: 0, before: 35)
        try expectEqual(command(.light, "{\"state\":\"ON\"}", dimmed), .brightness(percent: 35))
    }

    @Test("the brightness: a number, or that of the sign file")
    func brightness() throws {
        try expectEqual(command(.brightness, "7"), .brightness(percent: 7))
        try expectEqual(command(.brightness, "auto"), .brightness(percent: nil))
        try expectEqual(command(.automatic, "ON"), .brightness(percent: nil))
        try expectEqual(command(.automatic, "OFF", .init(percent: 64)), .brightness(percent: 64))
    }

    @Test("a text is shown as it is, an empty one removes it")
    func text() throws {
        let look = JSONValue.object([JSONMember("text", .text("1 << 2 {{a}"))])
        try expectEqual(command(.text, "1 < 2 {a}"), .push(look: look, name: "mqtt-text", zone: nil))
        try expectEqual(command(.text, ""), .remove(name: "mqtt-text"))
        try expectEqual(command(.text, "  "), .remove(name: "mqtt-text"))
        expectEqual(SignMarkup.plain("1 << 2 {{a}"), "1 < 2 {a}")
    }

    @Test("a message: a text or an object, by the name of its topic")
    func message() throws {
        let look = try JSONValue(parsing: Array("{\"text\":\"<b>\",\"color\":\"red\"}".utf8))
        let given = "{\"text\":\"<b>\",\"color\":\"red\",\"name\":\"other\",\"zone\":\"top\"}"
        try expectEqual(command(.message("a"), given), .push(look: look, name: "a", zone: "top"))
        let text = JSONValue.object([JSONMember("text", .text("Closed"))])
        try expectEqual(command(.message("a"), "Closed"), .push(look: text, name: "a", zone: nil))
        try expectEqual(command(.message("a"), ""), .remove(name: "a"))
        try expectEqual(command(.message("a"), "{}"), .remove(name: "a"))
    }

    @Test("a notification is urgent and short, unless it says so itself")
    func notification() throws {
        let usual = try JSONValue(parsing: Array("{\"text\":\"Door\",\"priority\":8,\"lifetime\":\"30s\"}".utf8))
        try expectEqual(command(.notify, "Door"), .push(look: usual, name: nil, zone: nil))
        let own = "{\"text\":\"Door\",\"priority\":3,\"lifetime\":\"5m\"}"
        try expectEqual(
            command(.notify, own), .push(look: JSONValue(parsing: Array(own.utf8)), name: nil, zone: nil))
    }

    @Test("a notification may have rows, lists, charts and conditions instead of a text")
    func layout() throws {
        let keys = #""rows":["{clock}",{"each":"buses","columns":["{line}",{"bar":"{due}"}]}],"while":"door = open""#
        let look = try JSONValue(parsing: Array(("{" + keys + #","priority":8,"lifetime":"30s"}"#).utf8))
        try expectEqual(command(.notify, "{" + keys + "}"), .push(look: look, name: nil, zone: nil))
    }

    @Test("a notification has the name and the zone that it gives")
    func namedNotification() throws {
        let look = try JSONValue(parsing: Array("{\"text\":\"Door\",\"priority\":8,\"lifetime\":\"30s\"}".utf8))
        let given = "{\"text\":\"Door\",\"name\":\"door\",\"zone\":\"top\"}"
        try expectEqual(command(.notify, given), .push(look: look, name: "door", zone: "top"))
        let none = "{\"text\":\"Door\",\"name\":null,\"zone\":null}"
        try expectEqual(command(.notify, none), .push(look: look, name: nil, zone: nil))
        for wrong in ["{\"text\":\"a\",\"name\":1}", "{\"text\":\"a\",\"name\":\"\"}", "{\"text\":\"a\",\"zone\":[]}"] {
            expectEqual(code(.notify, Array(wrong.utf8)), "wrong-value", "\(wrong)")
        }
        expectEqual(code(.message("a"), Array("{\"text\":\"a\",\"zone\":1}".utf8)), "wrong-value")
    }

    @Test(
        "what begins like an object and is not JSON is a text",
        arguments: ["{score} wins", "{", "{\"text\":\"a\"", "  {a}", "{\"text\": \"a\"} and more", "{'text': 'a'}"])
    func braces(_ text: String) throws {
        let literal = text.replacing("{", with: "{{")
        let members = [
            JSONMember("text", .text(literal)), JSONMember("priority", .integer(8)),
            JSONMember("lifetime", .text("30s")),
        ]
        try expectEqual(command(.notify, text), .push(look: .object(members), name: nil, zone: nil))
        let look = JSONValue.object([JSONMember("text", .text(literal))])
        try expectEqual(command(.message("a"), text), .push(look: look, name: "a", zone: nil))
        try expectEqual(command(.next, text), .next(zone: nil))
    }

    @Test("buttons and switches")
    func steering() throws {
        try expectEqual(command(.next, "PRESS"), .next(zone: nil))
        try expectEqual(command(.next, ""), .next(zone: nil))
        try expectEqual(command(.next, "{\"zone\":\"top\"}"), .next(zone: "top"))
        try expectEqual(command(.acknowledge, "PRESS"), .acknowledge(zone: nil))
        try expectEqual(command(.paused, "ON"), .pause(zone: nil))
        try expectEqual(command(.paused, "off"), .resume(zone: nil))
        try expectEqual(command(.cue("bell"), "PRESS"), .cue(name: "bell"))
    }

    @Test("variables, and requests as the control socket takes them")
    func rest() throws {
        try expectEqual(command(.variable("score"), "3:1"), .set(name: "score", value: "3:1"))
        try expectEqual(command(.variable("score"), ""), .set(name: "score", value: nil))
        try expectEqual(command(.command, "{\"command\":\"list\"}"), .list)
    }

    @Test("what is wrong is refused, and says how")
    func wrong() {
        expectEqual(code(.light, Array("ON".utf8)), "not-json")
        expectEqual(code(.light, Array("{}".utf8)), "wrong-value")
        expectEqual(code(.light, Array("[]".utf8)), "not-an-object")
        expectEqual(code(.light, Array("{\"state\":\"ON\",\"brightness\":101}".utf8)), "wrong-value")
        expectEqual(code(.light, Array("{\"state\":\"ON\",\"brightness\":1e99}".utf8)), "wrong-value")
        expectEqual(code(.brightness, Array("-1".utf8)), "wrong-value")
        expectEqual(code(.brightness, Array("99999999999999999999".utf8)), "wrong-value")
        expectEqual(code(.paused, Array("maybe".utf8)), "wrong-value")
        expectEqual(code(.text, [0xFF, 0xFE]), "wrong-value")
        expectEqual(code(.text, [UInt8](repeating: 0x41, count: 4_097)), "too-long")
        expectEqual(code(.message("a"), [UInt8](repeating: 0x41, count: 65_537)), "too-long")
        expectEqual(code(.notify, []), "wrong-value")
        expectEqual(code(.message(String(repeating: "a", count: 65)), [0x41]), "wrong-value")
        expectEqual(code(.cue("a\u{1B}[2J"), []), "wrong-value")
        expectEqual(code(.command, Array("{\"command\":\"explode\"}".utf8)), "unknown-command")
    }
}
