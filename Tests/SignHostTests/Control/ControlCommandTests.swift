import Settings
import SignHost
import SignTestSupport
import Testing

@Suite struct ControlCommandTests {
    private func command(_ line: String) throws -> ControlCommand { try ControlCommand(parsing: Array(line.utf8)) }

    @Test(
        "every command is read",
        arguments: [
            ("{\"command\":\"remove\",\"name\":\"bread\"}", ControlCommand.remove(name: "bread")),
            ("{\"command\":\"list\"}", .list), ("{\"command\":\"stats\"}", .stats),
            ("{\"command\":\"reload\"}", .reload),
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
            ("{\"command\":\"drag\",\"pixels\":-12}", .drag(pixels: -12, velocity: nil, zone: nil)),
            ("{\"command\":\"drag\",\"pixels\":5,\"velocity\":200}", .drag(pixels: 5, velocity: 200, zone: nil)),
            ("{\"command\":\"screenshot\"}", .screenshot),
            (
                "{\"command\":\"push\",\"message\":{\"text\":\"x\",\"name\":\"n\"},\"zone\":\"z\"}",
                .push(
                    look: .object([JSONMember("text", .text("x")), JSONMember("name", .text("n"))]), name: "n",
                    zone: "z")
            ),
        ])
    func read(line: String, expected: ControlCommand) throws { try expectEqual(command(line), expected) }

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
            expectEqual(error.code, code)
            #expect(error.description.contains(words), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
