import Settings
import SignFiles
import SignHost
import SignTestSupport
import Testing

@Suite struct SignCommandTests {
    private func command(_ line: String) throws -> SignCommand { try SignCommand(parsing: Array(line.utf8)) }

    @Test(
        "every command is read",
        arguments: [
            ("{\"command\":\"remove\",\"name\":\"bread\"}", SignCommand.remove(name: "bread")),
            ("{\"command\":\"list\"}", .list), ("{\"command\":\"stats\"}", .stats),
            ("{\"name\":\"score\",\"value\":\"3:1\",\"command\":\"set\"}", .set(name: "score", value: "3:1")),
            ("{\"command\":\"set\",\"name\":\"a\",\"value\":3.5}", .set(name: "a", value: "3.5")),
            ("{\"command\":\"set\",\"name\":\"a\",\"value\":null}", .set(name: "a", value: nil)),
            ("{\"command\":\"set\",\"name\":\"a\",\"value\":true}", .set(name: "a", value: "true")),
            ("{\"command\":\"get\"}", .get(name: nil)), ("{\"command\":\"get\",\"name\":\"a\"}", .get(name: "a")),
            ("{\"command\":\"pause\"}", .pause(zone: nil)),
            ("{\"command\":\"resume\",\"zone\":\"left\"}", .resume(zone: "left")),
            ("{\"command\":\"next\",\"zone\":null}", .next(zone: nil)),
            ("{\"command\":\"acknowledge\"}", .acknowledge(zone: nil)),
            ("{\"command\":\"brightness\",\"percent\":40}", .brightness(percent: 40)),
            ("{\"command\":\"brightness\",\"percent\":null}", .brightness(percent: nil)),
            ("{\"command\":\"screenshot\"}", .screenshot),
            (
                "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"name\":\"n\"},\"zone\":\"z\"}",
                .push(
                    look: .object([JSONMember("text", .text("x")), JSONMember("name", .text("n"))]), name: "n",
                    zone: "z")
            ),
        ])
    func read(line: String, expected: SignCommand) throws { try expectEqual(command(line), expected) }

    @Test(
        "numbers and words are read, and null counts as none where a field may be left out",
        arguments: [
            ("{\"command\":\"drag\",\"pixels\":-12}", "pixels", JSONValue.integer(-12)),
            ("{\"command\":\"drag\",\"pixels\":5,\"velocity\":2e2}", "velocity", .integer(200)),
            ("{\"command\":\"drag\",\"pixels\":5,\"zone\":null}", "zone", nil),
            ("{\"command\":\"pixels\",\"action\":\"stop\"}", "action", .text("stop")),
            ("{\"command\":\"pixels\",\"action\":null}", "action", nil),
        ])
    func fields(line: String, field: String, expected: JSONValue?) throws {
        let command = try command(line)
        expectEqual(command[field], expected)
        #expect(line.contains("\"\(command.verb.name)\""))
    }

    @Test("commands that only ask need nothing of `allow`, and `pixels` asks without an action")
    func permissions() throws {
        for (line, permission) in [
            ("{\"command\":\"pixels\"}", nil), ("{\"command\":\"pixels\",\"action\":\"allow\"}", .steer),
            ("{\"command\":\"list\"}", nil), ("{\"command\":\"remove\",\"name\":\"a\"}", .show),
        ] as [(String, MQTTSettings.Permission?)] { try expectEqual(command(line).permission, permission, "\(line)") }
    }

    @Test("a name that is given twice is no request, also where no parser sees it")
    func twice() {
        let members = [JSONMember("command", "get"), JSONMember("name", "a"), JSONMember("name", "b")]
        let error = ControlError(.notJSON, "the address says \"name\" already; leave it out of the body")
        #expect(throws: error) { try SignCommand(request: members) }
    }

    @Test(
        "an unknown name is reported with the known ones",
        arguments: [
            ("nonsense", "not-json", "value is expected"), ("[]", "not-an-object", "not a list"),
            ("{}", "missing-field", "command"), ("{\"command\":7}", "wrong-value", "not the number 7"),
            ("{\"command\":\"pusch\"}", "unknown-command", "did you mean \"push\"?"),
            ("{\"command\":\"pause\",\"zoen\":\"a\"}", "unknown-field", "did you mean \"zone\"?"),
            ("{\"command\":\"list\",\"all\":1}", "unknown-field", "it has no fields"),
            ("{\"command\":\"remove\"}", "missing-field", "\"name\""),
            ("{\"command\":\"remove\",\"name\":\"\"}", "wrong-value", "1 to 64"),
            ("{\"command\":\"remove\",\"name\":\"a\\u0007\"}", "wrong-value", "control characters"),
            ("{\"command\":\"push\",\"message\":\"x\"}", "wrong-value", "not a text"),
            ("{\"command\":\"push\",\"message\":{\"name\":5}}", "wrong-value", "the number 5"),
            ("{\"command\":\"brightness\",\"percent\":101}", "wrong-value", "0 to 100"),
            ("{\"command\":\"drag\",\"pixels\":15e-1}", "wrong-value", "whole number"),
            ("{\"command\":\"drag\",\"pixels\":99999999999999999999}", "wrong-value", "-20000 to 20000"),
            ("{\"command\":\"set\",\"name\":\"a\",\"value\":[]}", "wrong-value", "not a list"),
        ])
    func refuse(line: String, code: String, words: String) {
        do {
            _ = try command(line)
            Issue.record("\(line) was taken")
        } catch let error as ControlError {
            expectEqual(error.code.rawValue, code)
            #expect(error.description.contains(words), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
