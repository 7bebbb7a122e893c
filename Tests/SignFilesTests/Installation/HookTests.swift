import Foundation
import LiveValues
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// Messages that other programs fill in.
@Suite struct HookTests {
    private func hook(_ keys: String) throws -> Hook {
        try #require(parsedInstallation("http: {hooks: {a: \(keys)}}").http?.hooks.first)
    }

    /// The text of the message that JSON makes of a template.
    private func text(_ template: String, _ json: String) throws -> String? {
        let hook = try hook("{text: '\(template)'}")
        return try hook.message(filledBy: LiveValue.reading(json: Array(json.utf8))).look["text"]?.text
    }

    @Test("the keys of a hook are those of a message, its own token, its zone and what has to be true")
    func keys() throws {
        let found = try hook("{text: \"{x}\", color: red, priority: 5, token: t, while: s = on, repeat: 2}")
        expectEqual(found.name, "a")
        expectEqual(found.token?.hasSuffix("t"), true)
        expectEqual(found.conditions.count, 1)
        expectEqual(
            found.template, ["text": "{x}", "color": "red", "priority": .number("5"), "repeat": .number("2")])
        try expectEqual(hook("\"{x} y\"").template, ["text": "{x} y"])
        #expect(try parsedInstallation("http: {}").http?.hooks.isEmpty == true)
    }

    @Test(
        "values take the places of fields, with formats and conditions",
        arguments: [
            ("{x}", "7", #"{"x": 7}"#), ("{a[1].b|upper}", "B", #"{"a": [1, {"b": "b"}]}"#),
            ("{x}", "--", "{}"), ("{x|or none}", "none", "{}"), ("{item} {x}", "3 --", "3"), ("{x}", "--", "null"),
            ("{x ? > 3: red, else: \"low\"}", "<red>5</>", #"{"x": 5}"#),
            ("{x ? > 3: red, else: \"low\"}", "low", #"{"x": 1}"#),
            (
                "{each l max 2 separator \", \": {n}/{index}}", "a/1, b/2",
                #"{"l": [{"n": "a"}, {"n": "b"}, {"n": "c"}]}"#
            ),
            ("{each l empty \"none\": {item}}", "none", #"{"l": []}"#),
            ("{x|icon}!", "<icon=heart>!", #"{"x": "heart"}"#), ("{clock HH:mm} {x}", "{clock HH:mm} 1", #"{"x": 1}"#),
            ("{{x} <<b>", "{{x} <<b>", #"{"x": 1}"#),
        ])
    func filled(template: String, expected: String, json: String) throws {
        try expectEqual(text(template, json), expected)
    }

    @Test("what comes from outside is shown as it is")
    func foreign() throws {
        try expectEqual(
            text("<red>{x}</>", #"{"x": "<red>{clock HH:mm}</>\n\u0007."}"#), "<red><<red>{{clock HH:mm}<</> .</>")
        let markup = SignMarkup.parse(try #require(try text("{x}", #"{"x": "<image=/etc/passwd>{y}"}"#)), fields: [])
        #expect(markup.problems.isEmpty)
        expectEqual(markup.markup.pieces, [SignMarkup(literal: "<image=/etc/passwd>{y}").pieces[0]])
        // A colour is no place for another field.
        let hook = try hook("{rows: [{text: A, color: \"{c}\"}]}")
        let look = hook.message(filledBy: .record(["c": .text("{clock H}<")])).look
        expectEqual(look["rows"], [["text": "A", "color": "clock H"]])
    }

    @Test("the hooks of the documentation make messages of what programs send")
    func recipes() throws {
        let page = try String(
            contentsOf: PackageFolder.root.appendingPathComponent("docs/hooks.md"), encoding: .utf8)
        func message(_ name: String, _ json: String) throws -> (text: String?, name: String, isShown: Bool) {
            // The block of the page whose hook has the name.
            let blocks = page.split(separator: "\n\n").map(String.init)
            let block = try #require(blocks.first { $0.contains("        \(name):") && $0.contains("http:\n") })
            let lines = block.split(separator: "\n").map { $0.dropFirst(4) }
            let http = try #require(lines.firstIndex { $0.hasPrefix("http:") })
            let settings = try parsedInstallation(lines[http...].joined(separator: "\n")).http
            let hook = try #require(settings?.hooks.first { $0.name == name })
            let found = try hook.message(filledBy: LiveValue.reading(json: Array(json.utf8)))
            return (found.look["text"]?.text, found.name, found.isShown)
        }
        let grafana = """
            {"status": "firing", "title": "[FIRING:1] Oven", "commonLabels": {"alertname": "Oven"},
             "alerts": [{"status": "firing", "labels": {"alertname": "Oven"}, "annotations": {"summary": "250 °C"}}]}
            """
        #expect(try message("grafana", grafana) == ("Oven: 250 °C", "hook-grafana", true))
        #expect(try message("grafana", #"{"status": "resolved", "title": "x"}"#).isShown == false)
        let alerts =
            #"{"status": "firing", "alerts": [{"labels": {"alertname": "A"}}, {"labels": {"alertname": "B"}}]}"#
        #expect(try message("alerts", alerts) == ("A  B", "hook-alerts", true))
        let kuma = #"{"heartbeat": {"status": 0, "msg": "timeout"}, "monitor": {"name": "shop"}, "msg": "[shop] down"}"#
        #expect(try message("kuma", kuma) == ("shop is down: timeout", "kuma shop", true))
        #expect(try message("kuma", #"{"heartbeat": {"status": 1}, "monitor": {"name": "shop"}}"#).isShown == false)
        let build = """
            {"action": "completed", "repository": {"name": "sign"},
             "workflow_run": {"name": "CI", "conclusion": "failure"}}
            """
        #expect(try message("build", build) == ("sign: CI <red>failure</>", "hook-build", true))
        #expect(try message("ntfy", #"{"topic": "a", "message": "Hi"}"#) == ("ntfy: Hi", "hook-ntfy", true))
        #expect(try message("counter", #"{"number": "42"}"#) == ("Now serving 42", "counter", true))
        #expect(try message("alarm", #"{"title": "Hot"}"#) == ("Hot", "hook-alarm", true))
    }

    @Test("a message is long only as far as a text may be")
    func long() throws {
        let many = "[" + String(repeating: "\"aaaaaaaaaa\",", count: 4_000) + "1]"
        let found = try #require(try text("{each l: {item}{item}{item}{item}}", "{\"l\": \(many)}"))
        #expect(found.utf8.count < 4_200)
    }

    @Test("names, conditions and zones decide where a message is shown, and whether")
    func names() throws {
        let hook = try hook("{text: A, name: \"door {id}\", while: [s = on, n > 3]}")
        func message(_ s: String, _ n: Int) -> (name: String, isShown: Bool) {
            let value = LiveValue.record(["id": .text("7"), "s": .text(s), "n": .number(LiveNumber(n))])
            let found = hook.message(filledBy: value)
            expectEqual(found.look["name"]?.text, found.name)
            return (found.name, found.isShown)
        }
        #expect(message("on", 4) == ("door 7", true))
        #expect(message("off", 4) == ("door 7", false))
        #expect(message("on", 3) == ("door 7", false))
        try expectEqual(self.hook("{text: A}").message(filledBy: nil).name, "hook-a")
    }

    @Test(
        "what is wrong with a hook is a problem at its place",
        arguments: [
            ("a: {text: \"{x\"}", "2:27: this { has no closing }; write {{ for a plain {"),
            (
                "a: {text: A, colour: red}",
                "2:29: unknown key \"colour\" for this part of a sign file; did you mean \"color\"?"
            ),
            ("a: {text: A, zone: top}", "2:35: \"zone\" is omitted on a sign without named zones"),
            ("a: {text: A, while: \"= 3\"}", "2:36: \"while\" is a condition such as"),
            ("a: {image: \"./{x}.png\"}", "2:19: unknown field \"x\""),
            ("\"a b\": A", "2:16: \"hooks\" is a name of up to 32 letters"), ("a: []", "2:19: \"a\" is a message"),
        ])
    func problems(hooks: String, expected: String) throws {
        let found = installationProblems("http: {hooks: {\(hooks)}}")
        expectEqual(found.count, 1, "\(found)")
        #expect(found.first?.hasPrefix("s.yaml:" + expected) == true, "\(found)")
    }
}
